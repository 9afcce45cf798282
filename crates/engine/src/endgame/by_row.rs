//! Builds an endgame table a row of pits at a time.
//!
//! Boards that differ only in the mover's row have numbers that follow each other. So with one row held
//! fast and the other running through all that have so many stones, what a sowing leads to is a run of
//! the table, or nearly: where a stone is added to some pits or a pit is emptied, a list says which
//! row becomes which, and it is the same list for every row that is held fast. No board is looked at
//! by itself, and hardly anything is read out of order.
//!
//! A turn that banks nothing stays in its layer, the boards with as many stones. It moves stones of
//! the mover's row towards the store, which makes the row's number smaller, and the other player is
//! next. So the boards with `m` stones on one side and `t` on the other depend on fewer stones and on
//! those with `t` and `m`, and on nothing else: such pairs can be built side by side.

use std::sync::atomic::{AtomicBool, AtomicI8, AtomicUsize, Ordering::Relaxed};
use std::thread;

use parlor_rules::mancala::{Board, Captured, Captures, Relay, Row, Rules, Sowing};

use super::rows::{Landing, Rows, quiet_landing, sown_within};
use crate::limits::threads_at_hand;
use crate::margin::final_margin;
use crate::ranking::Ranking;

/// What is needed to fill a table.
pub(super) struct RowBuilder<'a> {
    rules: &'a Rules,
    ranking: &'a Ranking,
    sowing: Sowing<u64>,
    /// The rows of no stones, of one, of two and so on.
    rows: Vec<Rows>,
    values: &'a [AtomicI8],
}

/// The boards with so many stones in the mover's row and so many in the other.
struct Half<'a> {
    mine: &'a Rows,
    my_stones: u8,
    theirs: &'a Rows,
    their_stones: u8,
    /// For each of their rows, the number of the first board with it and with my stones.
    starts: Box<[usize]>,
    /// The same with one of my stones fewer, which is where turns lead to that go again.
    starts_again: Box<[usize]>,
}

/// Less than any value, and still a byte.
const NOTHING: i16 = i8::MIN as i16;

impl<'a> RowBuilder<'a> {
    /// Whether a table of these rules can be built like this. Where captured stones stay in play, or where
    /// a sowing goes on from pits of either side, a turn that banks nothing changes both rows.
    ///
    /// A browser's tables are small, and its module would grow by more than it is worth: 5 KB of a first
    /// visit.
    #[inline]
    pub(super) fn can_build(rules: &Rules) -> bool {
        !cfg!(target_family = "wasm")
            && rules.relay() == Relay::Off
            && rules.captured() != Some(Captured::ToLandingPit)
            && rules.pits() <= u64::PITS
    }

    /// Ready for boards of at most so many stones.
    pub(super) fn new(
        rules: &'a Rules,
        ranking: &'a Ranking,
        stones: u8,
        values: &'a [AtomicI8],
    ) -> Self {
        let rows = Rows::up_to(stones, rules, ranking);
        Self { rules, ranking, sowing: Sowing::new(rules), rows, values }
    }

    /// Computes the values of all boards with so many stones; those with fewer are known.
    pub(super) fn build_layer(&self, stones: u8, threads: usize, stop: &AtomicBool) {
        // The largest pairs first, so that no thread is left with one in the end.
        let begun = AtomicUsize::new(0);
        let build = || {
            while let Some(fewer) = usize::from(stones / 2).checked_sub(begun.fetch_add(1, Relaxed))
            {
                self.build_pair(fewer as u8, stones - fewer as u8, stop);
            }
        };
        let threads = threads_at_hand(threads);
        if threads <= 1 {
            return build();
        }
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(build);
            }
            build();
        });
    }

    /// Computes the values of all boards with `fewer` stones on one side and `more` on the other.
    ///
    /// The mover has either fewer stones or more. A board with fewer depends on boards with more, with
    /// a smaller number of the row that has fewer stones; a board with more on boards with fewer, with
    /// the very same such row. So one such row after the other is held fast, and both are done with it.
    fn build_pair(&self, fewer: u8, more: u8, stop: &AtomicBool) {
        let [poor, rich] = [self.half(fewer, more), self.half(more, fewer)];
        let mut values = vec![NOTHING; rich.theirs.len()];
        let mut strip = Strip::new(&rich);
        for &row in &rich.mine.all {
            if stop.load(Relaxed) {
                return;
            }
            self.banking(&rich, row, &mut values);
            strip.push(&values, self.values);
        }
        strip.flush(self.values);

        let mut values = vec![NOTHING; poor.theirs.len()];
        let mut answers = values.clone();
        let mut strip = Strip::new(&poor);
        for (number, &row) in poor.mine.all.iter().enumerate() {
            if stop.load(Relaxed) {
                return;
            }
            if fewer < more {
                self.banking(&poor, row, &mut values);
            } else {
                // They are the same boards.
                for (value, start) in values.iter_mut().zip(&poor.starts) {
                    *value = self.value(start + number);
                }
            }
            self.quiet(&poor, row, &mut values);
            self.quiet_answers(&rich, row, &values, &mut answers);
            strip.push(&values, self.values);
        }
        strip.flush(self.values);
    }

    fn half(&self, my_stones: u8, their_stones: u8) -> Half<'_> {
        let [mine, theirs] =
            [my_stones, their_stones].map(|stones| &self.rows[usize::from(stones)]);
        let starts = |stones| theirs.all.iter().map(|&row| self.start(row, stones)).collect();
        Half {
            mine,
            my_stones,
            theirs,
            their_stones,
            starts: starts(my_stones),
            starts_again: my_stones.checked_sub(1).map_or_else(Box::default, starts),
        }
    }

    /// The number of the first board with this row on the other side and so many stones on the mover's.
    fn start(&self, theirs: u64, my_stones: u8) -> usize {
        let mine = u64::heap(self.rules.pits() - 1, my_stones);
        self.ranking.number(Board { mine, theirs }) as usize
    }

    /// What all boards of a half are worth, if the game is over on them.
    fn settled(&self, half: &Half<'_>) -> Option<i16> {
        let board =
            Board { mine: u64::heap(0, half.my_stones), theirs: u64::heap(0, half.their_stones) };
        self.sowing.is_over(board).then(|| final_margin(self.rules, board))
    }

    /// With one row of the mover, the best that turns which bank something lead to, for each row of the
    /// other side; or what the boards are worth if the game is over.
    fn banking(&self, half: &Half<'_>, mine: u64, best: &mut [i16]) {
        let settled = self.settled(half);
        best.fill(settled.unwrap_or(NOTHING));
        if settled.is_some() {
            return;
        }
        let pits = self.rules.pits();
        for pit in (0..pits).filter(|&pit| mine.get(pit) > 0) {
            // Where the last stone falls: the mover's pits, the store at `pits`, the other pits, and on.
            let last = usize::from(pit) + usize::from(mine.get(pit));
            let pits = usize::from(pits);
            if last < pits {
                if mine.get(last as u8) == 0 && self.rules.captures() == Captures::On {
                    self.captures(half, mine, pit, (pits - 1 - last) as u8, best);
                }
            } else if last == pits {
                self.goes_again(half, mine, pit, best);
            } else if last <= 2 * pits {
                self.passes_the_store(half, mine, pit, last - pits, best);
            } else {
                self.goes_round(half, mine, pit, best);
            }
        }
    }

    /// A sowing within the row whose last stone finds an empty pit, opposite this one.
    fn captures(&self, half: &Half<'_>, mine: u64, pit: u8, opposite: u8, best: &mut [i16]) {
        // For each number of captured stones, what is banked and where the boards begin that it leads to.
        let mut ways = [(i16::MIN / 2, 0); 256];
        for (stones, way) in (0..=half.their_stones).zip(&mut ways) {
            let theirs = u64::heap(opposite, stones);
            let sown = self.sowing.play(Board { mine, theirs }, pit);
            if sown.taken.is_some() {
                let start = self.start(sown.board.mine, half.their_stones - stones);
                *way = (sown.banked.into(), start);
            }
        }
        for (best, robbed) in best.iter_mut().zip(&half.theirs.robbed[usize::from(opposite)]) {
            let (gain, start) = ways[usize::from(robbed.stones)];
            *best = (*best).max(gain - self.value(start + robbed.left as usize));
        }
    }

    /// A sowing whose last stone falls into the store, and no stone beyond.
    fn goes_again(&self, half: &Half<'_>, mine: u64, pit: u8, best: &mut [i16]) {
        let sown = self.sowing.play(Board { mine, theirs: u64::EMPTY }, pit);
        let row = self.ranking.row(sown.board.mine) as usize;
        for (best, start) in best.iter_mut().zip(&half.starts_again) {
            *best = (*best).max(1 + self.value(start + row));
        }
    }

    /// A sowing that ends in the other row, so many pits beyond the store.
    fn passes_the_store(
        &self,
        half: &Half<'_>,
        mine: u64,
        pit: u8,
        beyond: usize,
        best: &mut [i16],
    ) {
        let sown = self.sowing.play(Board { mine, theirs: u64::EMPTY }, pit);
        let start = self.start(sown.board.mine, half.their_stones + beyond as u8);
        for (best, &fed) in best.iter_mut().zip(&half.theirs.fed[beyond - 1]) {
            *best = (*best).max(1 - self.value(start + fed as usize));
        }
    }

    /// A sowing that comes back to the mover's row. There are few, so each board is looked at by itself.
    fn goes_round(&self, half: &Half<'_>, mine: u64, pit: u8, best: &mut [i16]) {
        for (best, &theirs) in best.iter_mut().zip(&half.theirs.all) {
            let sown = self.sowing.play(Board { mine, theirs }, pit);
            let gain = i16::from(sown.banked);
            let value = |board| self.value(self.ranking.number(board) as usize);
            *best = (*best).max(if sown.again {
                gain + value(sown.board)
            } else {
                gain - value(sown.board.turned())
            });
        }
    }

    /// With one row of the mover, the best that turns which bank nothing lead to, if that is better.
    fn quiet(&self, half: &Half<'_>, mine: u64, best: &mut [i16]) {
        if self.settled(half).is_some() {
            return;
        }
        for pit in 0..self.rules.pits() {
            let Some(landing) = quiet_landing(self.rules, mine, pit) else { continue };
            let start = self.start(sown_within(mine, pit), half.their_stones);
            match landing {
                Landing::Quiet => {
                    for (best, value) in best.iter_mut().zip(&self.values[start..]) {
                        *best = (*best).max(-i16::from(value.load(Relaxed)));
                    }
                }
                Landing::QuietIfVacant(pit) => {
                    for &row in &half.theirs.vacant[usize::from(pit)] {
                        let best = &mut best[row as usize];
                        *best = (*best).max(-self.value(start + row as usize));
                    }
                }
            }
        }
    }

    /// With one row of the other side, the best of turns which bank nothing, if that is better than
    /// what the table has. `replies` says what the boards are worth that have that row as the mover's.
    fn quiet_answers(&self, half: &Half<'_>, theirs: u64, replies: &[i16], best: &mut [i16]) {
        if self.settled(half).is_some() {
            return;
        }
        let start = self.start(theirs, half.my_stones);
        let table = &self.values[start..start + best.len()];
        for (best, value) in best.iter_mut().zip(table) {
            *best = value.load(Relaxed).into();
        }
        let vacant = (0..self.rules.pits()).filter(|&pit| theirs.get(pit) == 0);
        let if_vacant = vacant.flat_map(|pit| &half.mine.quiet_if_vacant[usize::from(pit)]);
        for sowed in half.mine.quiet.iter().chain(if_vacant) {
            let best = &mut best[sowed.from as usize];
            *best = (*best).max(-replies[sowed.to as usize]);
        }
        for (best, value) in best.iter().zip(table) {
            value.store(*best as i8, Relaxed);
        }
    }

    #[inline]
    fn value(&self, number: usize) -> i16 {
        self.values[number].load(Relaxed).into()
    }
}

/// The values of boards with some neighbouring rows of the mover and all rows of the other side, on
/// their way into the table. There the boards with one row of the other side are neighbours.
struct Strip<'a> {
    starts: &'a [usize],
    /// How many rows of the mover are in the table already.
    done: usize,
    /// Values of the rows that follow, a row after the other.
    values: Vec<i8>,
}

impl<'a> Strip<'a> {
    /// How many rows are put into the table together: half a cache line.
    const ROWS: usize = 32;

    fn new(half: &'a Half<'_>) -> Self {
        let values = Vec::with_capacity(Self::ROWS * half.starts.len());
        Self { starts: &half.starts, done: 0, values }
    }

    fn push(&mut self, row: &[i16], table: &[AtomicI8]) {
        self.values.extend(row.iter().map(|&value| value as i8));
        if self.values.len() == Self::ROWS * self.starts.len() {
            self.flush(table);
        }
    }

    fn flush(&mut self, table: &[AtomicI8]) {
        let width = self.starts.len();
        let rows = self.values.len() / width;
        for (column, start) in self.starts.iter().enumerate() {
            let values = self.values.iter().skip(column).step_by(width);
            for (slot, &value) in table[start + self.done..].iter().zip(values) {
                slot.store(value, Relaxed);
            }
        }
        self.done += rows;
        self.values.clear();
    }
}
