//! Stepping through a game on this screen alone.

use std::collections::VecDeque;

use parlor_rules::Turn;
use parlor_rules::mancala::Position;
use parlor_table::Table;

use super::Session;

/// Whether the game is shown as it was, and not as it stands.
pub(crate) fn is_looking_back(session: Session) -> bool {
    session.looked_back().get().is_some()
}

/// How many turns of the game are shown, and how many there are.
pub(crate) fn place(session: Session) -> (usize, usize) {
    let of = |table: &Table| table.play().played();
    (session.shown().with(of), session.table().with(of))
}

/// Shows the game as it was after so many turns.
pub(crate) fn look_at(session: Session, plies: usize) {
    let (_, end) = place(session);
    session.animation().skip();
    session.looked_back().set((plies < end).then_some(plies));
    session.show_at_once();
}

/// Shows turns that were not played, one after the other, from the position on the board, as long as they are
/// wanted. The next step through the game takes them back.
pub(crate) fn show_turns(
    session: Session,
    turns: Vec<Turn<Position>>,
    is_wanted: impl Fn() -> bool + 'static,
) {
    show_next_turn(session, turns.into(), is_wanted);
}

fn show_next_turn(
    session: Session,
    mut turns: VecDeque<Turn<Position>>,
    is_wanted: impl Fn() -> bool + 'static,
) {
    // A turn that is skipped because someone steps away ends here as well.
    if let Some(turn) = turns.pop_front().filter(|_| is_wanted()) {
        session.animation().start(&turn, move || show_next_turn(session, turns, is_wanted));
    }
}

/// The table that is looked at: as it stands, or as it was.
pub(super) fn looked_at(session: Session) -> Table {
    let looked_back = session.looked_back().get();
    session.table().with(|table| match looked_back {
        Some(plies) => table.looked_back_at(plies),
        None => table.clone(),
    })
}
