use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parlor_rules::mancala::{Board, Rest, Row, Sowing};

use crate::endgame::{Endgame, final_margin};
use crate::memory::{Bounds, Memory, NO_PIT};
use crate::ranking::Ranking;

pub struct Solver<'a, R> {
    pub sowing: &'a Sowing<R>,
    pub ranking: &'a Ranking,
    pub endgame: &'a Endgame,
    pub memory: &'a Memory,
    pub stop: &'a AtomicBool,
    pub nodes: u64,
    pub known: u8,
    pub parity: bool,
    pub salt: u8,
    pub w: [i32; 8],
}

#[derive(Clone, Copy)]
struct Child<R> {
    board: Board<R>,
    number: u64,
    order: i32,
    stones: u8,
    gain: i8,
    again: bool,
    pit: u8,
    bounds: Bounds,
}

impl<'a, R: Row> Solver<'a, R> {
    pub fn new(sowing: &'a Sowing<R>, ranking: &'a Ranking, endgame: &'a Endgame, memory: &'a Memory, stop: &'a AtomicBool) -> Self {
        Self { sowing, ranking, endgame, memory, stop, nodes: 0, known: endgame.known_below(), parity: sowing.rules().rest()==Rest::ToOwner, salt: 0, w: std::env::var("W").map(|s| { let v: Vec<i32> = s.split(',').map(|x| x.parse().unwrap()).collect(); let mut w=[0;8]; w[..v.len()].copy_from_slice(&v); w }).unwrap_or([4,1,64,0,0,0,0,0]) }
    }

    pub fn solve(&mut self, board: Board<R>, guess: i8) -> i8 {
        let stones = board.stones() as i8;
        if self.sowing.is_over(board) { return final_margin(self.sowing.rules(), board); }
        let number = self.ranking.number(board);
        if board.stones() < self.known { return self.endgame.value(number); }
        let mut b = self.memory.get(number).unwrap_or(Bounds{lower:-stones, upper: stones, pit: NO_PIT});
        let (mut lower, mut upper) = (b.lower, b.upper);
        let mut guess = guess.clamp(lower, upper);
        let step = if self.parity {2} else {1};
        while lower < upper {
            let mut beta = if guess == lower { lower + step } else { guess };
            if self.parity && (beta + stones) & 1 != 0 { beta += 1 }
            b.lower = lower; b.upper = upper;
            let v = self.search(board, stones as u8, number, b, beta);
            if self.stop.load(Relaxed) { return guess }
            if v >= beta { lower = v } else { upper = v }
            guess = v;
        }
        lower
    }

    /// v >= beta: true value at least v. v < beta: true value at most v.
    fn search(&mut self, board: Board<R>, stones: u8, number: u64, known: Bounds, beta: i8) -> i8 {
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && self.stop.load(Relaxed) { return 0; }
        let Bounds { mut lower, mut upper, pit: first } = known;
        let mut best_pit = first;
        let mut best = -127_i8; // upper bound on value among resolved moves
        let mut children = [Child { board, number: 0, order: 0, stones: 0, gain: 0, again: false, pit: 0, bounds: known }; 9];
        let mut count = 0;
        let (sowing, ranking, endgame, memory) = (self.sowing, self.ranking, self.endgame, self.memory);
        let mut cut = false;
        sowing.for_each_turn(board, |pit, sown| {
            let gain = sown.banked as i8;
            let again = sown.again;
            let next = if again { sown.board } else { sown.board.turned() };
            let left = stones - sown.banked;
            children[count] = Child { board: next, number: 0, order: 0, stones: left, gain, again, pit, bounds: known };
            count += 1;
        });
        let mut words = [0_u64; 9];
        for (child, word) in children[..count].iter_mut().zip(&mut words) {
            child.number = ranking.number(child.board);
            *word = if child.stones < self.known { endgame.value(child.number) as u64 } else { memory.fetch(child.number) };
        }
        let mut open = 0;
        for i in 0..count {
            let mut child = children[i];
            let (lo, hi);
            if sowing.is_over(child.board) {
                let v = final_margin(sowing.rules(), child.board);
                (lo, hi) = (v, v);
            } else if child.stones < self.known {
                let v = words[i] as i8;
                (lo, hi) = (v, v);
            } else {
                let b = memory.read(child.number, words[i]).unwrap_or(Bounds{lower:-(child.stones as i8), upper: child.stones as i8, pit: NO_PIT});
                child.bounds = b;
                (lo, hi) = (b.lower, b.upper);
            }
            let (lo, hi) = if child.again { (child.gain + lo, child.gain + hi) } else { (child.gain - hi, child.gain - lo) };
            if lo >= beta {
                best = lo; best_pit = child.pit; cut = true; break;
            }
            if hi < beta {
                if hi > best { best = hi; if best_pit==NO_PIT {best_pit = child.pit;} }
                continue;
            }
            let w = &self.w;
            let mut order = i32::from(child.gain) * w[0] + i32::from(child.pit) * w[1];
            if child.again { order += w[2] }
            if child.pit == first { order += 1000 }
            order += (i32::from(lo) + i32::from(hi)) * w[3];
            if !child.again {
                // the other's stones behind; mine safe
                let b = child.board;
                order += i32::from(b.theirs.sum()) * w[4];
                if w[5] != 0 {
                    let mut worst = 0;
                    sowing.for_each_turn(b, |_, sown| { let t = i32::from(sown.banked) + i32::from(sown.again) * w[6]; if t > worst { worst = t } });
                    order -= worst * w[5];
                }
            } else { order += i32::from(child.board.mine.sum()) * w[4]; }
            child.order = order;
            children[open] = child;
            open += 1;
        }
        if !cut {
            for i in 0..open {
                // selection
                let mut j = i;
                for k in i+1..open { if children[k].order > children[j].order { j = k } }
                children.swap(i, j);
                let c = children[i];
                let v = if c.again {
                    c.gain + self.search(c.board, c.stones, c.number, c.bounds, beta - c.gain)
                } else {
                    // value >= beta  <=>  v(child) <= gain - beta
                    c.gain - self.search(c.board, c.stones, c.number, c.bounds, c.gain - beta + 1)
                };
                if self.stop.load(Relaxed) { return 0 }
                if v > best { best = v; best_pit = c.pit; }
                if v >= beta { break }
            }
        }
        if best >= beta { lower = lower.max(best) } else { upper = upper.min(best) }
        memory.set(number, Bounds { lower, upper, pit: best_pit });
        best
    }
}
