//! What a board looks worth some turns ahead: alpha-beta search with a static evaluation at its end.

use std::sync::atomic::Ordering::Relaxed;

use parlor_rules::mancala::{Board, Rest, Row};

use crate::knowledge::Knowledge;
use crate::limits::Budget;
use crate::margin::MAX_MOVES;

/// A search to a limited depth: fail-soft negamax with alpha-beta pruning, null windows (principal
/// variation search) and a transposition table, and a static evaluation where the depth ends.
pub(crate) struct AlphaBeta<'a, R> {
    knowledge: &'a Knowledge<R>,
    budget: Budget<'a>,
    tabled_below: u8,
    nodes: u64,
    aborted: bool,
}

/// What a board looks worth after a short look: where a search for the exact value may begin.
pub(crate) fn guess<R: Row>(knowledge: &Knowledge<R>, board: Board<R>, budget: Budget<'_>) -> i16 {
    let mut search =
        AlphaBeta::new(knowledge, Budget { nodes: budget.nodes.min(SHORT_LOOK), ..budget });
    (1..MAX_DEPTH).map_while(|depth| search.estimate(board, depth, -ALL, ALL)).last().unwrap_or(0)
}

/// How many boards a short look takes in.
const SHORT_LOOK: u64 = 100_000;

/// Larger than any margin.
pub(crate) const ALL: i16 = 1000;

/// The deepest that an estimate is remembered for.
pub(crate) const MAX_DEPTH: u8 = 31;

impl<'a, R: Row> AlphaBeta<'a, R> {
    pub(crate) fn new(knowledge: &'a Knowledge<R>, budget: Budget<'a>) -> Self {
        let tabled_below = knowledge.endgame.known_below();
        Self { knowledge, budget, tabled_below, nodes: 0, aborted: false }
    }

    /// Boards looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the board looks worth to the player to move, `depth` turns ahead; a turn that goes
    /// again costs no depth, except in relay sowing. An answer at or below `alpha` means "at most so
    /// much", one at or above `beta` "at least so much". `None` if the budget ran out.
    pub(crate) fn estimate(
        &mut self,
        board: Board<R>,
        depth: u8,
        alpha: i16,
        beta: i16,
    ) -> Option<i16> {
        let value = self.search(board, board.stones(), depth.min(MAX_DEPTH), alpha, beta);
        (!self.aborted).then_some(value)
    }

    /// The pit that looked best when this board was last searched, from the transposition table.
    pub(crate) fn best_known_pit(knowledge: &Knowledge<R>, board: Board<R>) -> Option<u8> {
        let number = knowledge.number(board, board.stones())?;
        let estimate = Estimate::unpack(knowledge.estimates.get(number)?);
        (board.mine.get(estimate.pit) > 0).then_some(estimate.pit)
    }

    /// An answer at or below `alpha` is an upper bound, one at or above `beta`
    /// a lower bound, anything between is the value at this depth.
    fn search(&mut self, board: Board<R>, stones: u8, depth: u8, alpha: i16, beta: i16) -> i16 {
        if let Some(value) = self.knowledge.settled(board, stones, self.tabled_below) {
            return value;
        }
        if depth == 0 {
            return self.evaluate(board);
        }
        self.nodes += 1;
        if self.nodes >= self.budget.nodes
            || (self.nodes.is_multiple_of(1024) && self.budget.stop.load(Relaxed))
        {
            self.aborted = true;
            return 0;
        }

        let number = self.knowledge.number(board, stones);
        let estimate =
            number.and_then(|number| self.knowledge.estimates.get(number)).map(Estimate::unpack);
        let remembered = estimate.map(|estimate| estimate.pit);
        if let Some(value) = estimate.and_then(|estimate| estimate.answer(depth, alpha, beta)) {
            return value;
        }

        let mut turns = [(0_i16, 0_u8); MAX_MOVES];
        let mut count = 0;
        self.knowledge.sowing.for_each_turn(board, |pit, sown| {
            let again = if sown.again { 16 } else { 0 };
            let first = if Some(pit) == remembered { 1024 } else { 0 };
            turns[count] = (4 * i16::from(sown.banked) + i16::from(pit) + again + first, pit);
            count += 1;
        });
        turns[..count].sort_unstable();

        let (mut best, mut best_pit, mut raised) = (-ALL, 0, alpha);
        for &(_, pit) in turns[..count].iter().rev() {
            let sown = self.knowledge.sowing.play(board, pit);
            let gain = i16::from(sown.banked);
            let left = stones - sown.banked;
            let mut look = |alpha: i16, beta: i16| {
                if sown.again {
                    let depth = depth - self.knowledge.again_costs;
                    gain + self.search(sown.board, left, depth, alpha - gain, beta - gain)
                } else {
                    let next = sown.board.turned();
                    gain - self.search(next, left, depth - 1, gain - beta, gain - alpha)
                }
            };
            // Principal variation search: the first is likely to be the best. Whether another is any better
            // is asked before how
            // good it is: mostly it is not, and that is sooner seen.
            let value = if best == -ALL {
                look(raised, beta)
            } else {
                match look(raised, raised + 1) {
                    better if raised < better && better < beta => look(better - 1, beta),
                    answer => answer,
                }
            };
            if self.aborted {
                return 0;
            }
            if value > best {
                (best, best_pit) = (value, pit);
            }
            raised = raised.max(best);
            if raised >= beta {
                break;
            }
        }
        if let Some(number) = number {
            let kind = if best >= beta {
                Kind::LowerBound
            } else if best <= alpha {
                Kind::UpperBound
            } else {
                Kind::Exact
            };
            self.knowledge
                .estimates
                .set(number, Estimate { value: best, depth, kind, pit: best_pit }.pack());
        }
        best
    }

    /// The static evaluation: what a board looks worth without looking ahead. The weights were
    /// fitted to proved values, then tried in matches.
    ///
    /// To have many pits to choose from (mobility) is worth more than to have many stones: a player
    /// who runs out of moves has to hand stones over. Where only the stores count in the end, what matters most
    /// is which pits are ready to go again. To be on turn is worth about a stone.
    fn evaluate(&self, Board { mine, theirs }: Board<R>) -> i16 {
        let filled = Knowledge::filled(mine) - Knowledge::filled(theirs);
        match self.knowledge.rules().rest() {
            Rest::ToOwner => {
                let ahead = i16::from(mine.sum()) - i16::from(theirs.sum());
                (ahead + 6 * filled + 3).div_euclid(4)
            }
            Rest::Stays => {
                let ready = self.knowledge.ready(mine) - self.knowledge.ready(theirs);
                (filled + 3 * ready + 2).div_euclid(2)
            }
        }
    }
}

/// What the transposition table keeps about a board that was searched.
///
/// ```text
///     18      11 10    6 5  4 3   0
///     value     | depth | kind | pit
/// ```
#[derive(Clone, Copy)]
struct Estimate {
    value: i16,
    depth: u8,
    kind: Kind,
    pit: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact = 1,
    LowerBound = 2,
    UpperBound = 3,
}

impl Estimate {
    fn pack(self) -> u32 {
        u32::from((self.value + 128).cast_unsigned() as u8) << 11
            | u32::from(self.depth) << 6
            | (self.kind as u32) << 4
            | u32::from(self.pit)
    }

    fn unpack(payload: u32) -> Self {
        Self {
            value: i16::from((payload >> 11) as u8) - 128,
            depth: (payload >> 6) as u8 & 31,
            kind: match payload >> 4 & 3 {
                2 => Kind::LowerBound,
                3 => Kind::UpperBound,
                _ => Kind::Exact,
            },
            pit: payload as u8 & 15,
        }
    }

    /// The value, if the estimate answers a search to this depth with this window. Only one of the
    /// very depth does, so that what a level sees does not depend on what was searched before.
    fn answer(self, depth: u8, alpha: i16, beta: i16) -> Option<i16> {
        let answers = self.depth == depth
            && match self.kind {
                Kind::Exact => true,
                Kind::LowerBound => self.value >= beta,
                Kind::UpperBound => self.value <= alpha,
            };
        answers.then_some(self.value)
    }
}
