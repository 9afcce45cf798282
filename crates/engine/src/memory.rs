use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What has been learnt about boards: a lower and an upper bound on the value, and a good move.
///
/// A board is known by its number. The number is scrambled reversibly; its upper bits say where
/// the board is kept and its lower bits are kept with it, so that no board is ever taken for
/// another. All of it is one word, so threads can share it without locks:
///
/// ```text
///     63            20 19       12 11        4 3    0
///     rest of number | lower bound | upper bound | pit
/// ```
#[derive(Debug)]
pub struct Memory {
    words: Box<[AtomicU64]>,
    shift: u32,
}

/// Bounds on a value, and the pit that looked best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i8,
    /// The value is at most this.
    pub upper: i8,
    /// The pit that looked best, or [`NO_PIT`].
    pub pit: u8,
}

/// Stands for "no pit looked best yet".
pub const NO_PIT: u8 = 15;

impl Memory {
    /// The smallest size: the rest of a number has to fit beside the bounds.
    pub const MIN_BITS: u32 = 20;

    /// Room for two to the power of `bits` boards, eight bytes each.
    pub fn new(bits: u32) -> Self {
        let bits = bits.max(Self::MIN_BITS);
        let words = (0..1_usize << bits).map(|_| AtomicU64::new(0)).collect();
        Self { words, shift: 64 - bits }
    }

    /// What is known about a board.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Bounds> {
        let scrambled = scramble(number);
        let word = self.words[(scrambled >> self.shift) as usize].load(Relaxed);
        (word >> 20 == self.rest(scrambled)).then(|| Bounds {
            lower: ((word >> 12) as u8 ^ 0x80) as i8,
            upper: ((word >> 4) as u8 ^ 0x80) as i8,
            pit: word as u8 & 15,
        })
        .filter(|_| word != 0)
    }

    /// The word in which a board would be found; asking for several before looking at any lets
    /// the machine fetch them side by side.
    #[inline]
    pub fn fetch(&self, number: u64) -> u64 {
        self.words[(scramble(number) >> self.shift) as usize].load(Relaxed)
    }

    /// What a fetched word says about a board.
    #[inline]
    pub fn read(&self, number: u64, word: u64) -> Option<Bounds> {
        let scrambled = scramble(number);
        (word >> 20 == self.rest(scrambled) && word != 0).then(|| Bounds {
            lower: ((word >> 12) as u8 ^ 0x80) as i8,
            upper: ((word >> 4) as u8 ^ 0x80) as i8,
            pit: word as u8 & 15,
        })
    }

    /// Remembers what is known about a board.
    #[inline]
    pub fn set(&self, number: u64, bounds: Bounds) {
        let scrambled = scramble(number);
        let word = self.rest(scrambled) << 20
            | u64::from(bounds.lower as u8 ^ 0x80) << 12
            | u64::from(bounds.upper as u8 ^ 0x80) << 4
            | u64::from(bounds.pit);
        self.words[(scrambled >> self.shift) as usize].store(word, Relaxed);
    }

    #[inline]
    fn rest(&self, scrambled: u64) -> u64 {
        scrambled & ((1 << self.shift) - 1)
    }
}

/// Spreads numbers over all words. Every operation can be undone, so different numbers stay
/// different.
#[inline]
fn scramble(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = number ^ (number >> 32);
    number.wrapping_mul(0xd6e8_feb8_6659_fd93)
}
