use std::fmt;

use parlor_rules::Player;

/// What a person is called: one line of at most 24 characters, or nothing at all.
///
/// However a name arrives, what shows nothing and the space around it are gone and it is cut to
/// length; a blank name stands for the default, "Player 1" or "Player 2".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The most characters that a name can have.
    pub const MAX_CHARACTERS: usize = 24;

    /// A name out of whatever was typed.
    pub fn new(typed: &str) -> Self {
        let letters = typed.chars().filter_map(|letter| match letter {
            _ if letter.is_control() => None,
            _ if letter.is_whitespace() => Some(' '),
            _ => is_printed(letter).then_some(letter),
        });
        // What only changes the letter before it, such as an accent, needs one.
        let letters = letters.skip_while(|&letter| !is_visible(letter));
        let cut: String = letters.take(Self::MAX_CHARACTERS).collect();
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

/// Whether a character shows something by itself.
pub(crate) fn is_visible(letter: char) -> bool {
    // So it would be quoted at the beginning of a text, where an accent has nothing to stand on.
    let quoted_as_it_is = letter.escape_debug().eq([letter]);
    let escaped_as_a_quote = matches!(letter, '"' | '\'' | '\\');
    (quoted_as_it_is || escaped_as_a_quote) && letter != ' ' && !is_filler(letter)
}

/// Whether a character shows something where it stands in a text, and does not change how the text
/// around it runs. The standard library knows this of every character, by what Unicode says it is
/// for: what it does not print as it is when it quotes a text is a control or a format character, a
/// kind of space, or nothing at all.
fn is_printed(letter: char) -> bool {
    let after_another = String::from_iter(['a', letter]);
    let quoted_as_it_is = after_another.escape_debug().eq(after_another.chars());
    is_visible(letter) || quoted_as_it_is && !is_filler(letter)
}

/// Whether a letter was made to show nothing: those that stand for a missing part of a Korean
/// syllable, and the Braille cell without a dot.
fn is_filler(letter: char) -> bool {
    matches!(letter, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}')
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

    /// What Unicode calls `Default_Ignorable_Code_Point`, and the Braille cell without a dot.
    const SHOWS_NOTHING: [std::ops::RangeInclusive<char>; 18] = [
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{202a}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{2800}'..='\u{2800}',
        '\u{3164}'..='\u{3164}',
        '\u{fe00}'..='\u{fe0f}',
        '\u{feff}'..='\u{feff}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{fff0}'..='\u{fff8}',
        '\u{1bca0}'..='\u{1bca3}',
        '\u{1d173}'..='\u{1d17a}',
        '\u{e0000}'..='\u{e0fff}',
    ];

    #[test]
    fn a_name_shows_something_or_is_blank() {
        for letter in SHOWS_NOTHING.into_iter().flatten() {
            assert!(!is_visible(letter), "{letter:?}");
            assert_eq!(Name::new(&format!(" {letter}{letter} ")), Name::default(), "{letter:?}");
        }
        for text in ["\u{301}", "\u{a0}", "\u{3000}\u{2003}", "\u{e000}", "\u{2028}"] {
            assert_eq!(Name::new(text), Name::default(), "{text:?}");
        }
        assert_eq!(Name::new("\u{2800}\u{301}A\u{61c}d\u{3164}a").as_typed(), "Ada");
    }

    #[test]
    fn names_of_all_languages_stay_as_they_are() {
        for name in [
            "Zoe\u{308}",
            "O'Brien \\ \"B\"",
            "अनिता",
            "สมชาย",
            "佐藤 花子",
            "김민준",
            "محمد",
            "★ 🦀",
            "❤\u{fe0f}",
        ] {
            assert_eq!(Name::new(name).as_typed(), name);
        }
        assert_eq!(Name::new("佐藤\u{3000}花子").as_typed(), "佐藤 花子");
    }

    #[test]
    fn markup_is_only_text() {
        assert_eq!(Name::new("<img src=x>").shown(Player::One), "<img src=x>");
    }
}
