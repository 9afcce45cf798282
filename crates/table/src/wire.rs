//! How values of the rules are written in an event: as the text that people know them by.

/// Anything that can be printed and parsed, as text.
pub(crate) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// A player, as the number 1 or 2.
pub(crate) mod player {
    use parlor_rules::Player;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    pub(crate) fn serialize<S: Serializer>(player: &Player, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(match player {
            Player::One => 1,
            Player::Two => 2,
        })
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
        match u8::deserialize(from)? {
            1 => Ok(Player::One),
            2 => Ok(Player::Two),
            _ => Err(D::Error::custom("a player is 1 or 2")),
        }
    }
}
