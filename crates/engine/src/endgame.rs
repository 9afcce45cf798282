use std::error::Error;
use std::fmt;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicU8,
    Ordering::{Acquire, Relaxed, Release},
};
use std::thread;

use parlor_rules::mancala::{Board, Row, Rules, Sowing, Starts};

use crate::limits::threads_at_hand;
use crate::margin::{MAX_MOVES, final_margin};
use crate::prefetch::prefetch;
use crate::ranking::Ranking;

/// An endgame tablebase: the exact value of every board with few stones, a byte each, built
/// bottom-up, fewest stones first.
///
/// The value of a board is what the player to move will have gained more than the other by the
/// end of the game, if both play their best. What is in the stores already does not matter.
#[derive(Debug)]
pub(crate) struct Endgame {
    rules: Rules,
    values: Box<[AtomicI8]>,
    /// One more than the number of stones up to which all values are known.
    ready: AtomicU8,
    stones: u8,
}

const UNKNOWN: i8 = i8::MIN;

impl Endgame {
    /// Room for the boards with at most so many stones. Nothing is computed yet.
    pub(crate) fn new(rules: &Rules, ranking: &Ranking, stones: u8) -> Self {
        let boards = ranking.boards(stones) as usize;
        let values = (0..boards).map(|_| AtomicI8::new(UNKNOWN)).collect();
        Self { rules: *rules, values, ready: AtomicU8::new(0), stones }
    }

    /// Computes everything that is not known yet, fewest stones first.
    pub(crate) fn build<R: Row>(
        &self,
        sowing: &Sowing<R>,
        ranking: &Ranking,
        threads: usize,
        stop: &AtomicBool,
    ) {
        let threads = threads_at_hand(threads);
        // Asked once and not at every layer, so that a compiler can see that it does not change.
        let alone = threads <= 1;
        for stones in self.ready.load(Acquire)..=self.stones {
            let build = |part| self.build_part(sowing, ranking, stones, (part, threads), stop);
            if alone {
                build(0);
            } else {
                thread::scope(|scope| {
                    for part in 1..threads {
                        scope.spawn(move || build(part));
                    }
                    build(0);
                });
            }
            if stop.load(Relaxed) {
                return;
            }
            self.ready.store(stones + 1, Release);
        }
    }

    /// Boards with fewer stones than this have known values.
    #[inline]
    pub(crate) fn known_below(&self) -> u8 {
        self.ready.load(Acquire)
    }

    /// The value of the board with this number, which must be known.
    #[inline]
    pub(crate) fn value(&self, number: u64) -> i16 {
        i16::from(self.values[number as usize].load(Relaxed))
    }

    /// Has the value of the board with this number brought near.
    #[inline]
    pub(crate) fn prefetch(&self, number: u64) {
        prefetch(&self.values[number as usize]);
    }

    /// Everything that is known, with a header that says of what.
    pub(crate) fn save(&self, ranking: &Ranking) -> Vec<u8> {
        let below = self.known_below();
        let boards = below.checked_sub(1).map_or(0, |stones| ranking.boards(stones) as usize);
        let values = self.values[..boards].iter();
        let values: Vec<u8> = values.map(|value| value.load(Relaxed).cast_unsigned()).collect();
        [self.header(below, &values).as_bytes(), &values].concat()
    }

    /// Takes over what was saved, as far as there is room for it.
    pub(crate) fn load(&self, ranking: &Ranking, bytes: &[u8]) -> Result<(), TableError> {
        let end =
            bytes.iter().take(512).position(|&byte| byte == b'\n').ok_or(TableError::Foreign)?;
        let (header, values) = bytes.split_at(end + 1);
        let header = std::str::from_utf8(header).map_err(|_| TableError::Foreign)?;
        let below = (0..=ranking.most())
            .find(|&below| header.starts_with(&self.title(below)))
            .ok_or(TableError::Foreign)?;
        let boards = below.checked_sub(1).map_or(0, |stones| ranking.boards(stones) as usize);
        if values.len() != boards || header != self.header(below, values) {
            return Err(TableError::Damaged);
        }
        for (slot, &value) in self.values.iter().zip(values) {
            slot.store(value.cast_signed(), Relaxed);
        }
        self.ready.fetch_max(below.min(self.stones + 1), Release);
        Ok(())
    }

    fn header(&self, below: u8, values: &[u8]) -> String {
        format!("{}{:016x}\n", self.title(below), checksum(values))
    }

    fn title(&self, below: u8) -> String {
        format!("Parlor endgame table 1; {}; fewer than {below} stones; ", self.name())
    }

    /// What the table is of. How many stones a game starts with does not matter to its end, nor who
    /// starts.
    pub(crate) fn name(&self) -> String {
        let rules = self.rules.change().stones(1).starts(Starts::One).build();
        rules.map_or_else(|error| error.to_string(), |rules| rules.to_string())
    }

    fn build_part<R: Row>(
        &self,
        sowing: &Sowing<R>,
        ranking: &Ranking,
        stones: u8,
        (part, parts): (usize, usize),
        stop: &AtomicBool,
    ) {
        const RUN: usize = 1 << 14;
        let first = stones.checked_sub(1).map_or(0, |fewer| ranking.boards(fewer) as usize);
        let end = ranking.boards(stones) as usize;
        for run in (first..end).step_by(RUN).skip(part).step_by(parts) {
            if stop.load(Relaxed) {
                return;
            }
            let mut board = ranking.board(run as u64);
            for number in run..end.min(run + RUN) {
                if self.values[number].load(Relaxed) == UNKNOWN {
                    self.solve(sowing, ranking, board, number);
                }
                board = ranking.next(board);
            }
        }
    }

    fn solve<R: Row>(
        &self,
        sowing: &Sowing<R>,
        ranking: &Ranking,
        board: Board<R>,
        number: usize,
    ) -> i8 {
        let value = if sowing.is_over(board) {
            final_margin(sowing.rules(), board) as i8
        } else {
            let mut turns = [(board, 0, 0_i8, false); MAX_MOVES];
            let mut count = 0;
            sowing.for_each_turn(board, |_, sown| {
                let board = if sown.again { sown.board } else { sown.board.turned() };
                let number = ranking.number(board) as usize;
                self.prefetch(number as u64);
                turns[count] = (board, number, sown.banked.cast_signed(), sown.again);
                count += 1;
            });
            let mut best = UNKNOWN;
            for &(board, number, gain, again) in &turns[..count] {
                let mut value = self.values[number].load(Relaxed);
                if value == UNKNOWN {
                    value = self.solve(sowing, ranking, board, number);
                }
                best = best.max(if again { gain + value } else { gain - value });
            }
            best
        };
        self.values[number].store(value, Relaxed);
        value
    }
}

/// A number that changes if any byte does, for bytes that may have been damaged by accident.
fn checksum(bytes: &[u8]) -> u64 {
    let mix =
        |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum =
        words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)))
}

/// Why bytes are not the endgame table that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// They are something else, or a table of other rules or another version.
    Foreign,
    /// They were a table once and are not what they were.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "not an endgame table of these rules",
            Self::Damaged => "a damaged endgame table",
        })
    }
}

impl Error for TableError {}
