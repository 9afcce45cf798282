use std::fmt;

use super::Rules;
use crate::Player;

/// A pit chosen by the player to move, counted from 0 in the order of sowing.
///
/// People count from 1: that is how a pit is printed and parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit(u8);

impl Pit {
    /// The pit with this index, counted from 0. No board has more than nine.
    pub const fn new(index: u8) -> Option<Self> {
        if index < Rules::MAX_PITS { Some(Self(index)) } else { None }
    }

    /// All pits of a side, in the order of sowing.
    pub fn all(rules: &Rules) -> impl Iterator<Item = Self> + use<> {
        (0..rules.pits()).map(Self)
    }

    /// The index, counted from 0.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The slot of this pit on a player's side.
    ///
    /// # Panics
    /// If a side does not have so many pits.
    pub const fn slot(self, rules: &Rules, owner: Player) -> Slot {
        assert!(self.0 < rules.pits(), "a pit beyond the end of the row");
        Slot(self.0 + first_slot(rules, owner))
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A place on the board, pit or store, numbered along the way of sowing.
///
/// ```text
///            12  11  10   9   8   7     North's pits, sown from right to left
///     13                             6  the stores
///             0   1   2   3   4   5     South's pits, sown from left to right
/// ```
/// The picture shows six pits a side; other boards are numbered in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// All slots of a board, in order.
    pub fn all(rules: &Rules) -> impl Iterator<Item = Self> + use<> {
        (0..2 * rules.pits() + 2).map(Self)
    }

    /// A player's store.
    pub const fn store(rules: &Rules, owner: Player) -> Self {
        Self(rules.pits() + first_slot(rules, owner))
    }

    /// The place in the array of all slots.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Whose side it is on.
    pub const fn owner(self, rules: &Rules) -> Player {
        if self.0 <= rules.pits() { Player::One } else { Player::Two }
    }

    /// Which of its owner's pits it is, or `None` for a store.
    pub const fn pit(self, rules: &Rules) -> Option<Pit> {
        let pit = self.0 % (rules.pits() + 1);
        if pit < rules.pits() { Some(Pit(pit)) } else { None }
    }

    /// What faces it from the other side: a pit another pit, a store the other store.
    #[must_use]
    pub const fn opposite(self, rules: &Rules) -> Self {
        match self.pit(rules) {
            Some(_) => Self(2 * rules.pits() - self.0),
            None => Self(3 * rules.pits() + 1 - self.0),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const fn first_slot(rules: &Rules, owner: Player) -> u8 {
    match owner {
        Player::One => 0,
        Player::Two => rules.pits() + 1,
    }
}
