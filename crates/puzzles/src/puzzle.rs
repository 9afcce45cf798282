use std::error::Error;
use std::fmt;
use std::str::FromStr;

use parlor_rules::{AnyPosition, AnyRecord, Choice, Game, Ply, Record, Variant};

use crate::theme::Theme;

/// A position with one solution.
///
/// Printed, it is one line: the theme, how many turns one must look ahead, what the solution is worth,
/// and the solution as the record of a game that starts in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    theme: Theme,
    sight: u8,
    value: i16,
    record: AnyRecord,
}

impl Puzzle {
    /// A puzzle of moves that can be played. Whether it has no other solution is for
    /// [`Prover::prove`](crate::Prover::prove) to say.
    ///
    /// # Errors
    /// If there is nothing to find, or the line is not one of legal moves.
    pub fn new(
        theme: Theme,
        start: AnyPosition,
        line: &[Choice],
        value: i16,
        sight: u8,
    ) -> Result<Self, NotAPuzzle> {
        let mut record = Record::new(start);
        for &choice in line {
            record.play(choice).map_err(|error| NotAPuzzle(error.to_string()))?;
        }
        Self::of_record(theme, record, value, sight)
    }

    fn of_record(
        theme: Theme,
        record: AnyRecord,
        value: i16,
        sight: u8,
    ) -> Result<Self, NotAPuzzle> {
        if record.plies().is_empty() || record.plies().contains(&Ply::Swap) {
            return Err(NotAPuzzle("a solution is made of moves".to_owned()));
        }
        Ok(Self { theme, sight, value, record })
    }

    /// What it asks for.
    pub const fn theme(&self) -> Theme {
        self.theme
    }

    /// How hard it is: how many turns one must look ahead to see the first move of the solution.
    pub const fn sight(&self) -> u8 {
        self.sight
    }

    /// What the solution is worth to the player to move: the final margin with best play, or the
    /// number of extra turns in a chain.
    pub const fn value(&self) -> i16 {
        self.value
    }

    /// Which game it is of, and by which rules.
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// The position in which something is to be found, by the player to move.
    pub fn start(&self) -> &AnyPosition {
        self.record.start()
    }

    /// The solution: the moves to be found, and between them the other player's best replies.
    pub fn line(&self) -> Vec<Choice> {
        let moves = self.record.plies().iter().filter_map(|ply| match ply {
            Ply::Move(choice) => Some(*choice),
            Ply::Swap => None,
        });
        moves.collect()
    }

    /// The solution as the record of a game.
    pub const fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// A short name that stays with the position, however the puzzles around it change: 64 bits by
    /// FNV-1a, in hexadecimal.
    pub fn id(&self) -> String {
        let text = Record::new(*self.start()).to_string();
        let hash = text
            .bytes()
            .chain(self.theme.id().bytes())
            .fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
        format!("{hash:016x}")
    }
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { theme, sight, value, record } = self;
        let sign = if *value > 0 { "+" } else { "" };
        write!(f, "{theme} {sight} {sign}{value} {record}")
    }
}

impl FromStr for Puzzle {
    type Err = NotAPuzzle;

    fn from_str(text: &str) -> Result<Self, NotAPuzzle> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[theme, sight, value, record] = parts.as_slice() else {
            return Err(NotAPuzzle("a puzzle has four parts".to_owned()));
        };
        let theme = theme.parse().map_err(wrong)?;
        let (sight, value) = (sight.parse().map_err(wrong)?, value.parse().map_err(wrong)?);
        Self::of_record(theme, record.parse().map_err(wrong)?, value, sight)
    }
}

fn wrong(error: impl Error) -> NotAPuzzle {
    NotAPuzzle(error.to_string())
}

/// Why something is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPuzzle(String);

impl fmt::Display for NotAPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for NotAPuzzle {}
