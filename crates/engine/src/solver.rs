//! The exact value of a board, by asking again and again "is it at least this much?".

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parlor_rules::mancala::{Board, Rest, Row, Sown};

use crate::brain::Brain;
use crate::limits::threads_at_hand;
use crate::memory::Fetched;
use crate::ranking::Ranking;

/// What limits a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget<'a> {
    /// The most boards that one thread may look at.
    pub(crate) nodes: u64,
    /// Raised by somebody else when the answer is no longer wanted.
    pub(crate) stop: &'a AtomicBool,
}

/// How a search for an exact value went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    /// The bounds on the value; equal if it is proved.
    pub(crate) bounds: Bounds,
    /// Boards looked at, by all threads together.
    pub(crate) nodes: u64,
}

/// Bounds on a value, and the pit that looked best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    /// The pit that looked best, or [`NO_PIT`](Self::NO_PIT).
    pub(crate) pit: u8,
}

impl Bounds {
    pub(crate) const NO_PIT: u8 = 15;

    /// What is sure about any board: nobody gains more than all its stones.
    #[inline]
    fn any(stones: u8) -> Self {
        Self { lower: -i16::from(stones), upper: i16::from(stones), pit: Self::NO_PIT }
    }

    #[inline]
    fn exactly(value: i16) -> Self {
        Self { lower: value, upper: value, pit: Self::NO_PIT }
    }

    /// The value if it is proved.
    pub(crate) fn value(self) -> Option<i16> {
        (self.lower == self.upper).then_some(self.lower)
    }

    #[inline]
    fn pack(self) -> u32 {
        let byte = |bound: i16| u32::from((bound + 128).cast_unsigned() as u8);
        byte(self.lower) << 12 | byte(self.upper) << 4 | u32::from(self.pit)
    }

    #[inline]
    fn unpack(knowledge: u32) -> Self {
        let bound = |byte: u32| i16::from(byte as u8) - 128;
        Self {
            lower: bound(knowledge >> 12),
            upper: bound(knowledge >> 4),
            pit: knowledge as u8 & 15,
        }
    }
}

/// Finds the exact value of a board, with helpers that share what they learn, until the budget
/// is spent. What was learnt stays in memory: asking again goes on where this left off.
///
/// This is MTD(f): each question has a window of no width, the answer moves one bound, and the
/// next question stands where the bounds may meet.
pub(crate) fn solve<R: Row>(
    brain: &Brain<R>,
    board: Board<R>,
    guess: i16,
    threads: usize,
    budget: Budget<'_>,
) -> Solved {
    let threads = threads_at_hand(threads);
    if threads <= 1 {
        let mut search = Search::new(brain, budget, budget.stop);
        let bounds = search.converge(board, guess);
        return Solved { bounds, nodes: search.nodes };
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let done = &done;
        let helpers: Vec<_> = (1..)
            .take(threads - 1)
            .map(|helper| {
                // Whatever the value is, both its bounds have to be proved: while one thread asks
                // below the guess, another asks above it.
                let away = 2 * (helper / 2 + 1);
                let guess = if helper % 2 == 0 { guess - away } else { guess + away };
                scope.spawn(move || {
                    let mut search = Search::new(brain, budget, done);
                    search.converge(board, guess);
                    search.nodes
                })
            })
            .collect();
        let mut search = Search::new(brain, budget, budget.stop);
        let bounds = search.converge(board, guess);
        done.store(true, Relaxed);
        let helped: u64 = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
        Solved { bounds, nodes: search.nodes + helped }
    })
}

/// Whether a board is worth at least so much to the player to move; `None` if the budget ran out.
pub(crate) fn is_at_least<R: Row>(
    brain: &Brain<R>,
    board: Board<R>,
    value: i16,
    budget: Budget<'_>,
) -> Option<bool> {
    let mut search = Search::new(brain, budget, budget.stop);
    let stones = board.stones();
    if let Some(settled) = brain.settled(board, stones, search.tabled_below) {
        return Some(settled >= value);
    }
    let number = brain.number(board, stones);
    let bounds = search.recall(number, stones);
    if bounds.lower >= value || bounds.upper < value {
        return Some(bounds.lower >= value);
    }
    let found = search.search(board, stones, number, bounds, value);
    (!search.aborted).then_some(found >= value)
}

struct Search<'a, R> {
    brain: &'a Brain<R>,
    budget: Budget<'a>,
    /// Ends this thread alone.
    stop: &'a AtomicBool,
    /// Boards with fewer stones than this are in the endgame table.
    tabled_below: u8,
    nodes: u64,
    aborted: bool,
}

/// A move under consideration, and the board it leads to.
#[derive(Clone, Copy)]
struct Child<R> {
    board: Board<R>,
    number: u64,
    fetched: Fetched,
    bounds: Bounds,
    stones: u8,
    gain: i16,
    again: bool,
    pit: u8,
    promise: i16,
}

impl<R: Row> Child<R> {
    /// Turns a value for whoever moves on the child's board into one for the parent's mover.
    #[inline]
    fn for_parent(&self, value: i16) -> i16 {
        if self.again { self.gain + value } else { self.gain - value }
    }
}

/// No board has more than nine pits a side.
const MAX_MOVES: usize = 9;

impl<'a, R: Row> Search<'a, R> {
    fn new(brain: &'a Brain<R>, budget: Budget<'a>, stop: &'a AtomicBool) -> Self {
        let tabled_below = brain.endgame.known_below();
        Self { brain, budget, stop, tabled_below, nodes: 0, aborted: false }
    }

    /// Moves the bounds on a board's value towards each other until they meet.
    fn converge(&mut self, board: Board<R>, guess: i16) -> Bounds {
        let stones = board.stones();
        if let Some(value) = self.brain.settled(board, stones, self.tabled_below) {
            return Bounds::exactly(value);
        }
        // Where all stones end in stores, every margin is even or every margin is odd.
        let step = if self.brain.rules().rest() == Rest::ToOwner { 2 } else { 1 };
        let number = self.brain.number(board, stones);
        let mut bounds = self.recall(number, stones);
        let mut guess = guess;
        while bounds.lower < bounds.upper {
            let above = guess.clamp(bounds.lower, bounds.upper - 1) - bounds.lower;
            let beta = bounds.lower + step * (above / step + 1);
            let value = self.search(board, stones, number, bounds, beta);
            if self.aborted {
                break;
            }
            if value >= beta {
                bounds.lower = value;
            } else {
                bounds.upper = value;
            }
            guess = value;
        }
        bounds
    }

    /// Answers whether a board, which is not settled, is worth at least `beta`.
    ///
    /// An answer of at least `beta` is a lower bound on the value, one below it an upper bound.
    /// After an abort the answer means nothing.
    fn search(
        &mut self,
        board: Board<R>,
        stones: u8,
        number: Option<u64>,
        known: Bounds,
        beta: i16,
    ) -> i16 {
        self.nodes += 1;
        if self.nodes >= self.budget.nodes
            || (self.nodes.is_multiple_of(1024)
                && (self.stop.load(Relaxed) || self.budget.stop.load(Relaxed)))
        {
            self.aborted = true;
            return 0;
        }

        let (mut children, count) = self.children(board, stones);
        let (mut best, mut best_pit) = (i16::MIN, known.pit);
        let mut open = 0;
        for at in 0..count {
            let mut child = children[at];
            child.bounds = self.bounds_of(&child);
            let (one, other) =
                (child.for_parent(child.bounds.lower), child.for_parent(child.bounds.upper));
            let (lower, upper) = (one.min(other), one.max(other));
            if lower >= beta {
                (best, best_pit) = (lower, child.pit);
                open = 0;
                break;
            }
            if upper < beta {
                best = best.max(upper);
                continue;
            }
            child.promise = Self::promise(&child, known.pit);
            children[open] = child;
            open += 1;
        }

        for at in 0..open {
            let next = (at..open).max_by_key(|&at| children[at].promise).unwrap_or(at);
            children.swap(at, next);
            let child = children[at];
            let wanted = if child.again { beta - child.gain } else { child.gain - beta + 1 };
            let value = child.for_parent(self.search(
                child.board,
                child.stones,
                Some(child.number).filter(|_| child.stones <= self.brain.rememberable),
                child.bounds,
                wanted,
            ));
            if self.aborted {
                return 0;
            }
            if value > best {
                (best, best_pit) = (value, child.pit);
            }
            if value >= beta {
                break;
            }
        }

        if let Some(number) = number {
            let Bounds { mut lower, mut upper, .. } = known;
            if best >= beta {
                lower = lower.max(best);
            } else {
                upper = upper.min(best);
            }
            self.brain.proofs.set(number, Bounds { lower, upper, pit: best_pit }.pack());
        }
        best
    }

    /// All moves, with what memory has about them under way.
    #[inline]
    fn children(&self, board: Board<R>, stones: u8) -> ([Child<R>; MAX_MOVES], usize) {
        let brain = self.brain;
        let nothing = Child {
            board,
            number: 0,
            fetched: Fetched::default(),
            bounds: Bounds::exactly(0),
            stones,
            gain: 0,
            again: false,
            pit: 0,
            promise: 0,
        };
        let mut children = [nothing; MAX_MOVES];
        let mut count = 0;
        brain.sowing.for_each_turn(board, |pit, sown| {
            let Sown { board, banked, again, .. } = sown;
            let board = if again { board } else { board.turned() };
            let stones = stones - banked;
            let child = &mut children[count];
            (child.board, child.pit, child.stones) = (board, pit, stones);
            (child.gain, child.again) = (i16::from(banked), again);
            if stones <= brain.rememberable {
                child.number = brain.ranking.number(board);
                if stones >= self.tabled_below {
                    child.fetched = brain.proofs.fetch(child.number);
                }
            }
            count += 1;
        });
        (children, count)
    }

    /// What is known about a child's value.
    #[inline]
    fn bounds_of(&self, child: &Child<R>) -> Bounds {
        if self.brain.sowing.is_over(child.board) {
            Bounds::exactly(self.brain.final_margin(child.board))
        } else if child.stones < self.tabled_below {
            Bounds::exactly(self.brain.endgame.value(child.number))
        } else {
            self.brain
                .proofs
                .read(child.number, child.fetched)
                .filter(|_| child.stones <= self.brain.rememberable)
                .map_or(Bounds::any(child.stones), Bounds::unpack)
        }
    }

    fn recall(&self, number: Option<u64>, stones: u8) -> Bounds {
        number
            .and_then(|number| self.brain.proofs.get(number))
            .map_or(Bounds::any(stones), Bounds::unpack)
    }

    /// How early a move should be tried: what was best before, then moves that go again, then
    /// moves that bank much, then pits near the store.
    #[inline]
    fn promise(child: &Child<R>, remembered: u8) -> i16 {
        let pit = i16::from(child.pit);
        let again = if child.again { 16 } else { 0 };
        let remembered = if child.pit == remembered { 1024 } else { 0 };
        4 * child.gain + pit + again + remembered
    }
}

/// Boards with more stones than this are not remembered: their bounds would not fit.
pub(crate) fn rememberable(ranking: &Ranking) -> u8 {
    ranking.most().min(127)
}
