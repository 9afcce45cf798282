//! What the page asks the computer, and what it answers: lines of text, so that neither side needs
//! more than it takes to read a few words.
//!
//! ```text
//! 7 move 3 12345 kalah~S~36      question 7: play at level 3, with this seed
//! 7 play 2                       answer: pit 2, counted from 0
//! 8 values kalah~S~36            question 8: what is each move worth?
//! 8 more 0:-2? 1:4!              answer: an estimate and a proved value; better ones will follow
//! 8 last 0:-3! 1:4!              the last answer
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_engine::{Certainty, Rank};
use parlor_rules::{AnyRecord, Choice, Level};

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
    /// The move that the computer plays at this level.
    Move {
        /// How strong.
        level: Level,
        /// Makes two games differ: the same seed gives the same choice.
        seed: u32,
    },
    /// What every move is worth, better known with each answer.
    Values,
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
    /// It plays this move.
    Play(Choice),
    /// The moves are worth this, as far as it knows by now; `last` if it will not know better.
    Values {
        /// Each legal move, in board order.
        values: Vec<Worth>,
        /// Whether this is the last answer to the question.
        last: bool,
    },
}

/// What a move is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The move.
    pub choice: Choice,
    /// By how much the player would win: stones in Mancala, 1, 0 or -1 in Tic-Tac-Toe.
    pub margin: i16,
    /// Whether the margin is certain; otherwise it is the best guess so far.
    pub proved: bool,
}

/// The best of some moves, the first of several equal ones.
pub fn best(values: &[Worth]) -> Option<Worth> {
    let rank = |worth: &Worth| {
        let certainty = if worth.proved { Certainty::Proved } else { Certainty::Estimated };
        Rank::of(worth.margin, certainty)
    };
    values.iter().rev().copied().max_by_key(rank)
}

/// Text that is neither a question nor an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAdvice;

impl Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, game, wanted } = self;
        match wanted {
            Wanted::Move { level, seed } => {
                write!(f, "{number} move {} {seed} {game}", level.number())
            }
            Wanted::Values => write!(f, "{number} values {game}"),
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
                [number, "move", level, seed, game] => {
                    let level = Level::new(level.parse().ok()?)?;
                    (number, game, Wanted::Move { level, seed: seed.parse().ok()? })
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
        match &self.advice {
            Advice::Play(choice) => write!(f, "{} play {}", self.number, choice.index()),
            Advice::Values { values, last } => {
                write!(f, "{} {}", self.number, if *last { "last" } else { "more" })?;
                values.iter().try_for_each(|worth| {
                    let sure = if worth.proved { '!' } else { '?' };
                    write!(f, " {}:{}{sure}", worth.choice.index(), worth.margin)
                })
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
                [number, "play", choice] => (number, Advice::Play(read_choice(choice)?)),
                [number, kind @ ("more" | "last"), ref values @ ..] => {
                    let values = values.iter().map(|text| worth(text)).collect::<Option<_>>()?;
                    (number, Advice::Values { values, last: kind == "last" })
                }
                _ => return None,
            };
            Some(Self { number: number.parse().ok()?, advice })
        };
        read().ok_or(NotAdvice)
    }
}

fn read_choice(text: &str) -> Option<Choice> {
    Choice::new(text.parse().ok()?)
}

fn worth(text: &str) -> Option<Worth> {
    let (choice, margin) = text.split_once(':')?;
    let proved = margin.ends_with('!');
    let margin = margin.strip_suffix(['!', '?'])?;
    Some(Worth { choice: read_choice(choice)?, margin: margin.parse().ok()?, proved })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_answers_are_read_as_they_are_written() {
        for text in ["7 move 3 12345 kalah~S~36", "8 values homepits.stones_3~N~"] {
            assert_eq!(
                text.parse::<Question>().map(|question| question.to_string()).as_deref(),
                Ok(text)
            );
        }
        for text in ["7 play 2", "8 more 0:-2? 1:4!", "8 last 0:-3! 1:4!", "9 last"] {
            assert_eq!(
                text.parse::<Answer>().map(|answer| answer.to_string()).as_deref(),
                Ok(text)
            );
        }
        for text in ["", "7 play", "x play 2", "8 more 0-2?", "8 more 0:2"] {
            assert_eq!(text.parse::<Answer>(), Err(NotAdvice), "{text}");
        }
    }
}
