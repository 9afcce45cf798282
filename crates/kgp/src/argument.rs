use std::fmt::{self, Display, Write};

use parlor_rules::mancala::Pit;

use crate::board::Board;
use crate::error::NotALine;

/// An argument of a command. Its type can be seen from how it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `32`, `+0`, `-100`.
    Integer(i64),
    /// `0.5`, `-.25`.
    Real(f64),
    /// A text of letters, digits, `-`, `_` and `:` that is no number, without quotes.
    Word(String),
    /// A text in quotes, with `\n` and `\t` for a new line and a tab, and `\` before a quote or itself.
    Text(String),
    /// `<3,0,0,3,3,3,3,3,3>`.
    Board(Board),
}

impl Argument {
    /// The text, where one is meant: common clients write words in quotes, too.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Word(text) | Self::Text(text) => Some(text),
            Self::Integer(_) | Self::Real(_) | Self::Board(_) => None,
        }
    }

    /// The number, where a whole one is meant.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            Self::Real(_) | Self::Word(_) | Self::Text(_) | Self::Board(_) => None,
        }
    }

    /// The number, whole or not.
    pub fn as_real(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            Self::Word(_) | Self::Text(_) | Self::Board(_) => None,
        }
    }

    /// The pit, which is counted from 1.
    pub(crate) fn as_pit(&self) -> Option<Pit> {
        Pit::new(u8::try_from(self.as_integer()?.checked_sub(1)?).ok()?)
    }

    /// The board.
    pub fn as_board(&self) -> Option<Board> {
        match self {
            Self::Board(board) => Some(*board),
            Self::Integer(_) | Self::Real(_) | Self::Word(_) | Self::Text(_) => None,
        }
    }

    /// Reads the argument that a text without leading space begins with, and gives back what follows it.
    pub(crate) fn read(text: &str) -> Result<(Self, &str), NotALine> {
        if let Some(quoted) = text.strip_prefix('"') {
            return read_quoted(quoted);
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        Ok((read_bare(word)?, rest))
    }
}

fn read_bare(word: &str) -> Result<Argument, NotALine> {
    if word.starts_with('<') {
        return word.parse().map(Argument::Board);
    }
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits.is_empty() && all_digits(digits) {
        return word.parse().map(Argument::Integer).map_err(|_| NotALine::Number);
    }
    if let Some((whole, part)) = digits.split_once('.') {
        if part.is_empty() || !all_digits(whole) || !all_digits(part) {
            return Err(NotALine::Character);
        }
        let number: f64 = word.parse().map_err(|_| NotALine::Number)?;
        return if number.is_finite() { Ok(Argument::Real(number)) } else { Err(NotALine::Number) };
    }
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte);
    if word.bytes().all(is_word) {
        Ok(Argument::Word(word.to_owned()))
    } else {
        Err(NotALine::Character)
    }
}

fn read_quoted(quoted: &str) -> Result<(Argument, &str), NotALine> {
    let mut text = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let rest = &quoted[at + 1..];
                let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
                return if ends { Ok((Argument::Text(text), rest)) } else { Err(NotALine::Quote) };
            }
            '\\' => match characters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, escaped)) if !escaped.is_control() => text.push(escaped),
                Some(_) => return Err(NotALine::Character),
                None => return Err(NotALine::Quote),
            },
            '\t' => text.push('\t'),
            control if control.is_control() => return Err(NotALine::Character),
            plain => text.push(plain),
        }
    }
    Err(NotALine::Quote)
}

impl Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            // With a point, so that it is read as what it is.
            Self::Real(number) if number.fract() == 0.0 => write!(f, "{number:.1}"),
            Self::Real(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
            Self::Text(text) => {
                f.write_char('"')?;
                for character in text.chars() {
                    match character {
                        '"' | '\\' => write!(f, "\\{character}")?,
                        '\n' => f.write_str("\\n")?,
                        '\t' => f.write_str("\\t")?,
                        control if control.is_control() => f.write_char(' ')?,
                        plain => f.write_char(plain)?,
                    }
                }
                f.write_char('"')
            }
            Self::Board(board) => board.fmt(f),
        }
    }
}
