use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::Level;

use crate::NotAGame;

/// Against whom a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opponent {
    /// Someone at the same screen.
    SameScreen,
    /// Someone elsewhere.
    Remote,
    /// The computer.
    Computer(Level),
}

/// `same-screen`, `remote`, or the computer's level as `level-4`.
impl Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameScreen => f.write_str(SAME_SCREEN),
            Self::Remote => f.write_str(REMOTE),
            Self::Computer(level) => write!(f, "{LEVEL}{}", level.number()),
        }
    }
}

const SAME_SCREEN: &str = "same-screen";
const REMOTE: &str = "remote";
const LEVEL: &str = "level-";

impl FromStr for Opponent {
    type Err = NotAGame;

    fn from_str(text: &str) -> Result<Self, NotAGame> {
        match text {
            SAME_SCREEN => Ok(Self::SameScreen),
            REMOTE => Ok(Self::Remote),
            _ => {
                let mut levels = Level::all().map(Self::Computer);
                levels.find(|computer| computer.to_string() == text).ok_or(NotAGame::Opponent)
            }
        }
    }
}
