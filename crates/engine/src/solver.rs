//! The exact value of a board, by asking again and again "is it at least this much?".

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parlor_rules::mancala::{Board, Rest, Row, Sown};

use crate::brain::{Brain, MAX_MOVES};
use crate::claims::Claims;
use crate::limits::threads_at_hand;
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

    /// Whether the value is at least `beta`, if that is sure: a bound on that side of it.
    #[inline]
    fn answer(self, beta: i16) -> Option<i16> {
        if self.lower >= beta {
            Some(self.lower)
        } else if self.upper < beta {
            Some(self.upper)
        } else {
            None
        }
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

/// Finds the exact value of a board, until the budget is spent. What was learnt stays in memory:
/// asking again goes on where this left off.
///
/// This is MTD(f): each question has a window of no width, the answer moves one bound, and the
/// next question stands where the bounds may meet. All threads ask the same questions; each leaves
/// to the others what they are at already, and they meet in what they remember.
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
    let claims = Claims::new();
    let done = AtomicBool::new(false);
    let search = |stop| {
        let mut search = Search::new(brain, budget, stop);
        search.claims = Some(&claims);
        (search.converge(board, guess), search.nodes)
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(|| search(&done).1)).collect();
        let (bounds, nodes) = search(budget.stop);
        done.store(true, Relaxed);
        let helped: u64 = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
        Solved { bounds, nodes: nodes + helped }
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
    let found =
        bounds.answer(value).unwrap_or_else(|| search.search(board, stones, number, bounds, value));
    (!search.aborted).then_some(found >= value)
}

struct Search<'a, R> {
    brain: &'a Brain<R>,
    budget: Budget<'a>,
    /// Ends this thread alone.
    stop: &'a AtomicBool,
    /// Boards with fewer stones than this are in the endgame table.
    tabled_below: u8,
    /// What other threads are at, if there are any.
    claims: Option<&'a Claims>,
    nodes: u64,
    aborted: bool,
}

/// A move under consideration, and the board it leads to.
#[derive(Clone, Copy)]
struct Child<R> {
    board: Board<R>,
    number: u64,
    bounds: Bounds,
    stones: u8,
    gain: i16,
    again: bool,
    pit: u8,
    promise: i16,
}

impl<R: Row> Child<R> {
    /// A place for a child to be written to.
    #[inline]
    fn none(board: Board<R>) -> Self {
        Self {
            board,
            number: 0,
            bounds: Bounds::exactly(0),
            stones: 0,
            gain: 0,
            again: false,
            pit: 0,
            promise: 0,
        }
    }

    /// Turns a value for whoever moves on the child's board into one for the parent's mover.
    #[inline]
    fn for_parent(&self, value: i16) -> i16 {
        if self.again { self.gain + value } else { self.gain - value }
    }

    /// Whether the move is worth at least `beta` to the parent's mover, if that is sure.
    #[inline]
    fn answer(&self, beta: i16) -> Option<i16> {
        let (lower, upper) =
            (self.for_parent(self.bounds.lower), self.for_parent(self.bounds.upper));
        Bounds { lower: lower.min(upper), upper: lower.max(upper), ..self.bounds }.answer(beta)
    }
}

/// Boards with at least so many stones more than the endgame table are worth claiming: below,
/// a search is over before another thread could help.
const WORTH_CLAIMING: u8 = 6;

/// The promise of a move that is left for last.
const LAST: i16 = i16::MIN;

impl<'a, R: Row> Search<'a, R> {
    fn new(brain: &'a Brain<R>, budget: Budget<'a>, stop: &'a AtomicBool) -> Self {
        let tabled_below = brain.endgame.known_below();
        Self { brain, budget, stop, tabled_below, claims: None, nodes: 0, aborted: false }
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

        let mut children = [Child::none(board); MAX_MOVES];
        let count = self.children(board, stones, &mut children);
        let (mut best, mut best_pit) = (i16::MIN, known.pit);
        let mut open = 0;
        for at in 0..count {
            let mut child = children[at];
            child.bounds = self.bounds_of(&child);
            match child.answer(beta) {
                Some(value) if value >= beta => {
                    (best, best_pit) = (value, child.pit);
                    open = 0;
                    break;
                }
                Some(value) => best = best.max(value),
                None => {
                    child.promise = self.promise(&child, known.pit);
                    children[open] = child;
                    open += 1;
                }
            }
        }

        let claims = self.claims.filter(|_| stones >= self.tabled_below + WORTH_CLAIMING);
        for at in 0..open {
            if claims.is_some()
                && let Some(answer) = self.recall(number, stones).answer(beta)
            {
                // Another thread has been faster.
                return answer;
            }
            let mut child = Self::next(&mut children[at..open], claims.filter(|_| at > 0));
            if claims.is_some() {
                child.bounds = self.bounds_of(&child);
            }
            let value = child.answer(beta).unwrap_or_else(|| self.ask(&child, beta, claims));
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

    /// Takes the most promising of the children to the front. One that another thread is at comes
    /// after all others.
    #[inline]
    fn next(children: &mut [Child<R>], claims: Option<&Claims>) -> Child<R> {
        loop {
            let most = (0..children.len()).max_by_key(|&at| children[at].promise).unwrap_or(0);
            children.swap(0, most);
            let child = &mut children[0];
            let taken = claims.is_some_and(|claims| claims.is_taken(child.number));
            if !taken || child.promise == LAST {
                return *child;
            }
            child.promise = LAST;
        }
    }

    /// Whether a child that is not settled is worth at least `beta` to the parent's mover.
    #[inline]
    fn ask(&mut self, child: &Child<R>, beta: i16, claims: Option<&Claims>) -> i16 {
        let number = (child.stones <= self.brain.rememberable).then_some(child.number);
        let wanted = if child.again { beta - child.gain } else { child.gain - beta + 1 };
        if let Some(claims) = claims {
            claims.take(child.number);
        }
        let value = self.search(child.board, child.stones, number, child.bounds, wanted);
        if let Some(claims) = claims {
            claims.release(child.number);
        }
        child.for_parent(value)
    }

    /// Writes down all moves, and has what is known about them brought near.
    #[inline]
    fn children(&self, board: Board<R>, stones: u8, children: &mut [Child<R>; MAX_MOVES]) -> usize {
        let brain = self.brain;
        let mut count = 0;
        brain.sowing.for_each_turn(board, |pit, sown| {
            let Sown { board, banked, again, .. } = sown;
            let child = &mut children[count];
            child.board = if again { board } else { board.turned() };
            child.stones = stones - banked;
            (child.pit, child.gain, child.again) = (pit, i16::from(banked), again);
            if child.stones <= brain.rememberable {
                child.number = brain.ranking.number(child.board);
                if child.stones < self.tabled_below {
                    brain.endgame.prefetch(child.number);
                } else {
                    brain.proofs.prefetch(child.number);
                }
            }
            count += 1;
        });
        count
    }

    /// What is known about a child's value.
    #[inline]
    fn bounds_of(&self, child: &Child<R>) -> Bounds {
        if self.brain.sowing.is_over(child.board) {
            Bounds::exactly(self.brain.final_margin(child.board))
        } else if child.stones < self.tabled_below {
            Bounds::exactly(self.brain.endgame.value(child.number))
        } else {
            let number = (child.stones <= self.brain.rememberable).then_some(child.number);
            self.recall(number, child.stones)
        }
    }

    fn recall(&self, number: Option<u64>, stones: u8) -> Bounds {
        number
            .and_then(|number| self.brain.proofs.get(number))
            .map_or(Bounds::any(stones), Bounds::unpack)
    }

    /// How early a move should be tried: what was best before, then moves that go again and moves
    /// that bank much, then those that leave the next player little to choose from and few pits
    /// that go again. The weights were fitted to how many boards proofs have to look at.
    #[inline]
    fn promise(&self, child: &Child<R>, remembered: u8) -> i16 {
        let Board { mine, theirs } = child.board;
        let filled = 3 * Brain::filled(mine) - Brain::filled(theirs);
        let ready = 2 * (self.brain.ready(mine) - self.brain.ready(theirs));
        let next = if child.again { 24 + filled + ready } else { -filled - ready };
        let remembered = if child.pit == remembered { 1024 } else { 0 };
        5 * child.gain + i16::from(child.pit) + next + remembered
    }
}

/// Boards with more stones than this are not remembered: their bounds would not fit.
pub(crate) fn rememberable(ranking: &Ranking) -> u8 {
    ranking.most().min(127)
}
