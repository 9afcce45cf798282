use parlor_rules::{AnyRecord, Choice, Player, Ply};

use crate::{Clock, Coin, Commitment, Marks, Name, Nonce, Seat};

/// One thing that happened at a table. A log holds them in order, numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The table was set: event 0 of every log, and of no other place in it.
    Opened(Opening),
    /// A seat was taken, or left for someone else. Who left after a game is still named there
    /// until the next one begins.
    Seated {
        /// Which seat.
        player: Player,
        /// Who sits there now.
        seat: Seat,
    },
    /// A player is called otherwise from now on.
    Renamed {
        /// Who.
        player: Player,
        /// The new name.
        name: Name,
    },
    /// The players draw other symbols from now on.
    Marked(Marks),
    /// Every game is played against this clock from now on.
    Clocked(Clock),
    /// A player chose their part of a fair toss and showed the hash of it.
    Committed {
        /// Who.
        player: Player,
        /// The hash.
        commitment: Commitment,
    },
    /// A player showed their part of a fair toss, after both had chosen.
    Revealed {
        /// Who.
        player: Player,
        /// What they had chosen.
        nonce: Nonce,
    },
    /// A player never showed what they had chosen, or with a clock never chose: the other one
    /// starts.
    TossForfeited {
        /// Who did not.
        player: Player,
    },
    /// A coin was tossed to decide who starts.
    Tossed {
        /// Who tossed.
        player: Player,
        /// What it shows.
        coin: Coin,
    },
    /// The player to move played.
    Moved {
        /// What they chose.
        choice: Choice,
    },
    /// The player to move took the other side by the pie rule, instead of moving.
    Swapped,
    /// Turns were taken back.
    TookBack {
        /// How many turns of the game are left.
        to: u16,
    },
    /// Turns that had been taken back were played again.
    Redone {
        /// How many turns the game has now.
        to: u16,
    },
    /// A player asks the other for something.
    Asked {
        /// Who asks.
        player: Player,
        /// For what.
        request: Request,
    },
    /// The other player said no to what was asked.
    Declined {
        /// Who said no.
        player: Player,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        player: Player,
    },
    /// The clock of the player to move ran out.
    TimeRanOut {
        /// Who.
        player: Player,
    },
    /// Both agreed on a tie.
    DrawAgreed,
    /// Another game begins, because the one in progress was given up, or because a seat was taken that
    /// had become free after it. The same player starts; the score of the match stays.
    Restarted,
    /// After the end of a game, the next one of the match began.
    Rematched {
        /// Whether the players changed sides.
        swapped: bool,
    },
}

impl Event {
    /// Whether a command that was chosen before it has to be chosen again: the seats, the toss, the
    /// moves or the end have changed. Names and questions have nothing to do with a move.
    pub const fn changes_game(&self) -> bool {
        match self {
            Self::Renamed { .. } | Self::Marked(_) | Self::Asked { .. } | Self::Declined { .. } => {
                false
            }
            Self::Opened(_)
            | Self::Seated { .. }
            | Self::Clocked(_)
            | Self::Committed { .. }
            | Self::Revealed { .. }
            | Self::TossForfeited { .. }
            | Self::Tossed { .. }
            | Self::Moved { .. }
            | Self::Swapped
            | Self::TookBack { .. }
            | Self::Redone { .. }
            | Self::Resigned { .. }
            | Self::TimeRanOut { .. }
            | Self::DrawAgreed
            | Self::Restarted
            | Self::Rematched { .. } => true,
        }
    }

    /// Whether it brings the game in progress forward, to its end at last.
    pub const fn plays_on(&self) -> bool {
        match self {
            Self::Committed { .. }
            | Self::Revealed { .. }
            | Self::TossForfeited { .. }
            | Self::Tossed { .. }
            | Self::Moved { .. }
            | Self::Swapped
            | Self::Resigned { .. }
            | Self::TimeRanOut { .. }
            | Self::DrawAgreed => true,
            Self::Opened(_)
            | Self::Seated { .. }
            | Self::Renamed { .. }
            | Self::Marked(_)
            | Self::Clocked(_)
            | Self::TookBack { .. }
            | Self::Redone { .. }
            | Self::Asked { .. }
            | Self::Declined { .. }
            | Self::Restarted
            | Self::Rematched { .. } => false,
        }
    }

    /// Whether it happens within the game that is in progress, so that its clocks run on.
    pub(crate) const fn belongs_to_game(&self) -> bool {
        match self {
            Self::Opened(_) | Self::Clocked(_) | Self::Restarted | Self::Rematched { .. } => false,
            Self::Seated { .. }
            | Self::Renamed { .. }
            | Self::Marked(_)
            | Self::Committed { .. }
            | Self::Revealed { .. }
            | Self::TossForfeited { .. }
            | Self::Tossed { .. }
            | Self::Moved { .. }
            | Self::Swapped
            | Self::TookBack { .. }
            | Self::Redone { .. }
            | Self::Asked { .. }
            | Self::Declined { .. }
            | Self::Resigned { .. }
            | Self::TimeRanOut { .. }
            | Self::DrawAgreed => true,
        }
    }
}

/// How a table is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The rules, the start, and the moves that had been played before the table was set.
    pub game: AnyRecord,
    /// Who sits where.
    pub seats: [Seat; 2],
    /// The symbols of the players, for games that draw them.
    pub marks: Marks,
    /// Whether the second player may swap sides instead of a first move.
    pub pie_rule: PieRule,
    /// How the next games begin.
    pub next_start: NextStart,
}

/// How games after the first one at a table begin, where that has an even start or a head start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NextStart {
    /// As the one before.
    #[default]
    Same,
    /// As the rules say; and there is no toss before the first one. So it was at tables of earlier
    /// versions, whose logs say nothing about it.
    Usual,
}

/// Whether the player who did not start may swap sides at their first turn instead of moving. It is
/// a choice of the table: positions and the engine never see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieRule {
    /// Sides stay as they are.
    #[default]
    Off,
    /// They may.
    On,
}

impl Opening {
    /// A table with the usual symbols. The pie rule is on where the game has a swap in it already.
    pub fn new(game: AnyRecord, seats: [Seat; 2]) -> Self {
        let swapped = game.plies().contains(&Ply::Swap);
        let pie_rule = if swapped { PieRule::On } else { PieRule::Off };
        let (marks, next_start) = (Marks::default(), NextStart::default());
        Self { game, seats, marks, pie_rule, next_start }
    }

    /// The same as earlier versions meant it, which did not say how the next games begin.
    #[must_use]
    pub fn of_earlier_version(self) -> Self {
        let is_unusual = self.game.start().is_unusual_start();
        let next_start = if is_unusual { NextStart::Usual } else { NextStart::Same };
        Self { next_start, ..self }
    }
}

/// What one player can ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// To call the game a tie.
    Draw,
    /// To take moves back.
    TakeBack {
        /// How many moves would be left.
        to: u16,
    },
    /// To play another game.
    Rematch,
}
