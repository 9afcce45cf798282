use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which boards are being searched right now, so that threads that search the same tree do
/// different parts of it: the table of simplified ABDADA. A thread defers the moves, other than the
/// first, that lead to boards another thread is searching.
///
/// It is a hint and no more: two boards may share a place, and then one of them is forgotten. A
/// thread that searches the same board as another finds the same value.
#[derive(Debug)]
pub(crate) struct CurrentlySearching {
    /// The number of a board, or 0: the empty board is never searched, and boards with so many
    /// stones that they have no number go by 0 as well.
    boards: Box<[AtomicU64]>,
}

/// A power of two, and many more than the boards that are ever searched at once.
const BITS: u32 = 12;

impl CurrentlySearching {
    pub(crate) fn new() -> Self {
        Self { boards: (0..1 << BITS).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        number != 0 && self.place(number).load(Relaxed) == number
    }

    pub(crate) fn insert(&self, number: u64) {
        self.place(number).store(number, Relaxed);
    }

    pub(crate) fn remove(&self, number: u64) {
        self.place(number).store(0, Relaxed);
    }

    fn place(&self, number: u64) -> &AtomicU64 {
        &self.boards[(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize]
    }
}
