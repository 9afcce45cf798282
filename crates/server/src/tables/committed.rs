use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{Occupant, SeatId, Table};
use tokio::time::Instant;

/// What is committed of a table besides its log: who sits where, and since when the player to move
/// has been thinking.
///
/// A table in memory runs ahead of the store. What a client is told, in a welcome or about
/// presence, is the table as it is committed, never as it is in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Committed {
    /// Who sits on each side.
    occupants: [Occupant; 2],
    /// The side that each seat has.
    sides: [Player; 2],
    thinking_since: Option<Instant>,
}

impl Committed {
    /// A table as it is, and up to when the player to move has been charged for thinking, where a
    /// clock runs.
    pub(crate) fn of(table: &Table, thinking_since: Option<Instant>) -> Self {
        Self {
            occupants: Player::BOTH.map(|player| table.seat(player).occupant),
            sides: SeatId::BOTH.map(|seat| table.side(seat)),
            thinking_since,
        }
    }

    /// The side that a seat has.
    pub(crate) fn side(&self, seat: SeatId) -> Player {
        self.sides[seat.index()]
    }

    /// Who sits on a side.
    pub(crate) fn occupant(&self, player: Player) -> Occupant {
        self.occupants[player.index()]
    }

    /// Whether all players sit where they sat.
    pub(crate) fn has_same_seats(&self, other: &Self) -> bool {
        (self.occupants, self.sides) == (other.occupants, other.sides)
    }

    /// How long the player to move has been thinking, where a clock runs.
    pub(crate) fn thinking(&self, now: Instant) -> Option<Duration> {
        Some(whole_milliseconds(now.saturating_duration_since(self.thinking_since?)))
    }
}

/// Clocks count whole milliseconds, as the log does.
fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis().min(u32::MAX.into()) as u64)
}
