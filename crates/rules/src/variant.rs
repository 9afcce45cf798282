use std::fmt;
use std::str::FromStr;

use crate::mancala::{Rules, RulesError};

/// Which game is played, and by which rules.
///
/// ```
/// use parlor_rules::Variant;
///
/// let variant: Variant = "homepits,stones=3".parse()?;
/// assert_eq!(variant.to_string(), "homepits,stones=3");
/// # Ok::<(), parlor_rules::mancala::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Mancala by these rules.
    Mancala(Rules),
    /// Tic-Tac-Toe.
    TicTacToe,
}

const TIC_TAC_TOE: &str = "tic-tac-toe";

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(rules) => rules.fmt(f),
            Self::TicTacToe => f.write_str(TIC_TAC_TOE),
        }
    }
}

impl FromStr for Variant {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (name, choices) = text.split_at(text.find(',').unwrap_or(text.len()));
        if !name.trim().eq_ignore_ascii_case(TIC_TAC_TOE) {
            text.parse().map(Self::Mancala)
        } else if choices.is_empty() {
            Ok(Self::TicTacToe)
        } else {
            Err(RulesError::NoChoices(choices.to_owned()))
        }
    }
}
