use parlor_rules::{Choice, Level, Player};

use crate::{Commitment, Name, Nonce};

/// What somebody at a table wants to do. Whether it happens, and as which events, is for
/// [`Table::decide`](crate::Table::decide) to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To take a free seat.
    Join {
        /// What they are called.
        name: Name,
        /// Which seat, if it matters to them.
        seat: Option<Player>,
    },
    /// To give up their seat, before a game or after it.
    Leave,
    /// To be called otherwise.
    Rename(Name),
    /// To let the computer have a free seat.
    SeatComputer {
        /// Which seat.
        seat: Player,
        /// How strong it plays.
        level: Level,
        /// What it is called.
        name: Name,
    },
    /// To play a move.
    Move {
        /// What they chose.
        choice: Choice,
    },
    /// To toss: to fix one's part of it without showing it.
    Commit(Commitment),
    /// To show one's part of the toss.
    Reveal(Nonce),
    /// To give up the game.
    Resign,
    /// To ask the other player for something; or to agree, if they asked for the same.
    Ask(Wish),
    /// To agree to what the other player asked for. It depends on the question: a server takes it
    /// only from somebody who says that they know the one that is open.
    Accept(WishKind),
    /// To say no to it.
    Decline,
}

/// What a player may ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To call the game a tie.
    Draw,
    /// To take moves back.
    TakeBack {
        /// How many moves would be left; by default those before their own last turn.
        to: Option<u16>,
    },
    /// To play another game, with sides changed.
    Rematch,
}

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WishKind {
    /// The game being called a tie.
    Draw,
    /// Moves being taken back.
    TakeBack,
    /// Another game.
    Rematch,
}

impl Wish {
    /// What an answer to it is about.
    pub const fn kind(self) -> WishKind {
        match self {
            Self::Draw => WishKind::Draw,
            Self::TakeBack { .. } => WishKind::TakeBack,
            Self::Rematch => WishKind::Rematch,
        }
    }
}

impl WishKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Draw, Self::TakeBack, Self::Rematch];
}
