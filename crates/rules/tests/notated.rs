//! Values made from their notation, so that tests read as the games are written.

use parlor_rules::mancala::{Pit, Position, Rules};
use parlor_rules::{Game, Player, Turn};

use crate::naive::Naive;

pub(crate) fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("rules '{text}': {error}"))
}

pub(crate) fn position(rules: &str, text: &str) -> Position {
    Position::parse(self::rules(rules), text)
        .unwrap_or_else(|error| panic!("position '{text}': {error}"))
}

/// Plays the pit that people call by this number.
pub(crate) fn turn(rules: &str, position: &str, pit: u8) -> Turn<Position> {
    let pit = Pit::new(pit - 1).expect("a pit of some board");
    self::position(rules, position)
        .play(pit)
        .unwrap_or_else(|error| panic!("{rules} {position} pit {pit}: {error}"))
}

/// The same position for the naive implementation.
pub(crate) fn naive(position: &Position) -> Naive {
    Naive {
        rules: *position.rules(),
        slots: position.slots().into_iter().map(u32::from).collect(),
        turn: if position.turn() == Player::One { 1 } else { -1 },
    }
}
