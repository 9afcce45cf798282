//! Builds an endgame table a board at a time, for any rules.

use std::sync::atomic::{AtomicBool, AtomicI8, Ordering::Relaxed};
use std::thread;

use parlor_rules::mancala::{Board, Row, Sowing};

use super::UNKNOWN;
use crate::limits::threads_at_hand;
use crate::margin::{MAX_MOVES, final_margin};
use crate::prefetch::prefetch;
use crate::ranking::Ranking;

/// What is needed to fill a table.
pub(super) struct BoardBuilder<'a, R> {
    pub(super) sowing: &'a Sowing<R>,
    pub(super) ranking: &'a Ranking,
    pub(super) values: &'a [AtomicI8],
}

impl<R: Row> BoardBuilder<'_, R> {
    /// Computes the values of all boards with so many stones that are not known yet; those with fewer are.
    pub(super) fn build_layer(&self, stones: u8, threads: usize, stop: &AtomicBool) {
        let threads = threads_at_hand(threads);
        let build = |part| self.build_part(stones, (part, threads), stop);
        if threads <= 1 {
            return build(0);
        }
        thread::scope(|scope| {
            for part in 1..threads {
                scope.spawn(move || build(part));
            }
            build(0);
        });
    }

    fn build_part(&self, stones: u8, (part, parts): (usize, usize), stop: &AtomicBool) {
        const RUN: usize = 1 << 14;
        let ranking = self.ranking;
        let first = stones.checked_sub(1).map_or(0, |fewer| ranking.boards(fewer) as usize);
        let end = ranking.boards(stones) as usize;
        for run in (first..end).step_by(RUN).skip(part).step_by(parts) {
            if stop.load(Relaxed) {
                return;
            }
            let mut board = ranking.board(run as u64);
            for number in run..end.min(run + RUN) {
                if self.values[number].load(Relaxed) == UNKNOWN {
                    self.solve(board, number);
                }
                board = ranking.next(board);
            }
        }
    }

    fn solve(&self, board: Board<R>, number: usize) -> i8 {
        let value = if self.sowing.is_over(board) {
            final_margin(self.sowing.rules(), board) as i8
        } else {
            let mut turns = [(board, 0, 0_i8, false); MAX_MOVES];
            let mut count = 0;
            self.sowing.for_each_turn(board, |_, sown| {
                let board = if sown.again { sown.board } else { sown.board.turned() };
                let number = self.ranking.number(board) as usize;
                prefetch(&self.values[number]);
                turns[count] = (board, number, sown.banked.cast_signed(), sown.again);
                count += 1;
            });
            let mut best = UNKNOWN;
            for &(board, number, gain, again) in &turns[..count] {
                let mut value = self.values[number].load(Relaxed);
                if value == UNKNOWN {
                    value = self.solve(board, number);
                }
                best = best.max(if again { gain + value } else { gain - value });
            }
            best
        };
        self.values[number].store(value, Relaxed);
        value
    }
}
