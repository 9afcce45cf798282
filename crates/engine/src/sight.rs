//! What a board looks worth to somebody who thinks a few turns ahead.

use std::sync::atomic::Ordering::Relaxed;

use parlor_rules::mancala::{Board, Rest, Row};

use crate::brain::{Brain, MAX_MOVES};
use crate::limits::Budget;

/// A search to a limited depth: alpha-beta, with an opinion where the depth ends.
pub(crate) struct Sight<'a, R> {
    brain: &'a Brain<R>,
    budget: Budget<'a>,
    tabled_below: u8,
    nodes: u64,
    aborted: bool,
}

/// What a board looks worth after a short look: where a search for the exact value may begin.
pub(crate) fn guess<R: Row>(brain: &Brain<R>, board: Board<R>, budget: Budget<'_>) -> i16 {
    let mut sight = Sight::new(brain, Budget { nodes: budget.nodes.min(SHORT_LOOK), ..budget });
    (1..MAX_DEPTH).map_while(|depth| sight.estimate(board, depth, -ALL, ALL)).last().unwrap_or(0)
}

/// How many boards a short look takes in.
const SHORT_LOOK: u64 = 100_000;

/// Larger than any margin.
pub(crate) const ALL: i16 = 1000;

/// The deepest that an estimate is remembered for.
pub(crate) const MAX_DEPTH: u8 = 31;

impl<'a, R: Row> Sight<'a, R> {
    pub(crate) fn new(brain: &'a Brain<R>, budget: Budget<'a>) -> Self {
        let tabled_below = brain.endgame.known_below();
        Self { brain, budget, tabled_below, nodes: 0, aborted: false }
    }

    /// Boards looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the board looks worth to the player to move, `depth` turns ahead; a turn that goes
    /// again costs no depth. An answer at or below `alpha` means "at most so much", one at or above
    /// `beta` "at least so much". `None` if the budget ran out.
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

    /// The pit that looked best when this board was last searched.
    pub(crate) fn favourite(brain: &Brain<R>, board: Board<R>) -> Option<u8> {
        let number = brain.number(board, board.stones())?;
        let note = Note::unpack(brain.estimates.get(number)?);
        (board.mine.get(note.pit) > 0).then_some(note.pit)
    }

    /// Fail-soft negamax: an answer at or below `alpha` is an upper bound, one at or above `beta`
    /// a lower bound, anything between is the value at this depth.
    fn search(&mut self, board: Board<R>, stones: u8, depth: u8, alpha: i16, beta: i16) -> i16 {
        if let Some(value) = self.brain.settled(board, stones, self.tabled_below) {
            return value;
        }
        if depth == 0 {
            return self.opinion(board);
        }
        self.nodes += 1;
        if self.nodes >= self.budget.nodes
            || (self.nodes.is_multiple_of(1024) && self.budget.stop.load(Relaxed))
        {
            self.aborted = true;
            return 0;
        }

        let number = self.brain.number(board, stones);
        let note = number.and_then(|number| self.brain.estimates.get(number)).map(Note::unpack);
        let remembered = note.map(|note| note.pit);
        if let Some(value) = note.and_then(|note| note.answer(depth, alpha, beta)) {
            return value;
        }

        let mut turns = [(0_i16, 0_u8); MAX_MOVES];
        let mut count = 0;
        self.brain.sowing.for_each_turn(board, |pit, sown| {
            let again = if sown.again { 16 } else { 0 };
            let first = if Some(pit) == remembered { 1024 } else { 0 };
            turns[count] = (4 * i16::from(sown.banked) + i16::from(pit) + again + first, pit);
            count += 1;
        });
        turns[..count].sort_unstable();

        let (mut best, mut best_pit, mut raised) = (-ALL, 0, alpha);
        for &(_, pit) in turns[..count].iter().rev() {
            let sown = self.brain.sowing.play(board, pit);
            let gain = i16::from(sown.banked);
            let left = stones - sown.banked;
            let mut look = |alpha: i16, beta: i16| {
                if sown.again {
                    gain + self.search(sown.board, left, depth, alpha - gain, beta - gain)
                } else {
                    let next = sown.board.turned();
                    gain - self.search(next, left, depth - 1, gain - beta, gain - alpha)
                }
            };
            // The first is likely to be the best. Whether another is any better is asked before how
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
                Kind::AtLeast
            } else if best <= alpha {
                Kind::AtMost
            } else {
                Kind::Exact
            };
            self.brain
                .estimates
                .set(number, Note { value: best, depth, kind, pit: best_pit }.pack());
        }
        best
    }

    /// An opinion about a board without looking ahead. The weights were fitted to proved values,
    /// then tried in matches.
    ///
    /// To have many pits to choose from is worth more than to have many stones: who runs out of
    /// moves has to hand stones over. Where only the stores count in the end, what matters most
    /// is which pits are ready to go again. To be on turn is worth about a stone.
    fn opinion(&self, Board { mine, theirs }: Board<R>) -> i16 {
        let filled = Brain::filled(mine) - Brain::filled(theirs);
        match self.brain.rules().rest() {
            Rest::ToOwner => {
                let ahead = i16::from(mine.sum()) - i16::from(theirs.sum());
                (ahead + 6 * filled + 3).div_euclid(4)
            }
            Rest::Stays => {
                let ready = self.brain.ready(mine) - self.brain.ready(theirs);
                (filled + 3 * ready + 2).div_euclid(2)
            }
        }
    }
}

/// What is remembered about a board that was searched.
///
/// ```text
///     18      11 10    6 5  4 3   0
///     value     | depth | kind | pit
/// ```
#[derive(Clone, Copy)]
struct Note {
    value: i16,
    depth: u8,
    kind: Kind,
    pit: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact = 1,
    AtLeast = 2,
    AtMost = 3,
}

impl Note {
    fn pack(self) -> u32 {
        u32::from((self.value + 128).cast_unsigned() as u8) << 11
            | u32::from(self.depth) << 6
            | (self.kind as u32) << 4
            | u32::from(self.pit)
    }

    fn unpack(knowledge: u32) -> Self {
        Self {
            value: i16::from((knowledge >> 11) as u8) - 128,
            depth: (knowledge >> 6) as u8 & 31,
            kind: match knowledge >> 4 & 3 {
                2 => Kind::AtLeast,
                3 => Kind::AtMost,
                _ => Kind::Exact,
            },
            pit: knowledge as u8 & 15,
        }
    }

    /// The value, if the note answers a search to this depth with this window. Only a note of the
    /// very depth does, so that what a level sees does not depend on what was searched before.
    fn answer(self, depth: u8, alpha: i16, beta: i16) -> Option<i16> {
        let answers = self.depth == depth
            && match self.kind {
                Kind::Exact => true,
                Kind::AtLeast => self.value >= beta,
                Kind::AtMost => self.value <= alpha,
            };
        answers.then_some(self.value)
    }
}
