use std::fmt;
use std::str::FromStr;

use crate::NotAMove;
use crate::text::parse_number;

/// A square of the board, numbered by rows.
///
/// ```text
///     0 1 2
///     3 4 5
///     6 7 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// All nine squares, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..9).map(Self)
    }

    /// The square with this number.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 9 { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Square {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        parse_number(text).and_then(Self::new).ok_or_else(|| NotAMove(text.to_owned()))
    }
}

/// A set of squares: bit `n` is square `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(u16);

/// The eight lines that win.
pub const LINES: [Squares; 8] = [
    Squares(0b000_000_111),
    Squares(0b000_111_000),
    Squares(0b111_000_000),
    Squares(0b001_001_001),
    Squares(0b010_010_010),
    Squares(0b100_100_100),
    Squares(0b100_010_001),
    Squares(0b001_010_100),
];

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self(0b111_111_111);

    /// Whether a square is among them.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & 1 << square.0 != 0
    }

    /// Whether all of `others` are among them.
    pub const fn contains_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// These squares and one more.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.0)
    }

    /// The squares in either set.
    #[must_use]
    pub const fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// All other squares.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }

    /// Whether any square is in both sets.
    pub const fn intersects(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares one by one, in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.contains(square))
    }
}
