use std::error::Error;
use std::fmt::{self, Display};

use parlor_rules::RecordError;

use crate::NotAGame;

/// Why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// It is larger than any file of ours.
    TooLarge,
    /// It is no JSON.
    NotJson,
    /// It is JSON of something else.
    NotOurs,
    /// It was made by a version of Parlor that came after this one.
    Newer,
    /// It holds something else than what was asked for.
    OtherKind,
    /// Something is missing or makes no sense. The text says what, for programmers; it may be empty.
    Form(Box<str>),
    /// There is no game in it.
    NoGames,
    /// One of its games cannot have been played.
    Game {
        /// Which one, counted from 1.
        number: usize,
        /// Why not.
        why: RecordError,
    },
    /// The result of a game does not follow from its moves and from how it ended.
    Outcome {
        /// Which one, counted from 1.
        number: usize,
    },
    /// What else is said of a game does not fit it.
    Note {
        /// Which one, counted from 1.
        number: usize,
        /// What does not fit.
        why: NotAGame,
    },
}

impl FileRefusal {
    /// The same, where the reason is one of the game with this number.
    pub fn of_game(number: usize, why: NotAGame) -> Self {
        match why {
            NotAGame::Game(why) => Self::Game { number, why },
            NotAGame::Ending => Self::Outcome { number },
            why @ (NotAGame::Shape | NotAGame::Side | NotAGame::Opponent) => {
                Self::Note { number, why }
            }
        }
    }
}

impl Display for FileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the file is too large"),
            Self::NotJson => f.write_str("the file is not JSON"),
            Self::NotOurs => f.write_str("the file is not one of Parlor's"),
            Self::Newer => f.write_str("a newer version of Parlor made the file"),
            Self::OtherKind => f.write_str("the file holds something else"),
            Self::Form(why) if why.is_empty() => f.write_str("the file is damaged"),
            Self::Form(why) => write!(f, "the file is damaged: {}", why.escape_debug()),
            Self::NoGames => f.write_str("there is no game in the file"),
            Self::Game { number, why } => write!(f, "game {number}: {why}"),
            Self::Outcome { number } => {
                write!(f, "game {number}: its result does not follow from its moves")
            }
            Self::Note { number, why } => write!(f, "game {number}: {why}"),
        }
    }
}

impl Error for FileRefusal {}
