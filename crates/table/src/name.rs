use std::fmt;

use parlor_rules::Player;

/// What a person is called: one line of at most 24 characters, or nothing at all.
///
/// However a name arrives, control characters and the space around it are gone and it is cut to
/// length; a blank name stands for the default, "Player 1" or "Player 2".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The most characters that a name can have.
    pub const MAX_CHARACTERS: usize = 24;

    /// A name out of whatever was typed.
    pub fn new(typed: &str) -> Self {
        let visible: String = typed.chars().filter(|letter| !is_invisible(*letter)).collect();
        let cut: String = visible.trim().chars().take(Self::MAX_CHARACTERS).collect();
        Self(cut.trim_end().to_owned())
    }

    /// The name as it was typed: empty where the default is meant.
    pub fn as_typed(&self) -> &str {
        &self.0
    }

    /// The name that is shown for this player.
    pub fn shown(&self, player: Player) -> &str {
        match (self.0.as_str(), player) {
            ("", Player::One) => "Player 1",
            ("", Player::Two) => "Player 2",
            (name, _) => name,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a character shows nothing by itself or changes how the text around it runs.
pub(crate) fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_name_is_the_default() {
        assert_eq!(Name::new(" \t ").shown(Player::One), "Player 1");
        assert_eq!(Name::default().shown(Player::Two), "Player 2");
    }

    #[test]
    fn a_name_is_one_line_of_at_most_24_characters() {
        assert_eq!(Name::new("  A\u{7}d\na\u{202e} ").as_typed(), "Ada");
        let long = Name::new(&"é".repeat(40));
        assert_eq!(long.as_typed().chars().count(), Name::MAX_CHARACTERS);
    }

    #[test]
    fn markup_is_only_text() {
        assert_eq!(Name::new("<img src=x>").shown(Player::One), "<img src=x>");
    }
}
