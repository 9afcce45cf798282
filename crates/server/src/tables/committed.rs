use std::time::{Duration, Instant};

use parlor_rules::Player;
use parlor_table::{Occupant, Table};

/// What people know of a table besides its log: who sits where, and since when the player to move
/// has been thinking.
///
/// A table in memory runs ahead of the store. Whoever comes now is told of it as it is stored, and
/// so is everybody who is told who is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    seats: [Occupant; 2],
    /// Whether the players have changed sides since the table was opened, and not back again.
    swapped: bool,
    thinking_since: Option<Instant>,
}

impl Told {
    /// A table as it is, and up to when the player to move has been charged for thinking, where
    /// there is a clock that runs.
    pub(crate) fn of(table: &Table, thinking_since: Option<Instant>) -> Self {
        Self {
            seats: Player::BOTH.map(|player| table.seat(player).occupant),
            swapped: table.home(Player::One) != Player::One,
            thinking_since,
        }
    }

    /// The side that a seat has which had this one when the table was opened; and the other way
    /// round.
    pub(crate) fn side(&self, home: Player) -> Player {
        if self.swapped { !home } else { home }
    }

    /// Who sits on a side.
    pub(crate) fn occupant(&self, player: Player) -> Occupant {
        self.seats[player.index()]
    }

    /// Whether everybody sits where they sat.
    pub(crate) fn has_same_seats(&self, other: &Self) -> bool {
        (self.seats, self.swapped) == (other.seats, other.swapped)
    }

    /// How long the player to move has been thinking, where there is a clock that runs.
    pub(crate) fn thinking(&self, now: Instant) -> Option<Duration> {
        let millis = now.saturating_duration_since(self.thinking_since?).as_millis();
        Some(Duration::from_millis(millis.min(u32::MAX.into()) as u64))
    }
}
