use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::prefetch::prefetch;

/// A transposition table: twenty bits about each of many boards, shared by all threads of a search.
/// The same board is reached by many orders of moves, and need not be searched again.
///
/// A board is known by its number. The number is scrambled reversibly; its upper bits say where
/// the board is kept and its lower bits are kept with it, so that no board is ever taken for
/// another. All of it is one word, so no lock is needed and no word is ever half written:
///
/// ```text
///     63                        20 19                     0
///     the rest of the number     | payload, never 0
/// ```
/// A newer board takes the place of an older one.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    shift: u32,
}

/// How many bits of a word are payload.
const PAYLOAD_BITS: u32 = 20;

impl TranspositionTable {
    /// The smallest table: below it the rest of a number would not fit.
    pub(crate) const MIN_BITS: u32 = 64 - 44;

    /// Room for two to the power of `bits` boards, eight bytes each.
    pub(crate) fn new(bits: u32) -> Self {
        let bits = bits.max(Self::MIN_BITS);
        let words = (0..1_usize << bits).map(|_| AtomicU64::new(0)).collect();
        Self { words, shift: u64::BITS - bits }
    }

    /// Forgets all boards.
    pub(crate) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Has what may be known about a board brought near. Doing so for several boards before asking
    /// about any lets the machine wait for all of them at once.
    #[inline]
    pub(crate) fn prefetch(&self, number: u64) {
        prefetch(self.word(scramble(number)));
    }

    /// What is known about a board.
    #[inline]
    pub(crate) fn get(&self, number: u64) -> Option<u32> {
        let scrambled = scramble(number);
        let word = self.word(scrambled).load(Relaxed);
        let payload = word as u32 & ((1 << PAYLOAD_BITS) - 1);
        (word >> PAYLOAD_BITS == self.rest(scrambled) && payload != 0).then_some(payload)
    }

    /// Remembers something about a board: at most twenty bits, not all of them 0.
    #[inline]
    pub(crate) fn set(&self, number: u64, payload: u32) {
        debug_assert!((1..1 << PAYLOAD_BITS).contains(&payload), "twenty bits, not all 0");
        let scrambled = scramble(number);
        let word = self.rest(scrambled) << PAYLOAD_BITS | u64::from(payload);
        self.word(scrambled).store(word, Relaxed);
    }

    #[inline]
    fn word(&self, scrambled: u64) -> &AtomicU64 {
        &self.words[(scrambled >> self.shift) as usize]
    }

    #[inline]
    fn rest(&self, scrambled: u64) -> u64 {
        scrambled & ((1 << self.shift) - 1)
    }
}

/// Spreads numbers over all words. Each operation can be undone, so different numbers stay
/// different.
#[inline]
fn scramble(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = number ^ (number >> 32);
    number.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_never_taken_for_another() {
        let table = TranspositionTable::new(TranspositionTable::MIN_BITS);
        let numbers = || (0..3_000_000_u64).map(|n| n * 0x1_0000_0001);
        for number in numbers() {
            table.set(number, 1 + (number % 0xf_fff0) as u32);
        }
        let mut found = 0;
        for number in numbers() {
            if let Some(payload) = table.get(number) {
                assert_eq!(payload, 1 + (number % 0xf_fff0) as u32);
                found += 1;
            }
        }
        assert!(found > 500_000, "only {found} boards were remembered");
    }
}
