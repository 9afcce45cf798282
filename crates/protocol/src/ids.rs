use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use crate::json::Text;

/// Text that cannot be the id of a table or the token of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

impl Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("letters, digits, - and _ are wanted here, and not too many of them")
    }
}

impl std::error::Error for NotAnId {}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, at most $longest:literal, shown as $debug:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct $name(Box<str>);

        impl $name {
            /// The id itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
                let fits = (1..=$longest).contains(&text.len()) && text.bytes().all(plain);
                fits.then(|| Self(text.into())).ok_or(NotAnId)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Text::deserialize(deserializer).map(|Text(id)| id)
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

id! {
    /// The id of a table on a server: what its link ends with. It cannot be guessed.
    TableId, at most 32, shown as |id| &id.0
}

id! {
    /// The secret that opens a seat: the client that shows it sits there. It does not appear in
    /// what programs print for programmers.
    SeatToken, at most 64, shown as |_| "a secret"
}

impl SeatToken {
    /// How many letters the tokens have that servers make, and how many any token must have: 192
    /// bits.
    pub const LETTERS: usize = 32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_short_and_plain() {
        assert_eq!("a-Z_9".parse::<TableId>().map(|id| id.to_string()), Ok("a-Z_9".to_owned()));
        for wrong in ["", "a b", "é", "a\t", "../x", "123456789012345678901234567890123"] {
            assert_eq!(wrong.parse::<TableId>(), Err(NotAnId), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_printed_by_accident() {
        let token: SeatToken = "hunter2".parse().expect("a token");
        assert_eq!(format!("{:?}", Some(&token)), "Some(a secret)");
    }
}
