//! The page of a table: the board and everything around it.

mod clock;
mod controls;
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
mod remote_controls;
mod remote_notes;
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
use self::help::help_sheet;
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
use super::setup::was_just_set_up;
use crate::board::mancala::mancala_board;
use crate::board::tic_tac_toe::tic_tac_toe_board;
use crate::catalogue::Game;
use crate::route::LinkedGame;
use crate::session::{Dialog, Kept, Session, listen_to_keys};
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
    tables(game, Kept::InBrowser, log, dialog)
}

/// The table of a game that came in a link.
pub(crate) fn linked_table_page(linked: LinkedGame) -> El {
    let game = Game::of_record(&linked.record);
    let seats = linked.seats();
    let log = GameLog::continued(Opening::new(linked.record, seats));
    tables(game, Kept::InAddress, log, None)
}

/// One table after the other: a new one is set where other rules or players are wanted.
fn tables(game: Game, kept: Kept, log: GameLog, dialog: Option<Dialog>) -> El {
    let next = RwSignal::new((log, dialog));
    classed("div", "tables").child_live(
        move || next.get(),
        move |(log, dialog)| {
            let session = Session::local(game, kept, log, next);
            session.dialog().set(dialog);
            listen_to_keys(session);
            session.begin();
            Some(table(session))
        },
    )
}

/// The page of a table, wherever its log is kept.
pub(super) fn table(session: Session) -> El {
    let page = match session.shown().with(parlor_table::Table::rules) {
        Some(rules) => classed("div", "table-page mancala-page")
            .child(top(session, el("h1")))
            .child(pane(session, Player::Two))
            .child(message(session))
            .child(evaluation_bar(session))
            .child(mancala_board(session, rules))
            .children(remote_notes(session))
            .when(move || is_tossing(session), move || coin_toss(session))
            .child(pane(session, Player::One)),
        None => classed("div", "table-page tic-tac-toe-page")
            .id("app")
            .child(top(session, el("h1").id("title")))
            .child(pane(session, Player::One))
            .child(pane(session, Player::Two))
            .child(player_message(session))
            .child(evaluation_bar(session))
            .child(tic_tac_toe_board(session))
            .children(remote_notes(session))
            .children(session.is_shared().then(|| restart(session))),
    };
    page.attr_live("data-phase", move || session.phase_name().to_owned())
        .attr_live("data-turn", move || session.turn_number().to_string())
        .attr_live("data-turns", move || {
            session.shown().with(|table| table.play().played()).to_string()
        })
        .attr_live("data-busy", move || session.busy().get().to_string())
        .attr_live("data-seat", move || seat_number(session))
        .attr_live("data-connection", move || connection_name(session).to_owned())
        .class_live("bigger-counts", move || session.has_bigger_counts())
        .class_live("instant", move || session.is_instant())
        .class_live("in-two-steps", move || session.two_step())
        .child(controls(session))
        .child_live(
            move || session.dialog().get(),
            move |dialog| Some(draw_dialog(session, dialog?)),
        )
}

/// The side of the one person at this screen, if they have a seat of their own.
fn seat_number(session: Session) -> String {
    session.my_side().map(|player| (player.index() + 1).to_string()).unwrap_or_default()
}

fn top(session: Session, title: El) -> El {
    let home = link("#/")
        .attr("class", "home")
        .attr("aria-label", wording::front_room::home())
        .child(Icon::Home.draw());
    classed("header", "top")
        .child(home)
        .child(title.text(session.game().name()))
        .children(spectators(session))
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
        .child(for_the_ear(session))
}

fn restart(session: Session) -> El {
    button(move || session.restart())
        .id("reset")
        .attr("class", "primary")
        .text(wording::controls::restart_game())
}

fn draw_dialog(session: Session, dialog: Dialog) -> El {
    match dialog {
        Dialog::Start => start_dialog(session),
        Dialog::NewGame => new_game_sheet(session),
        Dialog::Settings => settings_sheet(session),
        Dialog::Share => match session.connection() {
            Some(remote) => table_share_sheet(session, remote),
            None => share_sheet(session),
        },
        Dialog::Help => help_sheet(session),
        Dialog::Resign => resign_sheet(session),
        Dialog::Leave => leave_sheet(session),
        Dialog::Reactions => reactions_sheet(session),
    }
}
