use parlor_rules::{AnyRecord, Choice, Player};

use crate::{Clock, Coin, Commitment, Marks, Name, Nonce, Seat};

/// One thing that happened at a table. A log holds them in order, numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The table was set: event 0 of every log, and of no other place in it.
    Opened(Opening),
    /// Somebody took a seat, or left it to somebody else. Who left after a game is still named there
    /// until the next one begins.
    Seated {
        /// Which seat.
        player: Player,
        /// Who sits there now.
        seat: Seat,
    },
    /// Somebody is called otherwise from now on.
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
    /// Moves were taken back.
    TookBack {
        /// How many moves of the game are left.
        to: u16,
    },
    /// Moves that had been taken back were played again.
    Redone {
        /// How many moves the game has now.
        to: u16,
    },
    /// Somebody asks the other player for something.
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
    /// Somebody gave up.
    Resigned {
        /// Who.
        player: Player,
    },
    /// The clock of the player to move ran out.
    TimeRanOut {
        /// Who.
        player: Player,
    },
    /// Both agreed that nobody wins.
    DrawAgreed,
    /// Another game begins, because the one under way was given up, or because somebody took the seat
    /// of one who had left after it. Whoever started that one starts; the score of the match stays.
    Restarted,
    /// After the end of a game, the next one of the match began.
    Rematched {
        /// Whether the players changed sides.
        swapped: bool,
    },
}

impl Event {
    /// Whether somebody who is about to do something has to look at the game again after it: the
    /// seats, the toss, the moves or the end have changed. What people are called and what they
    /// ask for has nothing to do with a move.
    pub const fn changes_game(&self) -> bool {
        !matches!(
            self,
            Self::Renamed { .. } | Self::Marked(_) | Self::Asked { .. } | Self::Declined { .. }
        )
    }

    /// Whether it brings the game under way on, to its end at last.
    pub const fn plays_on(&self) -> bool {
        matches!(
            self,
            Self::Committed { .. }
                | Self::Revealed { .. }
                | Self::TossForfeited { .. }
                | Self::Tossed { .. }
                | Self::Moved { .. }
                | Self::Resigned { .. }
                | Self::TimeRanOut { .. }
                | Self::DrawAgreed
        )
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
