//! What people can do at a table beside choosing a move. It comes to a command, and is asked about
//! first where something would be lost by it.

use parlor_rules::{Choice, Player};
use parlor_table::{Command, GameLog, Name, Phase, Refusal, Table};
use parlor_wording as wording;

use super::{Dialog, Session, Start};
use crate::catalogue::Game;
use crate::identity;
use crate::route::go_home;

pub(crate) fn undo(session: Session) {
    travel(session, Command::Undo { to: None });
}

pub(crate) fn redo(session: Session) {
    travel(session, Command::Redo { to: None });
}

/// To the first position of the game.
pub(crate) fn to_start(session: Session) {
    travel(session, Command::Undo { to: Some(0) });
}

/// To the last position that was ever reached.
pub(crate) fn to_end(session: Session) {
    let end = session.table().with(|table| table.play().played() + table.play().undone());
    travel(session, Command::Redo { to: u16::try_from(end).ok() });
}

fn travel(session: Session, command: Command) {
    session.animation().skip();
    if session.can(&command) {
        session.submit(command);
    }
}

/// Swaps sides by the pie rule.
pub(crate) fn swap(session: Session) {
    session.animation().skip();
    session.submit(Command::Swap);
}

pub(crate) fn rename(session: Session, player: Player, typed: &str) {
    let name = Name::new(typed);
    if session.table().with(|table| identity::is_mine(table, player)) {
        identity::remember_name(&name);
    }
    session.submit(Command::Rename { player: Some(player), name });
}

/// Whether turns are taken back and played again at will. Elsewhere the other player is asked, and a
/// game that is over is looked back at on this screen alone.
pub(crate) fn goes_back_at_will(session: Session) -> bool {
    let redo = session.offer(&Command::Redo { to: None });
    !matches!(redo, Err(Refusal::OneScreenOnly | Refusal::NotSeated))
}

/// The next game of the match, a new game, or the end of this one: whatever is possible now.
pub(crate) fn ask_next_game(session: Session) {
    if session.is_over() {
        play_again(session);
    } else if session.can(&Command::Restart) {
        new_game(session);
    } else if session.can(&Command::Resign) {
        session.dialog().set(Some(Dialog::Resign));
    }
}

/// A new game. It is asked about where a game would be lost by it, and after the end, where other
/// players or rules may be wanted.
pub(crate) fn new_game(session: Session) {
    if session.table().with(|table| table.play().played() > 0) {
        session.dialog().set(Some(Dialog::NewGame));
    } else {
        start_over(session);
    }
}

/// The next game of the match, after the end of one.
pub(crate) fn play_again(session: Session) {
    if session.can(&Command::Restart) {
        session.submit(Command::Restart);
    }
}

/// A new game, with whatever a game of this kind begins with.
pub(crate) fn start_over(session: Session) {
    session.animation().skip();
    if session.game() == Game::HomePits && session.next().is_some() {
        session.dialog().set(Some(Dialog::Start));
    } else {
        session.submit(Command::Restart);
    }
}

/// A new game at once.
pub(crate) fn restart(session: Session) {
    session.animation().skip();
    session.submit(Command::Restart);
}

/// Sets another table in the place of this one.
pub(crate) fn replace_with(session: Session, log: GameLog) {
    if let Some(next) = session.next() {
        (session.keep())(&log);
        next.set((log, Start::AtOnce));
    }
}

/// Plays a move for the player whose turn it is, wherever they sit: what a puzzle replies.
pub(crate) fn play_on(session: Session, choice: Choice) {
    let seat = session.table().with(|table| table.seat_id(table.turn()));
    session.act(|host| host.submit_for_computer(seat, Command::Move { choice }));
    session.show_reports();
}

/// Leaves the table. A game in progress is given up.
pub(crate) fn leave(session: Session) {
    if session.is_spectator() {
        return go_home();
    }
    if session.is_in_progress() {
        session.submit(Command::Resign);
    }
    session.submit(Command::Leave);
    session.told().show(wording::sheets::leaving());
}

/// Leaves the table, and asks first if that matters to the other player.
pub(crate) fn ask_to_leave(session: Session) {
    let alone = session.table().with(Table::phase) == Phase::Waiting;
    if alone || session.is_spectator() {
        leave(session);
    } else {
        session.dialog().set(Some(Dialog::Leave));
    }
}
