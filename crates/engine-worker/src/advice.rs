//! What the page asks the computer, and what it answers: lines of text, so that neither side needs
//! more than it takes to read a few words.
//!
//! ```text
//! 7 move 3 12345 kalah~S~36      question 7: play at level 3, with this seed
//! 7 play 2                       answer: pit 2, counted from 0
//! 8 move-or-swap 8 123 kalah~S~6 question 8: the pie rule lets it swap sides instead
//! 8 swap                         answer: it does
//! 9 values kalah~S~36            question 9: what is each move worth?
//! 9 more 5000 -2?053 4!10        answer after 5000 boards: pit 0 is estimated to be worth -2, and
//!                                followed by 5 and 3; pit 1 is proved; better values will follow
//! 9 last 9000 -3!05 4!10         the last answer
//! 10 glance kalah~S~             question 10: the same at a glance, with one answer; whatever else
//!                                was asked is answered after it
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_engine::{Analysis, Certainty, MoveValue};
use parlor_rules::{AnyRecord, Choice, Level, Ply};

/// A question about the position at the end of a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Chosen by the page, and sent back with each answer.
    pub number: u32,
    /// The game so far.
    pub game: AnyRecord,
    /// What is wanted.
    pub wanted: Wanted,
}

/// What a question wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The turn that the computer takes at this level.
    Turn {
        /// How strong.
        level: Level,
        /// Makes two games differ: the same seed gives the same choice.
        seed: u32,
        /// Whether it may swap sides instead of moving.
        may_swap: bool,
    },
    /// What every move is worth, better known with each answer.
    Values,
    /// What every move is worth at a glance. It has one answer, and takes no other question's place.
    Glance,
}

/// An answer. A question for values gets several, each better than the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of the question.
    pub number: u32,
    /// What is answered.
    pub advice: Advice,
}

/// What the computer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// It plays this move, or swaps sides.
    Play(Ply<Choice>),
    /// The moves are worth this, as well as it is known by now.
    Values {
        /// Each legal move, in board order.
        analysis: Analysis<Choice>,
        /// Whether this is the last answer to the question: nothing better will be known.
        last: bool,
    },
}

/// Text that is neither a question nor an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAdvice;

const MOVE: &str = "move";
const MOVE_OR_SWAP: &str = "move-or-swap";

impl Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, game, wanted } = self;
        match wanted {
            Wanted::Turn { level, seed, may_swap } => {
                let kind = if *may_swap { MOVE_OR_SWAP } else { MOVE };
                write!(f, "{number} {kind} {} {seed} {game}", level.number())
            }
            Wanted::Values => write!(f, "{number} values {game}"),
            Wanted::Glance => write!(f, "{number} glance {game}"),
        }
    }
}

impl FromStr for Question {
    type Err = NotAdvice;

    fn from_str(text: &str) -> Result<Self, NotAdvice> {
        let words: Vec<&str> = text.split(' ').collect();
        let read = || {
            let (number, game, wanted) = match *words {
                [number, "values", game] => (number, game, Wanted::Values),
                [number, "glance", game] => (number, game, Wanted::Glance),
                [number, kind @ (MOVE | MOVE_OR_SWAP), level, seed, game] => {
                    let (level, seed) = (Level::new(level.parse().ok()?)?, seed.parse().ok()?);
                    (number, game, Wanted::Turn { level, seed, may_swap: kind == MOVE_OR_SWAP })
                }
                _ => return None,
            };
            Some(Self { number: number.parse().ok()?, game: game.parse().ok()?, wanted })
        };
        read().ok_or(NotAdvice)
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, advice } = self;
        match advice {
            Advice::Play(Ply::Move(choice)) => write!(f, "{number} play {}", choice.index()),
            Advice::Play(Ply::Swap) => write!(f, "{number} swap"),
            Advice::Values { analysis, last } => {
                let kind = if *last { "last" } else { "more" };
                write!(f, "{number} {kind} {}", analysis.nodes)?;
                analysis.moves.iter().try_for_each(|entry| write_value(f, entry))
            }
        }
    }
}

impl FromStr for Answer {
    type Err = NotAdvice;

    fn from_str(text: &str) -> Result<Self, NotAdvice> {
        let words: Vec<&str> = text.split(' ').collect();
        let read = || {
            let (number, advice) = match *words {
                [number, "play", choice] => {
                    (number, Advice::Play(Ply::Move(Choice::new(choice.parse().ok()?)?)))
                }
                [number, "swap"] => (number, Advice::Play(Ply::Swap)),
                [number, kind @ ("more" | "last"), nodes, ref moves @ ..] => {
                    let moves = moves.iter().map(|text| read_value(text)).collect::<Option<_>>()?;
                    let analysis = Analysis { moves, nodes: nodes.parse().ok()? };
                    (number, Advice::Values { analysis, last: kind == "last" })
                }
                _ => return None,
            };
            Some(Self { number: number.parse().ok()?, advice })
        };
        read().ok_or(NotAdvice)
    }
}

/// The value, how sure it is, and the line, which begins with the move.
pub(crate) fn write_value(f: &mut fmt::Formatter<'_>, entry: &MoveValue<Choice>) -> fmt::Result {
    write!(f, " {}{}", entry.value, if entry.is_proved() { PROVED } else { ESTIMATED })?;
    entry.line.iter().try_for_each(|choice| write!(f, "{}", choice.index()))
}

pub(crate) fn read_value(text: &str) -> Option<MoveValue<Choice>> {
    let (value, line) = text.split_at(text.find([PROVED, ESTIMATED])?);
    let certainty = if line.starts_with(PROVED) { Certainty::Proved } else { Certainty::Estimated };
    let line: Option<Vec<Choice>> =
        line.chars().skip(1).map(|digit| Choice::new(digit.to_digit(10)? as u8)).collect();
    let line = line?;
    Some(MoveValue { choice: *line.first()?, value: value.parse().ok()?, certainty, line })
}

const PROVED: char = '!';
const ESTIMATED: char = '?';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_answers_are_read_as_they_are_written() {
        for text in [
            "7 move 3 12345 kalah~S~36",
            "7 move-or-swap 3 12345 kalah~S~6",
            "8 values homepits.stones_3~N~",
            "9 glance tic-tac-toe~X~40",
        ] {
            assert_eq!(
                text.parse::<Question>().map(|question| question.to_string()).as_deref(),
                Ok(text)
            );
        }
        for text in
            ["7 play 2", "7 swap", "8 more 90 -2?053 4!10", "8 last 91 -3!05 4!10", "9 last 0"]
        {
            assert_eq!(
                text.parse::<Answer>().map(|answer| answer.to_string()).as_deref(),
                Ok(text)
            );
        }
        for text in [
            "",
            "7 play",
            "7 play 9",
            "x play 2",
            "8 more",
            "8 more 9 -2?",
            "8 more 9 2",
            "8 more 9 2?x",
        ] {
            assert_eq!(text.parse::<Answer>(), Err(NotAdvice), "{text}");
        }
    }
}
