use std::error::Error;
use std::fmt;

/// Why a text is no line of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotALine {
    /// It has more characters than a line may have.
    TooLong,
    /// It is not UTF-8.
    NotText,
    /// It has no command.
    NoCommand,
    /// An id or a reference is no number, or too large a one.
    Id,
    /// The name of a command has other characters than letters and digits.
    Command,
    /// There are more arguments than any command has.
    TooManyArguments,
    /// A text is not closed, or goes on after its closing quote.
    Quote,
    /// There is a character that cannot stand where it stands.
    Character,
    /// A number is larger than any that means something.
    Number,
    /// A board literal is none, or is of a board that cannot be played on.
    Board,
}

impl fmt::Display for NotALine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "a line has at most 16384 characters",
            Self::NotText => "a line is UTF-8",
            Self::NoCommand => "the line has no command",
            Self::Id => "an id is a number",
            Self::Command => "a command has letters and digits only",
            Self::TooManyArguments => "too many arguments",
            Self::Quote => "a quoted text is not closed, or goes on after its end",
            Self::Character => "this character is allowed only inside quotes",
            Self::Number => "a number is too large",
            Self::Board => {
                "a board is <pits,south store,north store,south pits,north pits> with 1 to 9 pits a \
                 side and at most 255 stones"
            }
        })
    }
}

impl Error for NotALine {}

/// Why a line says nothing that the other side can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAMessage {
    /// It is no line at all.
    Line(NotALine),
    /// There is no such command.
    Unknown,
    /// The arguments are not those of the command.
    Arguments(&'static str),
}

impl From<NotALine> for NotAMessage {
    fn from(line: NotALine) -> Self {
        Self::Line(line)
    }
}

impl fmt::Display for NotAMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => line.fmt(f),
            Self::Unknown => f.write_str("there is no such command"),
            Self::Arguments(usage) => write!(f, "usage: {usage}"),
        }
    }
}

impl Error for NotAMessage {}
