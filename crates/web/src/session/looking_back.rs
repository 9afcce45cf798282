//! Looking back at a finished game that the players share from afar, and what may be known about its
//! moves.

use parlor_table::{Phase, Table};

use super::Session;
use crate::ui::prelude::*;

impl Session {
    pub(crate) fn is_looking_back(self) -> bool {
        self.looked_back().get().is_some()
    }

    /// The table that is looked at: as it stands, or as it was.
    pub(super) fn looked_at_now(self) -> Table {
        self.table().with(|table| match self.looked_back().get() {
            Some(plies) => table.looked_back_at(plies),
            None => table.clone(),
        })
    }

    /// How many turns of the game are shown, and how many there are.
    pub(crate) fn looked_at(self) -> (usize, usize) {
        let of = |table: &Table| table.play().played();
        (self.shown().with(of), self.table().with(of))
    }

    /// Shows the game as it was after so many turns, on this screen alone.
    pub(crate) fn look_back_at(self, plies: usize) {
        let (_, end) = self.looked_at();
        self.skip();
        self.looked_back().set((plies < end).then_some(plies));
        self.show_at_once();
    }

    /// Whether the people at this screen may know what moves are worth. Two who play against each
    /// other may not, before the end; spectators may.
    pub(crate) fn may_be_advised(self) -> bool {
        self.my_side().is_none() || self.is_over()
    }

    /// Whether there is a move that the people at this screen may be advised about.
    pub(super) fn has_a_choice(self) -> bool {
        self.shown().with(|table| match table.phase() {
            Phase::Playing(player) => !self.is_shared() || table.seat(player).is_person(),
            Phase::Waiting | Phase::Tossing(_) | Phase::Over(_) => false,
        })
    }

    pub(crate) fn is_over(self) -> bool {
        self.table().with(|table| table.ending().is_some())
    }
}
