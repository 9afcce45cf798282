use crate::Name;

/// A place at the table: who sits there and what they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// What they are called.
    pub name: Name,
    /// Who sits there.
    pub occupant: Occupant,
}

/// Who sits in a seat. It depends neither on the game nor on its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nobody yet.
    Nobody,
    /// A person at this screen.
    Person,
    /// A person somewhere else, who came by a link.
    Guest,
    /// The computer.
    Computer(Level),
    /// A program that plays over the Kalah Game Protocol.
    Bot,
}

/// How strong the computer plays, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

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

    /// The computer's level, if it sits here.
    pub fn level(&self) -> Option<Level> {
        match self.occupant {
            Occupant::Computer(level) => Some(level),
            _ => None,
        }
    }
}

impl Level {
    /// The strongest.
    pub const MAX: u8 = 8;

    /// The level with this number, 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX).map(Self)
    }

    /// Its number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }
}
