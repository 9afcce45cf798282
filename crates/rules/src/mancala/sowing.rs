use std::{array, iter};

use super::place::{Place, Places};
use super::{
    Board, Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Over, Relay, Row, Rules,
};

/// A rule set made ready to be played many million times a second.
///
/// Where the stones of a sowing fall depends only on the pit and on how many there are, so each
/// sowing is looked up and added to the board in one go instead of being walked stone by stone. In
/// relay sowing a turn is several such sowings.
#[derive(Clone, Debug)]
pub struct Sowing<R> {
    rules: Rules,
    capture: CaptureRules<R>,
    /// For each pit, what each number of stones in it does: the mover's pits and, in relay sowing, those
    /// of the other player after them.
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
        let theirs = match rules.relay {
            Relay::Off => 0..0,
            Relay::On => 0..rules.pits,
        };
        let pits = (0..rules.pits).map(Place::Mine).chain(theirs.map(Place::Theirs));
        Self {
            rules: *rules,
            capture: CaptureRules::new(rules),
            drops: pits.map(sowings).collect(),
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
        self.sow(board, pit, &self.drops[usize::from(pit)][usize::from(stones)])
    }

    /// Visits every turn that the mover can take, with its pit. There are none only if the
    /// mover has no stones: whether the game is over is another question.
    #[inline]
    pub fn for_each_turn(&self, board: Board<R>, mut visit: impl FnMut(u8, Sown<R>)) {
        for (pit, drops) in (0..self.rules.pits).zip(&self.drops) {
            let stones = board.mine.get(pit);
            if stones > 0 {
                visit(pit, self.sow(board, pit, &drops[usize::from(stones)]));
            }
        }
    }

    #[inline]
    fn sow(&self, board: Board<R>, pit: u8, drops: &Drops<R>) -> Sown<R> {
        match self.rules.relay {
            Relay::Off => drops.apply(self.capture, board.emptied(Place::Mine(pit))),
            Relay::On => self.sow_in_relay(board, pit),
        }
    }

    /// Apart, so that the shorter sowings of most rules have the registers to themselves.
    #[cold]
    #[inline(never)]
    fn sow_in_relay(&self, board: Board<R>, pit: u8) -> Sown<R> {
        sow_in_relay(self.capture, board, Place::Mine(pit), |pit, stones| {
            let pit = match pit {
                Place::Mine(pit) => pit,
                Place::Store => unreachable!("nothing is taken from a store"),
                Place::Theirs(pit) => self.rules.pits + pit,
            };
            self.drops[usize::from(pit)][usize::from(stones)]
        })
    }

    /// Whether the game is over, with `board` seen by the player whose turn it would be.
    #[inline]
    pub fn is_over(&self, board: Board<R>) -> bool {
        is_over(&self.rules, board)
    }
}

/// Sows from one of the mover's pits and captures, without anything prepared. `lifted` hears of each
/// pit whose stones are taken up, and of how many there are.
pub(super) fn sow<R: Row>(
    rules: &Rules,
    board: Board<R>,
    pit: u8,
    mut lifted: impl FnMut(Place, u8),
) -> Sown<R> {
    let mut drops = |pit, stones| {
        lifted(pit, stones);
        let mut sowings = Drops::of_pit(rules, pit);
        sowings.nth(usize::from(stones)).expect("one more stone can always be sown")
    };
    let (capture, from) = (CaptureRules::new(rules), Place::Mine(pit));
    match rules.relay {
        Relay::Off => drops(from, board.mine.get(pit)).apply(capture, board.emptied(from)),
        Relay::On => sow_in_relay(capture, board, from, drops),
    }
}

/// Relay sowing: as long as the last stone falls into a pit that was not empty, all its stones are
/// taken up and sown on from there. `drops` says what so many stones of a pit do.
///
/// That has an end: nothing is sown for a whole lap of the board without a stone in the mover's store,
/// and that stone stays there.
fn sow_in_relay<R: Row>(
    capture: CaptureRules<R>,
    mut board: Board<R>,
    mut from: Place,
    mut drops: impl FnMut(Place, u8) -> Drops<R>,
) -> Sown<R> {
    let mut banked = 0;
    loop {
        let drops = drops(from, board.stones_in(from));
        let sown = drops.apply(capture, board.emptied(from));
        banked += sown.banked;
        // A stone that is alone has fallen into an empty pit. Where it has captured, more may lie there.
        if sown.again || sown.taken.is_some() || sown.board.stones_in(drops.last) == 1 {
            return Sown { banked, ..sown };
        }
        (board, from) = (sown.board, drops.last);
    }
}

/// Whether the game is over, with `board` seen by the player whose turn it would be.
#[inline]
pub(super) fn is_over<R: Row>(rules: &Rules, board: Board<R>) -> bool {
    board.mine.is_empty() || (rules.over == Over::EitherRowEmpty && board.theirs.is_empty())
}

/// One sowing of all stones of a pit, with everything about it that does not depend on the rest of the
/// board.
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
    /// Where the last stone falls.
    last: Place,
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
        last: Place::Store,
    };

    /// The sowings of no stones from a pit, of one, of two and so on: each is the one before it
    /// and one stone more, so the places are walked only once.
    fn of_pit(rules: &Rules, pit: Place) -> impl Iterator<Item = Self> {
        let mut places = Places::after(rules, pit);
        iter::successors(Some(Self::NONE), move |fewer| {
            Some(fewer.and_last(places.next()?, rules, pit))
        })
    }

    /// The sowing with one stone more, the last one, which falls into `place`.
    fn and_last(self, place: Place, rules: &Rules, origin: Place) -> Self {
        let mut drops =
            Self { landing: R::EMPTY, opposite: R::EMPTY, again: false, last: place, ..self };
        match place {
            Place::Mine(landing) => {
                drops.mine = drops.mine + R::heap(landing, 1);
                let counts_as_empty = place != origin || rules.full_lap == FullLap::Captures;
                if rules.captures == Captures::On && counts_as_empty {
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

    /// Plays the sowing and its capture on a board from which its stones have been taken up.
    ///
    /// Whether a turn captures cannot be foretold by the processor, so nothing here branches on it.
    #[inline]
    fn apply(&self, rules: CaptureRules<R>, board: Board<R>) -> Sown<R> {
        let mut mine = board.mine + self.mine;
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
