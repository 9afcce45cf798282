//! Words that people and programs make up for each other: links, keys and numbers of commands.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// Text that cannot be such a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAWord;

impl Display for NotAWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("letters, digits, - and _ are wanted here, and not too many of them")
    }
}

impl std::error::Error for NotAWord {}

macro_rules! word {
    ($(#[$doc:meta])* $name:ident, at most $longest:literal, shown as $debug:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct $name(Box<str>);

        impl $name {
            /// The word itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NotAWord;

            fn from_str(text: &str) -> Result<Self, NotAWord> {
                let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
                let fits = (1..=$longest).contains(&text.len()) && text.bytes().all(plain);
                fits.then(|| Self(text.into())).ok_or(NotAWord)
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let show: fn(&Self) -> &str = $debug;
                f.write_str(show(self))
            }
        }
    };
}

word! {
    /// The name of a table that is played at from several places: what its link ends with. Nobody
    /// can guess one.
    TableId, at most 32, shown as |word| &word.0
}

word! {
    /// What a client calls one of its commands. A command that is sent again under the same name is
    /// carried out once.
    CommandId, at most 32, shown as |word| &word.0
}

word! {
    /// The secret that a seat belongs to: whoever has it sits there. It does not appear in what
    /// programs print for programmers.
    SeatToken, at most 64, shown as |_| "a secret"
}

impl SeatToken {
    /// How many letters the keys have that servers make, and how many any key must have: 192 bits.
    pub const LETTERS: usize = 32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_and_plain() {
        assert_eq!("a-Z_9".parse::<TableId>().map(|word| word.to_string()), Ok("a-Z_9".to_owned()));
        for wrong in ["", "a b", "é", "a\t", "../x", "123456789012345678901234567890123"] {
            assert_eq!(wrong.parse::<CommandId>(), Err(NotAWord), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_printed_by_accident() {
        let token: SeatToken = "hunter2".parse().expect("a word");
        assert_eq!(format!("{:?}", Some(&token)), "Some(a secret)");
    }
}
