//! The page of a table: the board and everything around it.

mod clock;
mod controls;
mod evaluation;
mod far_controls;
mod far_notes;
mod help;
mod invite;
mod join;
mod link_field;
pub(crate) mod message;
mod new_game;
mod pane;
mod qr_code;
mod reactions;
mod resign;
pub(crate) mod settings_sheet;
mod share;
pub(crate) mod start_dialog;
mod toss;

use parlor_rules::Player;
use parlor_table::{Event, GameLog, Opening, Phase, Toss};
use parlor_wording as wording;
use parlor_wording::{Voice, status};

use self::controls::controls;
use self::evaluation::evaluation_bar;
use self::far_notes::{connection_name, far_notes, watchers};
use self::help::help_sheet;
use self::invite::far_share_sheet;
use self::message::{for_the_ear, message};
use self::new_game::new_game_sheet;
use self::pane::pane;
use self::reactions::reactions_sheet;
use self::resign::{leave_sheet, resign_sheet};
use self::settings_sheet::settings_sheet;
use self::share::share_sheet;
use self::start_dialog::start_dialog;
use self::toss::{coin_toss, is_tossing};
use super::setup::was_just_set_up;
use crate::board::mancala::mancala_board;
use crate::board::tic_tac_toe::tic_tac_toe_board;
use crate::catalogue::Game;
use crate::route::LinkedGame;
use crate::session::{Dialog, LiveTable, Origin, listen_to_keys};
use crate::storage;
use crate::ui::elements::{El, button, classed, el, link};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// The table of a game: the one that was left here, or a new one for two.
pub(crate) fn table_page(game: Game) -> El {
    let stored = storage::load_table(game).map(|mut log| {
        // A finished game is followed by the next one of the match.
        let _ = log.append(Event::Rematched { swapped: false });
        log
    });
    let begins = !was_just_set_up(game)
        && stored.as_ref().is_none_or(|log| {
            log.table().play().played() == 0 && log.table().toss() == Some(&Toss::default())
        });
    let log = stored.unwrap_or_else(|| game.table_for_two());
    let dialog = (game == Game::HomePits && begins).then_some(Dialog::Start);
    tables(game, Origin::Here, log, dialog)
}

/// The table of a game that came in a link.
pub(crate) fn linked_table_page(linked: LinkedGame) -> El {
    let game = Game::of_record(&linked.record);
    let seats = linked.seats();
    let log = GameLog::continued(Opening::new(linked.record, seats));
    tables(game, Origin::Link, log, None)
}

/// One table after the other: a new one is set where other rules or players are wanted.
fn tables(game: Game, origin: Origin, log: GameLog, dialog: Option<Dialog>) -> El {
    let next = RwSignal::new((log, dialog));
    classed("div", "tables").child_live(
        move || next.get(),
        move |(log, dialog)| {
            let live = LiveTable::new(game, origin, log, next);
            live.dialog.set(dialog);
            listen_to_keys(live);
            live.go_on();
            Some(table(live))
        },
    )
}

/// The page of a table, wherever its log is kept.
pub(super) fn table(live: LiveTable) -> El {
    let page = match live.shown.with(parlor_table::Table::rules) {
        Some(rules) => classed("div", "table-page mancala-page")
            .child(top(live, el("h1")))
            .child(pane(live, Player::Two))
            .child(message(live))
            .child(evaluation_bar(live))
            .child(mancala_board(live, rules))
            .children(far_notes(live))
            .when(move || is_tossing(live), move || coin_toss(live))
            .child(pane(live, Player::One)),
        None => classed("div", "table-page tic-tac-toe-page")
            .id("app")
            .child(top(live, el("h1").id("title")))
            .child(pane(live, Player::One))
            .child(pane(live, Player::Two))
            .child(player_message(live))
            .child(evaluation_bar(live))
            .child(tic_tac_toe_board(live))
            .children(far_notes(live))
            .children(live.far().is_none().then(|| restart(live))),
    };
    page.attr_live("data-phase", move || live.phase_name().to_owned())
        .attr_live("data-turn", move || live.turn_number().to_string())
        .attr_live("data-turns", move || live.shown.with(|table| table.play().played()).to_string())
        .attr_live("data-busy", move || live.busy.get().to_string())
        .attr_live("data-seat", move || seat_number(live))
        .attr_live("data-connection", move || connection_name(live).to_owned())
        .class_live("bigger-counts", move || live.has_bigger_counts())
        .class_live("instant", move || live.is_instant())
        .class_live("in-two-steps", move || live.two_step())
        .child(controls(live))
        .child_live(move || live.dialog.get(), move |dialog| Some(draw_dialog(live, dialog?)))
}

/// Where the person at this screen sits, if the other player is far away.
fn seat_number(live: LiveTable) -> String {
    live.my_seat().map(|player| (player.index() + 1).to_string()).unwrap_or_default()
}

fn top(live: LiveTable, title: El) -> El {
    let home = link("#/")
        .attr("class", "home")
        .attr("aria-label", wording::front_room::home())
        .child(Icon::Home.draw());
    classed("header", "top")
        .child(home)
        .child(title.text(live.game.name()))
        .children(watchers(live))
}

/// The turn on the side of the player to move, with their symbol in the middle; at the end, the
/// result.
fn player_message(live: LiveTable) -> El {
    let message_of = move |player: Player| {
        move || {
            live.shown.with(|table| match table.phase() {
                Phase::Playing(of) if of == player => status(table, Voice::of(table)),
                _ => String::new(),
            })
        }
    };
    let middle = move || {
        live.shown.with(|table| match table.ending() {
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
        .child(for_the_ear(live))
}

fn restart(live: LiveTable) -> El {
    button(move || live.restart())
        .id("reset")
        .attr("class", "primary")
        .text(wording::controls::restart_game())
}

fn draw_dialog(live: LiveTable, dialog: Dialog) -> El {
    match dialog {
        Dialog::Start => start_dialog(live),
        Dialog::NewGame => new_game_sheet(live),
        Dialog::Settings => settings_sheet(live),
        Dialog::Share => match live.far() {
            Some(far) => far_share_sheet(live, far),
            None => share_sheet(live),
        },
        Dialog::Help => help_sheet(live),
        Dialog::Resign => resign_sheet(live),
        Dialog::Leave => leave_sheet(live),
        Dialog::Reactions => reactions_sheet(live),
    }
}
