use parlor_rules::{Choice, Level, Player};

use crate::{Coin, Commitment, Marks, Name, Nonce, SeatId};

/// Everything that can be done at a table. Whether it happens, and as which events, is for
/// [`Table::decide`](crate::Table::decide) to say.
///
/// A control submits the same command at every table. Where the [`Policy`] wants consent, taking
/// turns back and beginning again come out as a question to the other player.
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
    Rename {
        /// Who, where several people share the screen; otherwise the one who asks.
        player: Option<Player>,
        /// The new name.
        name: Name,
    },
    /// To let the computer have a free seat.
    SeatComputer {
        /// Which seat.
        seat: Player,
        /// How strong it plays.
        level: Level,
        /// What it is called.
        name: Name,
    },
    /// To draw other symbols.
    SetMarks(Marks),
    /// To play a move.
    Move {
        /// What they chose.
        choice: Choice,
    },
    /// To swap sides by the pie rule instead of moving.
    Swap,
    /// To toss the coin. At a remote table a client turns it into the two steps of a fair toss, to
    /// commit and to reveal.
    Toss,
    /// To fix one's part of a fair toss without showing it.
    Commit(Commitment),
    /// To show one's part of a fair toss.
    Reveal(Nonce),
    /// To take turns back.
    Undo {
        /// How many turns would be left; by default those before their own last one.
        to: Option<u16>,
    },
    /// To play again what was taken back.
    Redo {
        /// How many turns the game would have; by default up to their own next one.
        to: Option<u16>,
    },
    /// To begin another game: the next one of the match after the end, or one instead of the game
    /// in progress.
    Restart,
    /// To give up the game.
    Resign,
    /// To ask the other player for something; or to agree, if they asked for the same.
    Ask(Wish),
    /// To agree to what the other player asked for. It depends on the question: a server takes it
    /// only together with the version of the log in which the question is open.
    Accept(WishKind),
    /// To say no to it.
    Decline,
}

/// Who wants something done at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The one who sits in this seat.
    Seat(SeatId),
    /// The people at this one screen, who act for each seat that a person has.
    Screen,
    /// One who only watches.
    Spectator,
}

/// What needs consent at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The players share one screen and talk to each other: nothing does.
    OneScreen {
        /// How a coin falls that is tossed now. Chance is handed in: a table knows none.
        coin: Coin,
    },
    /// The players are apart: taking turns back, ties and rematches need the other player's consent,
    /// and a toss is made so that neither can choose it.
    Remote,
}

/// What a player may ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To call the game a tie.
    Draw,
    /// To take turns back.
    TakeBack {
        /// How many turns would be left; by default those before their own last one.
        to: Option<u16>,
    },
    /// To play another game, with sides swapped.
    Rematch,
}

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WishKind {
    /// The game being called a tie.
    Draw,
    /// Turns being taken back.
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
