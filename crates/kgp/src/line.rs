use std::fmt::{self, Display};
use std::str::FromStr;

use crate::MAX_CHARACTERS;
use crate::argument::Argument;
use crate::error::NotALine;

/// One line: `[id][@reference] command arguments`, without its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its own id, which later lines may refer to.
    pub id: Option<u64>,
    /// The id of the line that it is about.
    pub reference: Option<u64>,
    /// The command.
    pub command: String,
    /// What belongs to the command.
    pub arguments: Vec<Argument>,
}

/// More arguments than any command has.
const MAX_ARGUMENTS: usize = 16;

impl Line {
    /// The id of a text that may be no line, so that it can be answered all the same.
    pub(crate) fn id_of(text: &str) -> Option<u64> {
        let digits =
            text.trim_start().split(|character: char| !character.is_ascii_digit()).next()?;
        digits.parse().ok()
    }
}

impl FromStr for Line {
    type Err = NotALine;

    fn from_str(text: &str) -> Result<Self, NotALine> {
        // Most lines are short: their bytes tell as much, and need not be counted.
        if text.len() > MAX_CHARACTERS && text.chars().count() > MAX_CHARACTERS {
            return Err(NotALine::TooLong);
        }
        let text = text.trim();
        let (first, after) = split_word(text);
        let (id, reference, (command, mut rest)) = match read_ids(first)? {
            Some((id, reference)) => (id, reference, split_word(after)),
            None => (None, None, (first, after)),
        };
        if command.is_empty() {
            return Err(NotALine::NoCommand);
        }
        if !command.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(NotALine::Command);
        }
        let mut arguments = Vec::new();
        while !rest.is_empty() {
            if arguments.len() == MAX_ARGUMENTS {
                return Err(NotALine::TooManyArguments);
            }
            let (argument, after) = Argument::read(rest)?;
            arguments.push(argument);
            rest = after.trim_start();
        }
        Ok(Self { id, reference, command: command.to_owned(), arguments })
    }
}

/// The first word, and what follows it without leading space.
fn split_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// The id of a line, and that of the line it refers to.
type Ids = (Option<u64>, Option<u64>);

/// The id and the reference, if the word is no command.
fn read_ids(word: &str) -> Result<Option<Ids>, NotALine> {
    if !word.starts_with(|first: char| first == '@' || first.is_ascii_digit()) {
        return Ok(None);
    }
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten().ok_or(NotALine::Id)
    };
    let (id, reference) = match word.split_once('@') {
        Some((id, reference)) => (id, Some(number(reference)?)),
        None => (word, None),
    };
    let id = if id.is_empty() { None } else { Some(number(id)?) };
    Ok(Some((id, reference)))
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if let Some(reference) = self.reference {
            write!(f, "@{reference}")?;
        }
        if self.id.or(self.reference).is_some() {
            f.write_str(" ")?;
        }
        f.write_str(&self.command)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_written() {
        let check = |text: &str, written: &str| {
            assert_eq!(text.parse::<Line>().map(|line| line.to_string()).as_deref(), Ok(written));
        };
        check("goodbye", "goodbye");
        check("4@2 move 3", "4@2 move 3");
        check("@2  move\t+3  ", "@2 move 3");
        check(
            r#"1 set "info:name" "a \"b\" \\ \n\t\x""#,
            r#"1 set "info:name" "a \"b\" \\ \n\tx""#,
        );
        check("7 eval -.25", "7 eval -0.25");
        check("7 eval 3.0", "7 eval 3.0");
        check("2 state <1,0,0,4,4>", "2 state <1,0,0,4,4>");
        check("0 set time:mode relative", "0 set time:mode relative");
    }

    #[test]
    fn what_is_no_line_is_told_why() {
        let check =
            |text: &str, wrong: NotALine| assert_eq!(text.parse::<Line>(), Err(wrong), "{text}");
        check("", NotALine::NoCommand);
        check(" 12 ", NotALine::NoCommand);
        check("12x move 1", NotALine::Id);
        check("@ move 1", NotALine::Id);
        check("99999999999999999999999 move 1", NotALine::Id);
        check("mo-ve 1", NotALine::Command);
        check("set a \"b", NotALine::Quote);
        check("set a \"b\"c", NotALine::Quote);
        check("set a b\"c", NotALine::Character);
        check("set a \"\u{7}\"", NotALine::Character);
        check("move 99999999999999999999", NotALine::Number);
        check("eval 1.", NotALine::Character);
        check("state <6,0>", NotALine::Board);
        check(&"a ".repeat(40), NotALine::TooManyArguments);
        check(&"x".repeat(MAX_CHARACTERS + 1), NotALine::TooLong);
        assert!("ä".repeat(MAX_CHARACTERS - 4).parse::<Line>() == Err(NotALine::Command));
    }
}
