use std::ops::Not;

use parlor_rules::{Level, Player};

use crate::Name;

/// A place at the table: who sits there and what they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// What they are called.
    pub name: Name,
    /// Who sits there.
    pub occupant: Occupant,
}

/// Which seat of a table it is, for as long as the table stands.
///
/// A [`Player`] is a side of the board and changes hands when the players swap sides; a `SeatId`
/// stays with the person who sits there, so that tokens, presence and idempotency keys belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeatId {
    /// The seat that had player one's side when the table was opened.
    First,
    /// The seat that had player two's.
    Second,
}

/// Who sits in a seat. It depends neither on the game nor on its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// The seat is free.
    Nobody,
    /// A person at this screen.
    Person,
    /// A person somewhere else, who came by a link.
    Guest,
    /// The computer.
    Computer(Level),
}

impl Seat {
    /// A person at this screen.
    pub fn person(name: &str) -> Self {
        Self { name: Name::new(name), occupant: Occupant::Person }
    }

    /// The computer, called by the name of its character.
    pub fn computer(level: Level, name: &str) -> Self {
        Self { name: Name::new(name), occupant: Occupant::Computer(level) }
    }

    /// Whether a person at this screen sits here.
    pub fn is_person(&self) -> bool {
        self.occupant == Occupant::Person
    }

    /// Whether anyone may still take it.
    pub fn is_free(&self) -> bool {
        self.occupant == Occupant::Nobody
    }

    /// The computer's level, if it sits here.
    pub fn level(&self) -> Option<Level> {
        match self.occupant {
            Occupant::Computer(level) => Some(level),
            Occupant::Nobody | Occupant::Person | Occupant::Guest => None,
        }
    }
}

impl SeatId {
    /// Both seats, in the order in which the table was opened with them.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The seat that had this player's side when the table was opened.
    pub const fn opened_as(player: Player) -> Self {
        match player {
            Player::One => Self::First,
            Player::Two => Self::Second,
        }
    }

    /// 0 for the first seat, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The other seat.
impl Not for SeatId {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}
