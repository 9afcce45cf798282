use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Opponent};
use parlor_rules::{AnyPosition, Choice, Game as _, Level};

/// A computer player in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entrant {
    /// Plays any legal move, each as likely as the others. Counts as level 0.
    Random,
    Level(Level),
}

impl Entrant {
    pub(super) fn new(number: u8) -> Option<Self> {
        if number == 0 { Some(Self::Random) } else { Level::new(number).map(Self::Level) }
    }

    pub(super) fn number(self) -> u8 {
        match self {
            Self::Random => 0,
            Self::Level(level) => level.number(),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Random => "chance",
            Self::Level(level) => parlor_wording::level_name(level),
        }
    }

    /// The move in a position; `None` if the game is over.
    pub(super) fn choose(
        self,
        position: &AnyPosition,
        opponent: &Opponent,
        effort: u64,
        dice: &mut Dice,
    ) -> Option<Choice> {
        match self {
            Self::Random => any_move(position, dice),
            Self::Level(level) => {
                opponent.choose(position, level, effort, dice, &AtomicBool::new(false))
            }
        }
    }
}

/// Any legal move, each as likely as the others.
pub(super) fn any_move(position: &AnyPosition, dice: &mut Dice) -> Option<Choice> {
    let moves: Vec<Choice> = position.moves().collect();
    (!moves.is_empty()).then(|| moves[dice.roll(moves.len() as u32) as usize])
}

/// Who plays: numbers and ranges of numbers, such as `1-8` or `0,3,5-7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entrants(pub(super) Vec<Entrant>);

impl Entrants {
    /// Chance and every level.
    pub(super) fn all() -> Self {
        Self((0..=Level::STRONGEST.number()).filter_map(Entrant::new).collect())
    }
}

impl FromStr for Entrants {
    type Err = NotLevels;

    fn from_str(text: &str) -> Result<Self, NotLevels> {
        let wrong = || NotLevels(text.to_owned());
        let number = |digits: &str| digits.trim().parse::<u8>().map_err(|_| wrong());
        let mut entrants = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            for number in number(first)?..=number(last)? {
                entrants.push(Entrant::new(number).ok_or_else(wrong)?);
            }
        }
        entrants.sort_unstable();
        entrants.dedup();
        if entrants.is_empty() { Err(wrong()) } else { Ok(Self(entrants)) }
    }
}

/// Text that does not say which levels play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotLevels(String);

impl fmt::Display for NotLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' does not name levels from 0 to 8: write 1-8 or 0,3,5", self.0)
    }
}

impl Error for NotLevels {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbers_and_ranges() {
        let numbers = |text: &str| {
            let numbers = |entrants: Entrants| {
                entrants.0.into_iter().map(Entrant::number).collect::<Vec<_>>()
            };
            text.parse::<Entrants>().map(numbers).ok()
        };
        assert_eq!(numbers("0-8"), Some(vec![0, 1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(numbers("5, 0,3-4,4"), Some(vec![0, 3, 4, 5]));
        assert_eq!(numbers("3,3"), Some(vec![3]));
        for wrong in ["", "8-9", "5-3", "-1", "a", "1-2-3", "1,,2"] {
            assert_eq!(numbers(wrong), None, "{wrong}");
        }
    }
}
