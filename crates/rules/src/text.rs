//! What reading and refusing text have in common.

use std::fmt::{self, Write as _};

/// A small number as people write it: digits and nothing else. `str::parse` would take `+5` too.
pub(crate) fn parse_number(text: &str) -> Option<u8> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Text from outside as it stands in an error: in quotes, and unable to steer a terminal.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", Escaped(self.0))
    }
}

/// The same without the quotes.
///
/// Of other alphabets than ours only what is not seen, or turns text around, is escaped. That is a
/// short list; `str::escape_debug` has one of every character there is, too long for a browser.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            _ if letter.is_ascii() || letter.is_control() => letter.escape_default().fmt(f),
            '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}' => letter.escape_unicode().fmt(f),
            _ => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_steer_a_terminal_is_escaped_and_letters_are_not() {
        let cases = [
            ("kalah", "'kalah'"),
            ("it's \"\\\"", r#"'it\'s \"\\\"'"#),
            ("\u{1b}[2J\n\t", r"'\u{1b}[2J\n\t'"),
            ("\u{9b}31m", r"'\u{9b}31m'"),
            ("\u{202e}abc\u{200b}", r"'\u{202e}abc\u{200b}'"),
            ("été 石 🙂", "'été 石 🙂'"),
        ];
        for (text, quoted) in cases {
            assert_eq!(Quoted(text).to_string(), quoted);
        }
    }
}
