use std::error::Error;
use std::fmt;

use parlor_rules::Player;

use crate::name::is_visible;

/// The symbols that the two players draw in Tic-Tac-Toe: one visible character each, and not the
/// same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks([char; 2]);

/// Why two symbols cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarksError {
    /// One of them is not exactly one visible character.
    NotOneCharacter,
    /// They are the same.
    Same,
}

impl Marks {
    /// The symbols out of what was typed for each player.
    ///
    /// # Errors
    /// If one of them is not exactly one visible character, or both are the same.
    pub fn parse(typed: [&str; 2]) -> Result<Self, MarksError> {
        let [one, two] = typed.map(|text| {
            let mut letters = text.trim().chars();
            letters.next().filter(|_| letters.next().is_none())
        });
        match (one, two) {
            (Some(one), Some(two)) => Self::try_from([one, two]),
            _ => Err(MarksError::NotOneCharacter),
        }
    }

    /// A player's symbol.
    pub const fn of(self, player: Player) -> char {
        self.0[player.index()]
    }
}

/// X and O.
impl Default for Marks {
    fn default() -> Self {
        Self(['X', 'O'])
    }
}

impl TryFrom<[char; 2]> for Marks {
    type Error = MarksError;

    fn try_from(marks: [char; 2]) -> Result<Self, MarksError> {
        if !marks.into_iter().all(is_visible) {
            Err(MarksError::NotOneCharacter)
        } else if marks[0] == marks[1] {
            Err(MarksError::Same)
        } else {
            Ok(Self(marks))
        }
    }
}

impl fmt::Display for MarksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOneCharacter => "A symbol is one visible character.",
            Self::Same => "The two symbols must differ.",
        })
    }
}

impl Error for MarksError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_visible_single_and_different() {
        assert_eq!(Marks::parse(["★", " ☾ "]).map(|marks| marks.of(Player::Two)), Ok('☾'));
        assert_eq!(Marks::parse(["", "O"]), Err(MarksError::NotOneCharacter));
        assert_eq!(Marks::parse(["XX", "O"]), Err(MarksError::NotOneCharacter));
        for nothing in ["\u{200b}", "\u{2800}", "\u{3164}", "\u{301}", "\u{a0}"] {
            assert_eq!(Marks::parse([nothing, "O"]), Err(MarksError::NotOneCharacter));
        }
        assert_eq!(Marks::parse(["\"", "\\"]).map(|marks| marks.of(Player::One)), Ok('"'));
        assert_eq!(Marks::parse(["O", "O"]), Err(MarksError::Same));
    }
}
