use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parlor_rules::Player;

use crate::graphemes::{characters, visible};

/// The symbols that the two players draw in Tic-Tac-Toe: one visible character each, and not the
/// same one. A character is what people see as one, which may take several code points, as a flag
/// does. Both are kept as one text, player one's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks(Arc<str>);

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
        let [one, two] = typed.map(str::trim);
        if ![one, two].into_iter().all(is_one_character) {
            return Err(MarksError::NotOneCharacter);
        }
        if one == two {
            return Err(MarksError::Same);
        }
        // Two halves of a flag would be one flag side by side.
        let both = format!("{one}{two}");
        let apart = characters(&both).eq([one, two]);
        apart.then(|| Self(both.into())).ok_or(MarksError::NotOneCharacter)
    }

    /// A player's symbol.
    pub fn of(&self, player: Player) -> &str {
        characters(&self.0).nth(player.index()).unwrap_or_default()
    }
}

/// X and O.
impl Default for Marks {
    fn default() -> Self {
        Self("XO".into())
    }
}

/// Both symbols, player one's first.
impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Marks {
    type Err = MarksError;

    fn from_str(text: &str) -> Result<Self, MarksError> {
        let mut both = characters(text);
        match (both.next(), both.next(), both.next()) {
            (Some(one), Some(two), None) => Self::parse([one, two]),
            _ => Err(MarksError::NotOneCharacter),
        }
    }
}

fn is_one_character(text: &str) -> bool {
    characters(text).count() == 1 && visible(text) == text
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

    fn second(typed: [&str; 2]) -> Result<String, MarksError> {
        Marks::parse(typed).map(|marks| marks.of(Player::Two).to_string())
    }

    #[test]
    fn symbols_are_visible_single_and_different() {
        assert_eq!(second(["★", " ☾ "]).as_deref(), Ok("☾"));
        assert_eq!(second(["", "O"]), Err(MarksError::NotOneCharacter));
        assert_eq!(second(["XX", "O"]), Err(MarksError::NotOneCharacter));
        for nothing in ["\u{200b}", "\u{2800}", "\u{3164}", "\u{301}", "\u{a0}", "\u{200d}"] {
            assert_eq!(second([nothing, "O"]), Err(MarksError::NotOneCharacter));
        }
        assert_eq!(second(["\"", "\\"]).as_deref(), Ok("\\"));
        assert_eq!(second(["O", "O"]), Err(MarksError::Same));
    }

    #[test]
    fn a_symbol_is_what_people_see_as_one_character() {
        let kiss = "👩🏻\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👨🏿";
        for character in ["🇩🇪", "e\u{301}", "👍🏽", "1\u{fe0f}\u{20e3}", kiss] {
            assert_eq!(second(["X", character]).as_deref(), Ok(character));
            let both = format!("{character}X");
            assert_eq!(both.parse::<Marks>().map(|marks| marks.to_string()), Ok(both));
        }
        assert_eq!(second(["X", "🇩🇪🇫🇷"]), Err(MarksError::NotOneCharacter));
        let pile = format!("Z{}", "\u{301}".repeat(40));
        assert_eq!(second(["X", &pile]), Err(MarksError::NotOneCharacter));
    }

    #[test]
    fn two_symbols_that_join_side_by_side_cannot_be_told_apart() {
        assert_eq!(second(["🇩", "🇪"]), Err(MarksError::NotOneCharacter));
        assert_eq!("XO".parse(), Ok(Marks::default()));
        assert_eq!("XOX".parse::<Marks>(), Err(MarksError::NotOneCharacter));
    }
}
