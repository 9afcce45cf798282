//! The page of a table: the board and everything around it.

mod clock;
mod controls;
mod end_card;
mod evaluation;
mod help;
mod invite;
mod join;
mod link_field;
pub(crate) mod message;
mod new_game;
mod pane;
mod qr_code;
mod reactions;
mod remote_notes;
mod resign;
pub(crate) mod settings_sheet;
mod share;
pub(crate) mod start_dialog;
mod steps;
mod toss;

use std::rc::Rc;

use parlor_rules::Player;
use parlor_table::{Command, Event, GameLog, Offer, Opening, Phase, Table, Toss};
use parlor_wording as wording;
use parlor_wording::{Voice, status, turns_played};

use self::controls::controls;
use self::end_card::end_card;
use self::evaluation::evaluation_bar;
use self::help::{Topic, help_sheet};
use self::invite::table_share_sheet;
use self::message::{for_the_ear, message};
use self::new_game::new_game_sheet;
use self::pane::pane;
use self::reactions::reactions_sheet;
use self::remote_notes::{connection_name, remote_notes, spectators};
use self::resign::{leave_sheet, resign_sheet};
use self::settings_sheet::settings_sheet;
use self::share::share_sheet;
use self::start_dialog::start_dialog;
use self::toss::{coin_toss, is_tossing};
use super::characters::{note_opponent, table_against};
use super::setup::was_just_set_up;
use crate::board::mancala::mancala_board;
use crate::board::tic_tac_toe::tic_tac_toe_board;
use crate::catalogue::Game;
use crate::route::{LinkedGame, Route};
use crate::session::{Dialog, Session, Setting, Start, commands, listen_to_keys};
use crate::settings::{Speed, use_settings};
use crate::storage::{self, Kept};
use crate::ui::browser::listen;
use crate::ui::elements::{El, button, classed, el, link};
use crate::ui::icon::Icon;
use crate::ui::pieces::once_whole;
use crate::ui::prelude::*;

/// How people come to a table on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// To play: a finished game is followed by the next one of the match.
    Anew,
    /// They were here a moment ago, and the page was loaded again: it shows what it showed.
    Again,
}

/// A table that is kept here: the one that was left, or a new one.
pub(crate) fn table_page(kept: Kept, arrival: Arrival) -> El {
    let game = kept.game();
    let stored = storage::load_table(kept).map(|mut log| {
        if arrival == Arrival::Anew {
            let _ = log.append(Event::Rematched { swapped: false });
        }
        log
    });
    let begins = !was_just_set_up(game)
        && stored.as_ref().is_none_or(|log| {
            log.table().play().played() == 0 && log.table().toss() == Some(&Toss::default())
        });
    let log = stored.unwrap_or_else(|| match kept {
        Kept::SameScreen(_) => game.table_for_two(),
        Kept::Computer(_) => table_against(game, use_settings().with(|settings| settings.opponent)),
    });
    let asks_first = kept == Kept::SameScreen(Game::HomePits) && begins;
    let start = if asks_first { Start::With(Dialog::Start) } else { Start::AtOnce };
    // One table after the other: a new one is set where other names or another difficulty are wanted,
    // or where another tab of this browser has gone on with the game.
    let next = Signal::new((log, start));
    storage::follow_table(kept, move |log| next.set((log, Start::Elsewhere)));
    classed("div", "tables").child_live(
        move || next.get(),
        move |(log, start)| {
            note_opponent(&log);
            let keep = move |log: &GameLog| storage::save_table(kept, log);
            let local = Setting::local(game, log);
            Some(sit_down(Setting { keep: Rc::new(keep), next: Some(next), ..local }, start))
        },
    )
}

/// The table of a game that came in a link.
pub(crate) fn linked_table_page(linked: LinkedGame) -> El {
    let game = Game::of_record(&linked.record);
    let seats = linked.seats();
    let log = GameLog::continued(Opening::new(linked.record, seats));
    let local = Setting::local(game, log);
    let setting = Setting { keep: Rc::new(write_in_address), is_stepped_through: true, ..local };
    classed("div", "tables").child(sit_down(setting, Start::AtOnce))
}

/// Puts the game as it stands in the address. While turns are taken back, the address keeps them.
fn write_in_address(log: &GameLog) {
    let table = log.table();
    if table.play().undone() == 0 {
        let names = Player::BOTH.map(|player| table.seat(player).name.clone());
        let game = LinkedGame { record: table.play().record().clone(), names };
        Route::Link(Ok(game)).write_in_address();
    }
}

/// Sits down at a table, wherever it is kept.
pub(super) fn sit_down(setting: Setting, start: Start) -> El {
    let is_kept = setting.next.is_none() || storage::is_available();
    let session = Session::open(setting);
    if !is_kept {
        session.told().say(wording::keeping::not_kept());
    }
    match start {
        Start::AtOnce => draw(session),
        Start::With(dialog) => {
            // A dialog takes the focus, which only something that is seen can have.
            once_whole(move || session.dialog().set(Some(dialog)));
            draw(session)
        }
        Start::Elsewhere => draw_followed(session),
    }
}

/// Draws a table that is played in another tab. The computer thinks in that one, unless people turn to
/// this one.
fn draw_followed(session: Session) -> El {
    listen_to_keys(session);
    listen("focus", move |_| session.begin());
    session.told().say(wording::keeping::other_tab());
    table(session)
}

/// Draws the page of a table, and lets the game begin.
pub(super) fn draw(session: Session) -> El {
    listen_to_keys(session);
    session.begin();
    table(session)
}

fn table(session: Session) -> El {
    let settings = use_settings();
    let page = match session.shown().with(Table::rules) {
        Some(rules) => classed("div", "table-page mancala-page")
            .class_live("turned", move || session.is_turned())
            .var("--pits", &rules.pits().to_string())
            .child(top(session, el("h1")))
            .child(message(session))
            .child(pane(session, Player::Two))
            .piece(move || [mancala_board(session, rules)])
            .child(remote_notes(session))
            .when(move || is_tossing(session), move || coin_toss(session))
            .child(pane(session, Player::One)),
        None => classed("div", "table-page tic-tac-toe-page")
            .id("app")
            .child(top(session, el("h1").id("title")))
            .child(pane(session, Player::One))
            .child(player_message(session))
            .piece(move || [tic_tac_toe_board(session)])
            .child(remote_notes(session))
            .child(pane(session, Player::Two))
            .child(restart(session)),
    };
    page.attr_live("data-phase", move || session.shown().with(phase_name).to_owned())
        .attr_live("data-turn", move || (session.shown().with(Table::turn).index() + 1).to_string())
        .attr_live("data-turns", move || {
            session.shown().with(|table| table.play().played()).to_string()
        })
        .attr_live("data-busy", move || session.animation().busy.get().to_string())
        .attr_live("data-seat", move || seat_number(session))
        .attr_live("data-connection", move || connection_name(session).to_owned())
        .class_live("bigger-counts", move || settings.with(|settings| settings.bigger_counts))
        .class_live("instant", move || settings.with(|settings| settings.speed == Speed::Instant))
        .class_live("in-two-steps", move || session.is_two_step())
        .child(end_card(session))
        .child(evaluation_bar(session))
        .piece(move || [controls(session)])
        .child_live(
            move || session.dialog().get(),
            move |dialog| Some(draw_dialog(session, dialog?)),
        )
}

/// What people are doing, in one word: the page carries it for style and scripts.
fn phase_name(table: &Table) -> &'static str {
    match table.phase() {
        Phase::Waiting => "waiting",
        Phase::Tossing(_) => "tossing",
        Phase::Playing(_) => "playing",
        Phase::Over(_) => "over",
    }
}

/// The side of the one person at this screen, if they have a seat of their own.
fn seat_number(session: Session) -> String {
    session.my_side().map(|player| (player.index() + 1).to_string()).unwrap_or_default()
}

/// The way home, the name of the game, how many turns have been played, and who watches.
fn top(session: Session, title: El) -> El {
    let home = link("#/")
        .attr("class", "home")
        .attr("aria-label", wording::front_room::home())
        .child(Icon::Home.draw());
    let turns = move || turns_played(session.shown().with(|table| table.play().played()));
    let about = classed("div", "about-game")
        .child(title.text(session.game().name()))
        .child(el("p").id("turns").text_live(turns))
        .child(spectators(session));
    classed("header", "top").child(home).child(about)
}

/// The turn on the side of the player to move, with their symbol in the middle; at the end, the
/// result.
fn player_message(session: Session) -> El {
    let message_of = move |player: Player| {
        move || {
            session.shown().with(|table| match table.phase() {
                Phase::Playing(of) if of == player => status(table, Voice::of(table)),
                _ => String::new(),
            })
        }
    };
    let middle = move || {
        session.shown().with(|table| match table.ending() {
            Some(_) => status(table, Voice::of(table)),
            None => table.marks().of(table.turn()).to_string(),
        })
    };
    classed("section", "message")
        .id("player-msg")
        .attr("aria-label", wording::controls::game())
        .child(el("p").id("left-msg").text_live(message_of(Player::One)))
        .child(el("p").id("center-msg").text_live(middle))
        .child(el("p").id("right-msg").text_live(message_of(Player::Two)))
        .child(
            el("p").id("message").text_live(move || session.told().message().unwrap_or_default()),
        )
        .child(for_the_ear(session))
}

/// Begins anew at any time, where no other player has to agree.
fn restart(session: Session) -> El {
    button(move || commands::restart(session))
        .id("reset")
        .attr("class", "primary")
        .class_live("hidden", move || session.offer(&Command::Restart) != Ok(Offer::AtOnce))
        .text(wording::controls::restart_game())
}

fn draw_dialog(session: Session, dialog: Dialog) -> El {
    match dialog {
        Dialog::Start => start_dialog(session),
        Dialog::NewGame => new_game_sheet(session),
        Dialog::Settings => settings_sheet(session),
        Dialog::Share => match session.company().connection() {
            Some(connection) => table_share_sheet(session, &*connection),
            None => share_sheet(session),
        },
        Dialog::Help => help_sheet(session, Topic::Rules),
        Dialog::Keys => help_sheet(session, Topic::Keys),
        Dialog::Resign => resign_sheet(session),
        Dialog::Leave => leave_sheet(session),
        Dialog::Reactions => reactions_sheet(session),
    }
}
