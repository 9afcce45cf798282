//! What reading and refusing text have in common.

use std::fmt;

/// A small number as people write it: digits and nothing else. `str::parse` would take `+5` too.
pub(crate) fn parse_number(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Text from outside as it stands in an error: in quotes, and unable to steer a terminal.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0.escape_debug())
    }
}
