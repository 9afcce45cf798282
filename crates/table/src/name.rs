use std::fmt;

use parlor_rules::Player;

use crate::graphemes::{first, visible};

/// What a person is called: one line of at most 24 characters, or nothing at all. A character is
/// what people see as one: an accented letter, a flag, a family.
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
        let cut = |text: &str| first(&visible(text), Self::MAX_CHARACTERS).trim_end().to_owned();
        // What stood on both sides of something that shows nothing may join when it is gone.
        let mut name = cut(typed);
        loop {
            let again = cut(&name);
            if again == name {
                return Self(name);
            }
            name = again;
        }
    }

    /// As much of a text as a name has room for, to stop people in time while they type.
    pub fn as_far_as_it_fits(typed: &str) -> &str {
        first(typed, Self::MAX_CHARACTERS)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphemes::is_visible;

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
            // Vowel, point and accent, in Hebrew and in Vietnamese.
            "\u{5e9}\u{5bc}\u{5c1}\u{5b8}\u{5bd}לום",
            "Nguye\u{302}\u{303}n",
            "สมชาย",
            "佐藤 花子",
            "김민준",
            "محمد",
            "★ 🦀",
            "❤\u{fe0f}",
            "👩\u{200d}🚀 Mae",
        ] {
            assert_eq!(Name::new(name).as_typed(), name);
        }
        assert_eq!(Name::new("佐藤\u{3000}花子").as_typed(), "佐藤 花子");
    }

    #[test]
    fn what_people_see_as_one_character_counts_as_one_and_stays_whole() {
        let family = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
        let scotland = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        for character in [family, scotland, "🇩🇪", "e\u{301}", "👍🏽", "1\u{fe0f}\u{20e3}"]
        {
            let most = character.repeat(Name::MAX_CHARACTERS);
            assert_eq!(Name::new(&most).as_typed(), most);
            assert_eq!(Name::new(&format!("{most}{character}")).as_typed(), most);
            assert_eq!(Name::as_far_as_it_fits(&format!("{most}{character}")), most);
        }
    }

    #[test]
    fn a_joiner_that_joins_nothing_is_gone_and_accents_do_not_pile_up() {
        assert_eq!(Name::new("A\u{200d}da\u{200d}").as_typed(), "Ada");
        assert_eq!(Name::new("👩\u{200d}").as_typed(), "👩");
        assert_eq!(Name::new("A\u{e0067}da").as_typed(), "Ada");
        let pile = Name::new(&format!("Z{}", "\u{301}".repeat(1000)));
        assert_eq!(pile.as_typed(), "Z\u{301}", "the same one counts once");
        let others: String = ('\u{300}'..='\u{314}').collect();
        let pile = Name::new(&format!("Z{others}a{others}lgo"));
        assert_eq!(pile.as_typed().chars().count(), 5 + 4 + 4, "{pile}");
        assert_eq!(Name::new(pile.as_typed()), pile);
        // Both halves of a syllable meet when what was between them is gone.
        for text in ["ᄀ\u{200d}ᅡ", "🇩\u{200d}🇪", "e\u{200b}\u{301}"] {
            let name = Name::new(&text.repeat(30));
            assert_eq!(Name::new(name.as_typed()), name, "{text:?}");
        }
    }

    #[test]
    fn markup_is_only_text() {
        assert_eq!(Name::new("<img src=x>").shown(Player::One), "<img src=x>");
    }
}
