use std::error::Error;
use std::fmt;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicU8,
    Ordering::{Acquire, Relaxed, Release},
};
use std::thread;

use parlor_rules::mancala::{Board, Row, Rules, Sowing, Starts};

use crate::brain::final_margin;
use crate::limits::threads_at_hand;
use crate::ranking::{Ranking, boards_with};

/// The exact value of every board with few stones, a byte each.
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
        for stones in self.ready.load(Acquire)..=self.stones {
            let build = |part| self.build_part(sowing, ranking, stones, (part, threads), stop);
            if threads <= 1 {
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
        self.ready.load(Relaxed)
    }

    /// The value of the board with this number, which must be known.
    #[inline]
    pub(crate) fn value(&self, number: u64) -> i16 {
        i16::from(self.values[number as usize].load(Relaxed))
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

    /// What a table is of. How many stones a game starts with does not matter to its end, nor who
    /// starts.
    fn title(&self, below: u8) -> String {
        let rules = self.rules.change().stones(1).starts(Starts::One).build();
        let rules = rules.map_or_else(|error| error.to_string(), |rules| rules.to_string());
        format!("Parlor endgame table 1; {rules}; fewer than {below} stones; ")
    }

    fn build_part<R: Row>(
        &self,
        sowing: &Sowing<R>,
        ranking: &Ranking,
        stones: u8,
        (part, parts): (usize, usize),
        stop: &AtomicBool,
    ) {
        const RUN: usize = 4096;
        for (place, board) in boards_with::<R>(self.rules.pits(), stones).enumerate() {
            if (place / RUN) % parts == part {
                if place % RUN == 0 && stop.load(Relaxed) {
                    return;
                }
                self.solve(sowing, ranking, board);
            }
        }
    }

    fn solve<R: Row>(&self, sowing: &Sowing<R>, ranking: &Ranking, board: Board<R>) -> i8 {
        let slot = &self.values[ranking.number(board) as usize];
        let known = slot.load(Relaxed);
        if known != UNKNOWN {
            return known;
        }
        let value = if sowing.is_over(board) {
            final_margin(sowing.rules(), board) as i8
        } else {
            let mut best = UNKNOWN;
            sowing.for_each_turn(board, |_, sown| {
                let gain = sown.banked.cast_signed();
                let value = if sown.again {
                    gain + self.solve(sowing, ranking, sown.board)
                } else {
                    gain - self.solve(sowing, ranking, sown.board.turned())
                };
                best = best.max(value);
            });
            best
        };
        slot.store(value, Relaxed);
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
