//! Looking back at a game with somebody far away, and what may be known about its moves.

use parlor_table::{Phase, Table};

use super::{LiveTable, person_moves};
use crate::ui::prelude::*;

impl LiveTable {
    pub(crate) fn is_looking_back(self) -> bool {
        self.looked_back.get().is_some()
    }

    /// How many moves of the game are shown, and how many there are.
    pub(crate) fn looked_at(self) -> (usize, usize) {
        let of = |table: &Table| table.play().played();
        (self.shown.with(of), self.log.with(|log| of(log.table())))
    }

    /// Shows the game as it was after so many moves. Nobody else sees anything of it.
    pub(crate) fn look_back_at(self, moves: usize) {
        let (_, end) = self.looked_at();
        self.skip();
        self.looked_back.set((moves < end).then_some(moves));
        self.show_at_once();
    }

    /// Whether somebody here may know what moves are worth. Two who play against each other may
    /// not, before the end; those who watch them may.
    pub(crate) fn may_be_advised(self) -> bool {
        self.far().is_none_or(|far| far.seat.get().is_none()) || self.is_over()
    }

    /// Whether there is a move that somebody here may be advised about.
    pub(super) fn has_a_choice(self) -> bool {
        self.shown.with(|table| match self.far() {
            Some(_) => matches!(table.phase(), Phase::Playing(_)),
            None => person_moves(table),
        })
    }

    pub(crate) fn is_over(self) -> bool {
        self.log.with(|log| log.table().ending().is_some())
    }
}
