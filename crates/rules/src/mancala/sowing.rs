use std::{array, iter};

use super::{Board, Captured, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Row, Rules};

/// A rule set made ready to be played many million times a second.
///
/// Where the stones of a sowing fall depends only on the pit and on how many there are, so each
/// sowing is looked up and added to the board in one go instead of being walked stone by stone.
#[derive(Clone, Debug)]
pub struct Sowing<R> {
    rules: Rules,
    capture: CaptureRules<R>,
    /// For each pit, what each number of stones in it does.
    drops: Box<[[Drops<R>; 256]]>,
}

/// What a turn did, still seen by the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown<R> {
    /// The pits after the turn. Nothing has been swept.
    pub board: Board<R>,
    /// Stones that went into the mover's store.
    pub banked: u8,
    /// Whether the last stone fell into the mover's store.
    pub again: bool,
    /// If there was a capture, the stones taken from the opposite pit.
    pub taken: Option<u8>,
}

impl<R: Row> Sowing<R> {
    /// Prepares every sowing of a rule set.
    ///
    /// # Panics
    /// If a row of this kind has no room for the pits of the rules.
    pub fn new(rules: &Rules) -> Self {
        assert!(rules.pits <= R::PITS, "a row too short for {} pits", rules.pits);
        let sowings = |pit| {
            let mut sowings = Drops::of_pit(rules, pit);
            array::from_fn(|_| sowings.next().expect("one more stone can always be sown"))
        };
        Self {
            rules: *rules,
            capture: CaptureRules::new(rules),
            drops: (0..rules.pits).map(sowings).collect(),
        }
    }

    /// The rules that were prepared.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Sows from one of the mover's pits, which must not be empty, and captures.
    #[inline]
    pub fn play(&self, board: Board<R>, pit: u8) -> Sown<R> {
        let stones = board.mine.get(pit);
        self.drops[usize::from(pit)][usize::from(stones)].apply(self.capture, board, pit)
    }

    /// Visits every turn that the mover can take, with its pit. There are none only if the
    /// mover has no stones: whether the game is over is another question.
    #[inline]
    pub fn for_each_turn(&self, board: Board<R>, mut visit: impl FnMut(u8, Sown<R>)) {
        for (pit, drops) in self.drops.iter().enumerate() {
            let stones = board.mine.get(pit as u8);
            if stones > 0 {
                visit(pit as u8, drops[usize::from(stones)].apply(self.capture, board, pit as u8));
            }
        }
    }

    /// Whether the game is over, with `board` seen by the player whose turn it would be.
    #[inline]
    pub fn is_over(&self, board: Board<R>) -> bool {
        is_over(&self.rules, board)
    }
}

/// Sows from one of the mover's pits and captures, without anything prepared.
pub(super) fn sow<R: Row>(rules: &Rules, board: Board<R>, pit: u8) -> Sown<R> {
    let stones = usize::from(board.mine.get(pit));
    let drops = Drops::of_pit(rules, pit).nth(stones).expect("one more stone can always be sown");
    drops.apply(CaptureRules::new(rules), board, pit)
}

/// Whether the game is over, with `board` seen by the player whose turn it would be.
#[inline]
pub(super) fn is_over<R: Row>(rules: &Rules, board: Board<R>) -> bool {
    board.mine.is_empty() || (rules.over == Over::EitherRowEmpty && board.theirs.is_empty())
}

/// One sowing, with everything about it that does not depend on the rest of the board.
#[derive(Clone, Copy, Debug)]
struct Drops<R> {
    /// What is added to the mover's row.
    mine: R,
    /// What is added to the other row.
    theirs: R,
    /// One stone where a capture would begin; empty if this sowing cannot capture.
    landing: R,
    /// All bits of the pit that would be captured; empty if this sowing cannot capture.
    opposite: R,
    banked: u8,
    again: bool,
}

/// The part of the rules that a capture needs.
#[derive(Clone, Copy, Debug)]
struct CaptureRules<R> {
    empty_counts: bool,
    stone_moves: R,
    to_store: bool,
}

impl<R: Row> CaptureRules<R> {
    fn new(rules: &Rules) -> Self {
        Self {
            empty_counts: rules.empty_opposite == EmptyOpposite::BanksTheStone,
            stone_moves: R::mask(rules.capturing_stone == CapturingStone::ToStore),
            to_store: rules.captured == Captured::ToStore,
        }
    }
}

impl<R: Row> Drops<R> {
    const NONE: Self = Self {
        mine: R::EMPTY,
        theirs: R::EMPTY,
        landing: R::EMPTY,
        opposite: R::EMPTY,
        banked: 0,
        again: false,
    };

    /// The sowings of no stones from a pit, of one, of two and so on: each is the one before it
    /// and one stone more, so the places are walked only once.
    fn of_pit(rules: &Rules, pit: u8) -> impl Iterator<Item = Self> {
        let mut places = Places::after(rules, pit);
        iter::successors(Some(Self::NONE), move |fewer| {
            Some(fewer.and_last(places.next()?, rules, pit))
        })
    }

    /// The sowing with one stone more, the last one, which falls into `place`.
    fn and_last(self, place: Place, rules: &Rules, pit: u8) -> Self {
        let mut drops = Self { landing: R::EMPTY, opposite: R::EMPTY, again: false, ..self };
        match place {
            Place::Mine(landing) => {
                drops.mine = drops.mine + R::heap(landing, 1);
                if landing != pit || rules.full_lap == FullLap::Captures {
                    drops.landing = R::heap(landing, 1);
                    drops.opposite = R::heap(rules.pits - 1 - landing, u8::MAX);
                }
            }
            Place::Store => {
                drops.banked += 1;
                drops.again = true;
            }
            Place::Theirs(pit) => drops.theirs = drops.theirs + R::heap(pit, 1),
        }
        drops
    }

    /// Plays the sowing and its capture.
    ///
    /// Whether a turn captures cannot be foretold by the processor, so nothing here branches on it.
    #[inline]
    fn apply(&self, rules: CaptureRules<R>, board: Board<R>, pit: u8) -> Sown<R> {
        let mut mine = board.mine.emptied(pit) + self.mine;
        let theirs = board.theirs + self.theirs;

        // The last stone is alone in its pit, so the pit was empty.
        let alone = (mine & self.landing.times(u8::MAX)) == self.landing;
        let faced = theirs & self.opposite;
        let counts = !faced.is_empty() | (rules.empty_counts & !self.landing.is_empty());
        let captures = alone & counts;
        let mask = R::mask(captures);
        let taken = faced & mask;
        let mut banked = self.banked;
        mine = mine - (self.landing & mask & rules.stone_moves);
        banked += u8::from(captures & !rules.stone_moves.is_empty());
        if rules.to_store {
            banked += taken.sum();
        } else if captures {
            mine = mine + self.landing.times(taken.sum());
        }
        Sown {
            board: Board { mine, theirs: theirs - taken },
            banked,
            again: self.again,
            taken: captures.then(|| taken.sum()),
        }
    }
}

/// A place where a stone can fall, seen by the player who sows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Mine(u8),
    Store,
    Theirs(u8),
}

/// The places that follow a pit, round and round: the one place that says how sowing goes.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pits: u8,
    skipped: Option<u8>,
    /// The last place, counted along the mover's row, the store and the other row.
    at: u8,
}

impl Places {
    pub(super) fn after(rules: &Rules, pit: u8) -> Self {
        let skipped = (rules.origin == Origin::Skipped).then_some(pit);
        Self { pits: rules.pits, skipped, at: pit }
    }
}

impl Iterator for Places {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        self.at = (self.at + 1) % (2 * self.pits + 1);
        if self.skipped == Some(self.at) {
            return self.next();
        }
        Some(match self.at {
            at if at < self.pits => Place::Mine(at),
            at if at == self.pits => Place::Store,
            at => Place::Theirs(at - self.pits - 1),
        })
    }
}
