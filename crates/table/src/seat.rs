use parlor_rules::Level;

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
