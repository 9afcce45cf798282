use parlor_rules::mancala::{Board, Row};

use crate::abdada::CurrentlySearching;
use crate::bounds::Bounds;
use crate::knowledge::Knowledge;

/// A move under consideration, and the board it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Child<R> {
    pub(crate) board: Board<R>,
    /// The board's number, if it has few enough stones to be remembered.
    pub(crate) number: u64,
    /// What is known about the board's value.
    pub(crate) bounds: Bounds,
    pub(crate) stones: u8,
    /// What the move banks.
    pub(crate) gain: i16,
    pub(crate) again: bool,
    pub(crate) pit: u8,
    /// How early the move should be tried.
    pub(crate) promise: i16,
}

impl<R: Row> Child<R> {
    /// A move of which nothing is known yet but where it leads to.
    #[inline]
    pub(crate) fn new(
        board: Board<R>,
        number: u64,
        stones: u8,
        pit: u8,
        banked: u8,
        again: bool,
    ) -> Self {
        let bounds = Bounds::any(stones);
        Self { board, number, bounds, stones, gain: banked.into(), again, pit, promise: 0 }
    }

    /// Turns a value for the player to move on the child's board into one for the parent's mover.
    #[inline]
    pub(crate) fn for_parent(&self, value: i16) -> i16 {
        if self.again { self.gain + value } else { self.gain - value }
    }

    /// Whether the move is worth at least `beta` to the parent's mover, if that is sure.
    #[inline]
    pub(crate) fn answer(&self, beta: i16) -> Option<i16> {
        let (lower, upper) =
            (self.for_parent(self.bounds.lower), self.for_parent(self.bounds.upper));
        Bounds { lower: lower.min(upper), upper: lower.max(upper), ..self.bounds }.answer(beta)
    }

    /// Raises the lower bound on the board's value to what is sure without a search, if that may tell
    /// whether the move is worth at least `beta`: who banks so many stones has at least those, and the
    /// other at most the rest.
    #[inline]
    pub(crate) fn count_sure_stones(&mut self, knowledge: &Knowledge<R>, beta: i16) {
        let wanted = if self.again { beta - self.gain } else { self.gain - beta + 1 };
        let mine = i16::from(self.board.mine.sum());
        let stones = i16::from(self.stones);
        // No more can be sure than there is.
        if 2 * mine - stones >= wanted {
            let sure = 2 * knowledge.sure_stones(self.board.mine) - stones;
            self.bounds.lower = self.bounds.lower.max(sure);
        }
    }

    /// Move ordering: says how early the move should be tried. First what was best before, then moves that go again and
    /// moves that bank much, then those that leave the next player little to choose from and few
    /// pits that go again. The weights were fitted to how many boards proofs have to look at.
    #[inline]
    pub(crate) fn weigh(&mut self, knowledge: &Knowledge<R>, remembered: u8) {
        let Board { mine, theirs } = self.board;
        let filled = 3 * Knowledge::filled(mine) - Knowledge::filled(theirs);
        let ready = 2 * (knowledge.ready(mine) - knowledge.ready(theirs));
        let next = if self.again { 24 + filled + ready } else { -filled - ready };
        let remembered = if self.pit == remembered { 1024 } else { 0 };
        self.promise = 5 * self.gain + i16::from(self.pit) + next + remembered;
    }

    /// Takes the most promising of the children to the front. One that another thread is searching
    /// is deferred until all others have been tried.
    #[inline]
    pub(crate) fn next(children: &mut [Self], others: Option<&CurrentlySearching>) -> Self {
        loop {
            let most = (0..children.len()).max_by_key(|&at| children[at].promise).unwrap_or(0);
            children.swap(0, most);
            let child = &mut children[0];
            let deferred = others.is_some_and(|others| others.contains(child.number));
            if !deferred || child.promise == LAST {
                return *child;
            }
            child.promise = LAST;
        }
    }
}

/// The promise of a move that is left for last.
const LAST: i16 = i16::MIN;
