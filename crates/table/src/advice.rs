//! What the page asks the computer, and what it answers.

use parlor_rules::AnyRecord;
use serde::{Deserialize, Serialize};

use crate::{Level, wire};

/// A question about the position at the end of a game record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Chosen by whoever asks, and sent back with each answer.
    pub number: u32,
    /// The game so far.
    #[serde(with = "wire::text")]
    pub game: AnyRecord,
    /// What is wanted.
    pub wanted: Wanted,
}

/// What a question wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the question.
    pub number: u32,
    /// The move to play, where one was asked for.
    #[serde(default)]
    pub choice: Option<u8>,
    /// What each legal move is worth, in board order.
    pub values: Vec<Worth>,
    /// Whether this is the last answer to the question.
    pub last: bool,
}

/// What a move is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// The pit, counted from 0 in the order of sowing, or the square.
    pub choice: u8,
    /// By how much the player would win: stones in Mancala, 1, 0 or -1 in Tic-Tac-Toe.
    pub margin: i16,
    /// Whether the margin is certain; otherwise it is the best guess so far.
    pub proved: bool,
}

impl Answer {
    /// The best of the moves, the first of several equal ones.
    pub fn best(&self) -> Option<Worth> {
        self.values.iter().copied().reduce(
            |best, next| {
                if next.margin > best.margin { next } else { best }
            },
        )
    }

    /// What a move is worth.
    pub fn worth(&self, choice: u8) -> Option<Worth> {
        self.values.iter().copied().find(|worth| worth.choice == choice)
    }
}
