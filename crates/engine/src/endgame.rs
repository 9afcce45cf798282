use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicU8,
    Ordering::{Acquire, Relaxed, Release},
};
use std::thread;

use parlor_rules::mancala::{Board, Row, Rules, Sowing};

use crate::brain::final_margin;
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
        for stones in self.ready.load(Acquire)..=self.stones {
            thread::scope(|scope| {
                let builders: Vec<_> = (1..threads)
                    .map(|part| {
                        scope.spawn(move || {
                            self.build_part(sowing, ranking, stones, (part, threads), stop);
                        })
                    })
                    .collect();
                self.build_part(sowing, ranking, stones, (0, threads), stop);
                drop(builders);
            });
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
