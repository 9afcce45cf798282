use leptos::prelude::*;
use parlor_rules::Player;
use parlor_table::{Event, GameLog, Marks, Opening, Phase, say};

use crate::board::mancala::MancalaBoard;
use crate::board::tic_tac_toe::TicTacToeBoard;
use crate::catalogue::Game;
use crate::live::{Dialog, LiveTable, Origin, listen_to_keys};
use crate::route::LinkedGame;
use crate::storage;
use crate::view::controls::Controls;
use crate::view::evaluation::EvaluationBar;
use crate::view::help::HelpSheet;
use crate::view::icon::Icon;
use crate::view::message::Message;
use crate::view::new_game::NewGameSheet;
use crate::view::pane::Pane;
use crate::view::settings_sheet::SettingsSheet;
use crate::view::share::ShareSheet;
use crate::view::start_dialog::StartDialog;
use crate::view::toss::CoinToss;

/// The table of a game: the one that was left here, or a new one for two.
#[component]
pub(crate) fn TablePage(game: Game) -> impl IntoView {
    let stored = storage::load_table(game).map(|mut log| {
        // A finished game is followed by the next one of the match.
        let _ = log.append(Event::Rematched { swapped: false });
        log
    });
    let begins = stored.as_ref().is_none_or(|log| log.table().play().played() == 0);
    let log = stored.unwrap_or_else(|| game.table_for_two());
    let dialog = (game == Game::HomePits && begins).then_some(Dialog::Start);
    view! { <Tables game origin=Origin::Here log dialog/> }
}

/// The table of a game that came in a link.
#[component]
pub(crate) fn LinkedTablePage(linked: LinkedGame) -> impl IntoView {
    let game = Game::of_record(&linked.record);
    let seats = linked.seats();
    let log = GameLog::continued(Opening { game: linked.record, seats, marks: Marks::default() });
    view! { <Tables game origin=Origin::Link log dialog=None/> }
}

/// One table after the other: a new one is set where other rules or players are wanted.
#[component]
fn Tables(game: Game, origin: Origin, log: GameLog, dialog: Option<Dialog>) -> impl IntoView {
    let (log, set_log) = signal((log, dialog));
    let replace = Callback::new(move |log: GameLog| {
        storage::save_table(game, &log);
        set_log.set((log, None));
    });
    move || {
        let (log, dialog) = log.get();
        let live = LiveTable::new(game, origin, log, replace);
        live.dialog.set(dialog);
        listen_to_keys(live);
        live.go_on();
        view! { <AnyTable live/> }
    }
}

/// A table of either kind.
#[component]
fn AnyTable(live: LiveTable) -> impl IntoView {
    match live.game {
        Game::TicTacToe => view! { <TicTacToeTable live/> }.into_any(),
        _ => view! { <MancalaTable live/> }.into_any(),
    }
}

#[component]
fn MancalaTable(live: LiveTable) -> impl IntoView {
    view! {
        <div class="table-page mancala-page"
            data-phase=move || live.phase_name()
            data-turn=move || live.turn_number()
            data-turns=move || live.shown.with(|table| table.play().played())
            data-busy=move || live.busy.get().to_string()
            class:bigger-counts=move || live.has_bigger_counts()
        >
            <header class="top">
                <a class="home" href="#/" aria-label="Parlor, all games">{Icon::Home.draw()}</a>
                <h1>{live.game.name()}</h1>
            </header>
            <Pane live player=Player::Two/>
            <Message live/>
            <EvaluationBar live/>
            <MancalaBoard live/>
            <CoinToss live/>
            <Pane live player=Player::One/>
            <Controls live/>
            <Dialogs live/>
        </div>
    }
}

#[component]
fn TicTacToeTable(live: LiveTable) -> impl IntoView {
    let message_of = move |player: Player| {
        move || {
            live.shown
                .with(|table| (table.phase() == Phase::Playing(player)).then(|| say::status(table)))
        }
    };
    let middle = move || {
        live.shown.with(|table| match table.phase() {
            Phase::Over(_) => say::status(table),
            _ => table.marks().of(table.turn()).to_string(),
        })
    };
    view! {
        <div id="app" class="table-page tic-tac-toe-page"
            data-phase=move || live.phase_name()
            data-turn=move || live.turn_number()
            data-turns=move || live.shown.with(|table| table.play().played())
            data-busy=move || live.busy.get().to_string()
            class:bigger-counts=move || live.has_bigger_counts()
        >
            <header class="top">
                <a class="home" href="#/" aria-label="Parlor, all games">{Icon::Home.draw()}</a>
                <h1 id="title">{live.game.name()}</h1>
            </header>
            <Pane live player=Player::One/>
            <Pane live player=Player::Two/>
            <section id="player-msg" class="message" aria-label="Game">
                <p id="left-msg">{message_of(Player::One)}</p>
                <p id="center-msg">{middle}</p>
                <p id="right-msg">{message_of(Player::Two)}</p>
                <p class="for-the-ear" role="status" aria-live="polite">{live.announcement}</p>
            </section>
            <EvaluationBar live/>
            <TicTacToeBoard live/>
            <button type="button" id="reset" class="primary" on:click=move |_| live.restart()>
                "Restart Game"
            </button>
            <Controls live/>
            <Dialogs live/>
        </div>
    }
}

#[component]
fn Dialogs(live: LiveTable) -> impl IntoView {
    move || match live.dialog.get()? {
        Dialog::Start => Some(view! { <StartDialog live/> }.into_any()),
        Dialog::NewGame => Some(view! { <NewGameSheet live/> }.into_any()),
        Dialog::Settings => Some(view! { <SettingsSheet live/> }.into_any()),
        Dialog::Share => Some(view! { <ShareSheet live/> }.into_any()),
        Dialog::Help => Some(view! { <HelpSheet live/> }.into_any()),
    }
}
