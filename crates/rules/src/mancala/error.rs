use std::error::Error;
use std::fmt;

use super::{Pit, Rules};
use crate::text::{Escaped, Quoted};

/// Why a pit cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The board has no such pit.
    NoSuchPit {
        /// The pit asked for.
        pit: Pit,
        /// How many pits a side has.
        pits: u8,
    },
    /// The pit has no stones.
    EmptyPit(Pit),
    /// The game is over.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPit { pit, pits } => {
                write!(f, "there is no pit {pit}: choose one from 1 to {pits}")
            }
            Self::EmptyPit(pit) => write!(f, "pit {pit} is empty"),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

impl Error for IllegalMove {}

/// Why something is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It does not have the shape of a board literal and a side to move.
    Shape,
    /// Something that should be a number of stones is not one.
    Number(String),
    /// The side to move is neither S nor N.
    Turn(String),
    /// The board has another number of pits than the rules.
    Pits {
        /// Pits a side of the board.
        found: String,
        /// Pits a side of the rules.
        expected: u8,
    },
    /// There are too many or too few numbers.
    Slots {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// There are more stones than a board can hold.
    TooManyStones,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str(
                "a position looks like '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S': pits a side, South's \
                 store, North's store, South's pits, North's pits, then S or N to move",
            ),
            Self::Number(text) => {
                write!(f, "{} is not a number of stones from 0 to 255", Quoted(text))
            }
            Self::Turn(text) => write!(f, "{} is not a side to move: write S or N", Quoted(text)),
            Self::Pits { found, expected } => {
                let found = Quoted(found);
                write!(f, "the board has {found} pits a side, but the rules have {expected}")
            }
            Self::Slots { found, expected } => {
                write!(f, "the board has {found} pits and stores instead of {expected}")
            }
            Self::TooManyStones => f.write_str("there are more than 255 stones on the board"),
        }
    }
}

impl Error for PositionError {}

/// Why rules make no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// The number of pits is out of range.
    Pits(u8),
    /// The number of stones a pit is out of range.
    Stones(u8),
    /// A stone that stays in its pit cannot be banked.
    NothingToBank,
    /// Where the origin is skipped, no lap ends in it.
    NoFullLap,
    /// The text begins with a name that no preset has.
    UnknownName(String),
    /// There is no such choice.
    UnknownKey(String),
    /// The choice does not have this value.
    UnknownValue {
        /// The choice.
        key: &'static str,
        /// What was written.
        value: String,
        /// What can be written.
        known: &'static str,
    },
    /// A choice is made twice.
    Twice(&'static str),
    /// Without a preset every choice must be made, and this one is not.
    Missing(&'static str),
    /// Choices are made for Tic-Tac-Toe, which has none.
    NoChoices(String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pits(pits) => {
                write!(f, "pits={pits} is not possible: a side has 1 to {} pits", Rules::MAX_PITS)
            }
            Self::Stones(stones) => write!(
                f,
                "stones={stones} is not possible: a pit starts with 1 to {} stones",
                Rules::MAX_STONES
            ),
            Self::NothingToBank => f.write_str(
                "empty=bank contradicts stone=stay: a capturing stone that stays in its pit \
                 cannot be banked",
            ),
            Self::NoFullLap => {
                f.write_str("lap contradicts origin=skip: no lap ends in a pit that is skipped")
            }
            Self::UnknownName(name) => write!(
                f,
                "{} is no rule set: choose gems, island, homepits, kalah, avalanche or tic-tac-toe, \
                 or write every choice as key=value",
                Quoted(name)
            ),
            Self::UnknownKey(key) => write!(
                f,
                "{} is not a choice: the choices are pits, stones, first, origin, take, stone, \
                 empty, lap, over, rest, relay and captures",
                Quoted(key)
            ),
            Self::UnknownValue { key, value, known } => {
                let value = Escaped(value);
                write!(f, "{key}={value} is not possible: {key} is {known}")
            }
            Self::Twice(key) => write!(f, "{key} is given twice"),
            Self::Missing(key) => write!(
                f,
                "{key} is missing: begin with a preset's name to change only some of its choices"
            ),
            Self::NoChoices(text) => {
                write!(f, "Tic-Tac-Toe has no choices: leave out {}", Quoted(text))
            }
        }
    }
}

impl Error for RulesError {}
