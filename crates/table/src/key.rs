use std::fmt::{self, Display};
use std::str::FromStr;

/// The idempotency key of a command: letters, digits, `-` and `_`, at most 32 of them. A client
/// makes one for each command and sends the command again under the same key; it is carried out
/// once, and the event that it led to is noted with the key.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CommandKey(Box<str>);

impl CommandKey {
    /// The most characters that a key can have.
    pub const MAX_CHARACTERS: usize = 32;

    /// The key itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Text that cannot be the key of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAKey;

impl Display for NotAKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the key of a command has at most 32 letters, digits, - and _")
    }
}

impl std::error::Error for NotAKey {}

impl FromStr for CommandKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
        let fits = (1..=Self::MAX_CHARACTERS).contains(&text.len()) && text.bytes().all(plain);
        fits.then(|| Self(text.into())).ok_or(NotAKey)
    }
}

impl Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_short_and_plain() {
        assert_eq!(
            "a-Z_9".parse::<CommandKey>().map(|key| key.to_string()),
            Ok("a-Z_9".to_owned())
        );
        for wrong in ["", "a b", "é", "a\t", "../x", "123456789012345678901234567890123"] {
            assert_eq!(wrong.parse::<CommandKey>(), Err(NotAKey), "{wrong}");
        }
    }
}
