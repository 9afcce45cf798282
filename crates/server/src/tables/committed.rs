use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{Occupant, SeatId, Table};
use tokio::time::Instant;

use crate::tables::seat_tokens::SeatTokens;
use crate::tokens::TokenHash;

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
    /// Whom each seat belongs to.
    tokens: SeatTokens,
    thinking: Thinking,
}

/// Since when the player to move has been thinking.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Thinking {
    /// No clock runs.
    Untimed,
    Since(Instant),
    /// Since it is committed that it is their turn: before that they cannot know.
    SinceCommit,
}

impl Committed {
    pub(crate) fn of(table: &Table, tokens: SeatTokens, thinking: Thinking) -> Self {
        Self {
            occupants: Player::BOTH.map(|player| table.seat(player).occupant),
            sides: SeatId::BOTH.map(|seat| table.side(seat)),
            tokens,
            thinking,
        }
    }

    /// The same, committed at this moment.
    pub(crate) fn at(self, now: Instant) -> Self {
        let thinking = match self.thinking {
            Thinking::SinceCommit => Thinking::Since(now),
            Thinking::Untimed | Thinking::Since(_) => self.thinking,
        };
        Self { thinking, ..self }
    }

    /// The side that a seat has.
    pub(crate) fn side(&self, seat: SeatId) -> Player {
        self.sides[seat.index()]
    }

    /// Who sits on a side.
    pub(crate) fn occupant(&self, player: Player) -> Occupant {
        self.occupants[player.index()]
    }

    /// Which seat the token with this hash opens.
    pub(crate) fn seat_of(&self, token: &TokenHash) -> Option<SeatId> {
        self.tokens.seat_of(token)
    }

    /// Whether all players sit where they sat.
    pub(crate) fn has_same_seats(&self, other: &Self) -> bool {
        (self.occupants, self.sides) == (other.occupants, other.sides)
    }

    /// How long the player to move has been thinking, where a clock runs.
    pub(crate) fn thinking(&self, now: Instant) -> Option<Duration> {
        match self.thinking {
            Thinking::Since(since) => {
                Some(whole_milliseconds(now.saturating_duration_since(since)))
            }
            Thinking::Untimed | Thinking::SinceCommit => None,
        }
    }
}

/// Clocks count whole milliseconds, as the log does.
fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis().min(u32::MAX.into()) as u64)
}
