use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What a puzzle asks for, and so what it means that its solution is the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Win from here. At every own turn of the solution exactly one move still wins: each of the
    /// others leaves at most a tie, if the other player then plays their best.
    Win,
    /// Save the tie. The position is worth a tie, and at every own turn of the solution exactly one
    /// move keeps it: each of the others loses against best play.
    Tie,
    /// The longest chain of extra turns, whatever comes after it. Exactly one sequence of moves earns
    /// so many, so that at every turn of it exactly one move keeps the number within reach.
    Chain,
}

impl Theme {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Win, Self::Tie, Self::Chain];

    /// The word that stands for it in notation.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Tie => "tie",
            Self::Chain => "chain",
        }
    }

    /// Whether a move of this value keeps what is asked for. A chain is not a matter of values.
    pub(crate) const fn keeps(self, value: i16) -> bool {
        match self {
            Self::Win => value > 0,
            Self::Tie => value >= 0,
            Self::Chain => false,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Theme {
    type Err = NotATheme;

    fn from_str(text: &str) -> Result<Self, NotATheme> {
        Self::ALL
            .into_iter()
            .find(|theme| theme.id() == text)
            .ok_or_else(|| NotATheme(text.to_owned()))
    }
}

/// Text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotATheme(String);

impl fmt::Display for NotATheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no theme: write win, tie or chain", self.0.escape_debug())
    }
}

impl Error for NotATheme {}
