use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, Not, Sub};

/// Both rows of pits, seen by the player to move; the stores are not part of it.
///
/// What the rest of a game is worth does not depend on the stores, so this is all that a search
/// needs to look at, and all that it needs to remember.
///
/// ```text
///              theirs:  5   4   3   2   1   0
///     their store                                 my store
///                mine:  0   1   2   3   4   5
/// ```
/// Pits are numbered in the order of sowing, so my pit `i` faces their pit `pits - 1 - i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board<R> {
    /// The row of the player to move.
    pub mine: R,
    /// The row of the player who waits.
    pub theirs: R,
}

impl<R: Row> Board<R> {
    /// The same board seen from the other side.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine }
    }

    /// Stones in all pits together.
    #[inline]
    pub fn stones(self) -> u8 {
        self.mine.sum() + self.theirs.sum()
    }

    /// The same board in another kind of row, which must be long enough for its pits.
    pub fn convert<S: Row>(self) -> Board<S> {
        let row = |row: R| {
            let pits = 0..R::PITS.min(S::PITS);
            pits.fold(S::EMPTY, |all, pit| all + S::heap(pit, row.get(pit)))
        };
        Board { mine: row(self.mine), theirs: row(self.theirs) }
    }
}

/// A row of pits packed into one machine word, a byte a pit, pit 0 in the lowest byte.
///
/// ```text
///     pit:     …  5  4  3  2  1  0
///     byte:  0x…_04_04_04_04_04_04
/// ```
/// No pit ever holds more than 255 stones ([`Position`](super::Position) admits no more in all), so
/// two rows are added with one addition and no byte carries into the next.
///
/// `u64` has room for eight pits and is the fast one; `u128` has room for every board.
pub trait Row:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// How many pits there is room for.
    const PITS: u8;
    /// A row without stones.
    const EMPTY: Self;

    /// A row with all its stones in one pit.
    fn heap(pit: u8, stones: u8) -> Self;
    /// The stones in a pit.
    fn get(self, pit: u8) -> u8;
    /// Every pit's stones so many times over.
    #[must_use]
    fn times(self, factor: u8) -> Self;
    /// For each pit, the stones in it and in all pits before it.
    #[must_use]
    fn running_sums(self) -> Self;
    /// In how many pits two rows hold different numbers of stones.
    fn differing(self, other: Self) -> u8;
    /// All bits or none: what is left of a row that is kept (`&`) on a condition.
    fn mask(condition: bool) -> Self;

    /// The row with a pit emptied.
    #[inline]
    #[must_use]
    fn emptied(self, pit: u8) -> Self {
        self & !Self::heap(pit, u8::MAX)
    }

    /// Stones in all pits together.
    #[inline]
    fn sum(self) -> u8 {
        self.running_sums().get(Self::PITS - 1)
    }

    /// Whether there is no stone in the row.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

macro_rules! row {
    ($word:ty) => {
        impl Row for $word {
            const PITS: u8 = size_of::<$word>() as u8;
            const EMPTY: Self = 0;

            #[inline]
            fn heap(pit: u8, stones: u8) -> Self {
                <$word>::from(stones) << (8 * u32::from(pit))
            }

            #[inline]
            fn get(self, pit: u8) -> u8 {
                (self >> (8 * u32::from(pit))) as u8
            }

            #[inline]
            fn times(self, factor: u8) -> Self {
                self * <$word>::from(factor)
            }

            #[inline]
            fn running_sums(self) -> Self {
                const ONES: $word = <$word>::MAX / 0xff;
                self.wrapping_mul(ONES)
            }

            #[inline]
            fn differing(self, other: Self) -> u8 {
                const LOW: $word = <$word>::MAX / 0xff * 0x7f;
                let bits = self ^ other;
                // The top bit of a byte is set if any bit of it is; no byte carries into the next.
                let differing = (((bits & LOW) + LOW) | bits) & !LOW;
                differing.count_ones() as u8
            }

            #[inline]
            fn mask(condition: bool) -> Self {
                <$word>::from(condition).wrapping_neg()
            }
        }
    };
}

row!(u64);
row!(u128);
