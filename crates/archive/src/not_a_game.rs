use std::error::Error;
use std::fmt::{self, Display};

use parlor_rules::RecordError;

/// Why something is not a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAGame {
    /// It does not have the parts that a game has.
    Shape,
    /// Its line is no game.
    Game(RecordError),
    /// How it ended does not fit its moves.
    Ending,
    /// The side is invalid, missing, or not allowed here.
    Side,
    /// There is no such opponent.
    Opponent,
}

impl Display for NotAGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str("a game has a date, a side, an opponent, an end and moves"),
            Self::Game(error) => error.fmt(f),
            Self::Ending => f.write_str("how the game ended does not fit its moves"),
            Self::Side => {
                f.write_str("the side is 1 or 2, and left out where two shared the screen")
            }
            Self::Opponent => {
                f.write_str("the opponent is 'same-screen', 'remote', or 'level-1' to 'level-8'")
            }
        }
    }
}

impl Error for NotAGame {}
