//! The exact value of a board, by asking again and again "is it at least this much?".

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parlor_rules::mancala::{Board, Rest, Row, Sown};

use crate::abdada::CurrentlySearching;
use crate::bounds::Bounds;
use crate::child::Child;
use crate::knowledge::Knowledge;
use crate::limits::{Budget, threads_at_hand};

/// How a search for an exact value went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    /// The bounds on the value; equal if it is proved.
    pub(crate) bounds: Bounds,
    /// Boards looked at, by all threads together.
    pub(crate) nodes: u64,
}

/// Finds the exact value of a board, until the budget is spent. What was learnt stays in memory:
/// asking again goes on where this left off.
///
/// This is MTD(f): each question has a window of no width, the answer moves one bound, and the
/// next question stands where the bounds may meet. All threads ask the same questions; each defers
/// what another is searching already (ABDADA), and they meet in the transposition table.
pub(crate) fn solve<R: Row>(
    knowledge: &Knowledge<R>,
    board: Board<R>,
    guess: i16,
    threads: usize,
    budget: Budget<'_>,
) -> Solved {
    let threads = threads_at_hand(threads);
    if threads <= 1 {
        let mut search = Search::new(knowledge, budget, budget.stop);
        let bounds = search.converge(board, guess);
        return Solved { bounds, nodes: search.nodes };
    }
    let others = CurrentlySearching::new();
    let done = AtomicBool::new(false);
    let search = |stop| {
        let mut search = Search::new(knowledge, budget, stop);
        search.others = Some(&others);
        (search.converge(board, guess), search.nodes)
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(|| search(&done).1)).collect();
        let (bounds, nodes) = search(budget.stop);
        done.store(true, Relaxed);
        let helped = helpers.into_iter().map(|helper| {
            // What went wrong there has gone wrong here.
            helper.join().unwrap_or_else(|panic| resume_unwind(panic))
        });
        let helped: u64 = helped.sum();
        Solved { bounds, nodes: nodes + helped }
    })
}

/// A pit that keeps the value of a board, which is proved, and how many boards it took to see that.
/// `None` if the budget ran out.
///
/// A wrong pit may be much harder to refute than a right one to confirm, so all of them are asked
/// about in turn, with more and more effort; the last that is not refuted is right.
pub(crate) fn best_proved_pit<R: Row>(
    knowledge: &Knowledge<R>,
    board: Board<R>,
    value: i16,
    budget: Budget<'_>,
) -> (Option<u8>, u64) {
    let search = |nodes| Search::new(knowledge, Budget { nodes, ..budget }, budget.stop);
    let stones = board.stones();
    let mut finder = search(0);
    finder.push_children(board, stones);
    let remembered = finder.recall(knowledge.number(board, stones), stones).pit;
    let mut children = finder.children;
    let mut open = children.len();
    for child in &mut children {
        child.weigh(knowledge, remembered);
    }
    for at in 0..open {
        Child::next(&mut children[at..], None);
    }

    let (mut nodes, mut effort) = (0, FIRST_EFFORT);
    while open > 1 {
        let mut undecided = 0;
        for at in 0..open {
            let mut search = search(effort.min(budget.nodes.saturating_sub(nodes)));
            let mut child = children[at];
            child.bounds = search.bounds_of(&child);
            let reached = child.answer(value).unwrap_or_else(|| search.ask(&child, value, None));
            nodes += search.nodes;
            if search.aborted {
                children[undecided] = child;
                undecided += 1;
            } else if reached >= value {
                return (Some(child.pit), nodes);
            }
        }
        open = undecided;
        if nodes >= budget.nodes || budget.stop.load(Relaxed) {
            break;
        }
        effort = effort.saturating_mul(4);
    }
    ((open == 1).then_some(children[0].pit), nodes)
}

/// Boards that are looked at, at most, when a pit is asked about for the first time.
const FIRST_EFFORT: u64 = 1 << 12;

struct Search<'a, R> {
    knowledge: &'a Knowledge<R>,
    budget: Budget<'a>,
    /// Ends this thread alone.
    stop: &'a AtomicBool,
    /// Boards with fewer stones than this are in the endgame table.
    tabled_below: u8,
    /// What other threads are searching, if there are any.
    others: Option<&'a CurrentlySearching>,
    /// The moves of the boards from the first to the one that is looked at, one board after the other.
    /// They are kept in one place so that no board has to make room for all that it could have.
    children: Vec<Child<R>>,
    nodes: u64,
    aborted: bool,
}

/// Boards with at least so many stones more than the endgame table are worth sharing between
/// threads: below, a search is over before another thread could help.
const WORTH_SHARING: u8 = 6;

impl<'a, R: Row> Search<'a, R> {
    fn new(knowledge: &'a Knowledge<R>, budget: Budget<'a>, stop: &'a AtomicBool) -> Self {
        let tabled_below = knowledge.endgame.known_below();
        Self {
            knowledge,
            budget,
            stop,
            tabled_below,
            others: None,
            children: Vec::new(),
            nodes: 0,
            aborted: false,
        }
    }

    /// Moves the bounds on a board's value towards each other until they meet.
    fn converge(&mut self, board: Board<R>, guess: i16) -> Bounds {
        let stones = board.stones();
        if let Some(value) = self.knowledge.settled(board, stones, self.tabled_below) {
            return Bounds::exactly(value);
        }
        // Where all stones end in stores, every margin is even or every margin is odd.
        let step = if self.knowledge.rules().rest() == Rest::ToOwner { 2 } else { 1 };
        let number = self.knowledge.number(board, stones);
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

        let first = self.children.len();
        self.push_children(board, stones);
        let (mut best, mut best_pit) = (i16::MIN, known.pit);
        let mut end = first;
        for at in first..self.children.len() {
            let mut child = self.children[at];
            child.bounds = self.bounds_of(&child);
            if child.answer(beta).is_none() {
                child.count_sure_stones(self.knowledge, beta);
            }
            match child.answer(beta) {
                Some(value) if value >= beta => {
                    (best, best_pit) = (value, child.pit);
                    end = first;
                    break;
                }
                Some(value) => best = best.max(value),
                None => {
                    child.weigh(self.knowledge, known.pit);
                    self.children[end] = child;
                    end += 1;
                }
            }
        }
        self.children.truncate(end);

        let others = self.others.filter(|_| stones >= self.tabled_below + WORTH_SHARING);
        for at in first..end {
            if others.is_some()
                && let Some(answer) = self.recall(number, stones).answer(beta)
            {
                // Another thread has been faster.
                self.children.truncate(first);
                return answer;
            }
            let mut child = Child::next(&mut self.children[at..], others.filter(|_| at > first));
            if others.is_some() {
                child.bounds = self.bounds_of(&child);
            }
            let value = child.answer(beta).unwrap_or_else(|| self.ask(&child, beta, others));
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
        self.children.truncate(first);

        if let Some(number) = number {
            let Bounds { mut lower, mut upper, .. } = known;
            if best >= beta {
                lower = lower.max(best);
            } else {
                upper = upper.min(best);
            }
            self.knowledge.proofs.set(number, Bounds { lower, upper, pit: best_pit }.pack());
        }
        best
    }

    /// Whether a child that is not settled is worth at least `beta` to the parent's mover.
    #[inline]
    fn ask(&mut self, child: &Child<R>, beta: i16, others: Option<&CurrentlySearching>) -> i16 {
        let number = (child.stones <= self.knowledge.most_stones).then_some(child.number);
        let wanted = if child.again { beta - child.gain } else { child.gain - beta + 1 };
        if let Some(others) = others {
            others.insert(child.number);
        }
        let value = self.search(child.board, child.stones, number, child.bounds, wanted);
        if let Some(others) = others {
            others.remove(child.number);
        }
        child.for_parent(value)
    }

    /// Writes down all moves, and has what is known about them brought near.
    #[inline]
    fn push_children(&mut self, board: Board<R>, stones: u8) {
        let (knowledge, tabled_below) = (self.knowledge, self.tabled_below);
        knowledge.sowing.for_each_turn(board, |pit, Sown { board, banked, again, .. }| {
            let board = if again { board } else { board.turned() };
            let stones = stones - banked;
            let mut number = 0;
            if stones <= knowledge.most_stones {
                number = knowledge.ranking.number(board);
                if stones < tabled_below {
                    knowledge.endgame.prefetch(number);
                } else {
                    knowledge.proofs.prefetch(number);
                }
            }
            self.children.push(Child::new(board, number, stones, pit, banked, again));
        });
    }

    /// What is known about a child's value.
    #[inline]
    fn bounds_of(&self, child: &Child<R>) -> Bounds {
        if self.knowledge.sowing.is_over(child.board) {
            Bounds::exactly(self.knowledge.final_margin(child.board))
        } else if child.stones < self.tabled_below {
            Bounds::exactly(self.knowledge.endgame.value(child.number))
        } else {
            let number = (child.stones <= self.knowledge.most_stones).then_some(child.number);
            self.recall(number, child.stones)
        }
    }

    fn recall(&self, number: Option<u64>, stones: u8) -> Bounds {
        number
            .and_then(|number| self.knowledge.proofs.get(number))
            .map_or(Bounds::any(stones), Bounds::unpack)
    }
}
