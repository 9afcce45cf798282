use super::{Board, Captured, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Row, Rules};

/// A rule set made ready to be played many million times a second.
///
/// Where the stones of a sowing fall depends only on the pit and on how many there are, so each
/// sowing is looked up and added to the board in one go instead of being walked stone by stone.
#[derive(Clone, Debug)]
pub struct Sowing<R> {
    rules: Rules,
    /// The sowing of `n` stones from pit `p` stands at `p * (most + 1) + n`.
    drops: Box<[Drops<R>]>,
    most: u8,
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
    /// The capture, if there was one.
    pub capture: Option<Capture>,
}

/// A capture, in pits numbered as on a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The mover's pit in which the last stone fell.
    pub landing: u8,
    /// Stones taken from the opposite pit.
    pub taken: u8,
}

impl<R: Row> Sowing<R> {
    /// Prepares sowings for boards with at most `most` stones in all.
    ///
    /// # Panics
    /// If a row of this kind has no room for the pits of the rules.
    pub fn new(rules: &Rules, most: u8) -> Self {
        assert!(rules.pits <= R::PITS, "a row too short for {} pits", rules.pits);
        let drops = (0..rules.pits)
            .flat_map(|pit| (0..=most).map(move |stones| Drops::new(rules, pit, stones)))
            .collect();
        Self { rules: *rules, drops, most }
    }

    /// The rules that were prepared.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Sows from one of the mover's pits, which must not be empty, and captures.
    #[inline]
    pub fn play(&self, board: Board<R>, pit: u8) -> Sown<R> {
        let stones = board.mine.get(pit);
        let drops =
            &self.drops[usize::from(pit) * (usize::from(self.most) + 1) + usize::from(stones)];
        drops.apply(&self.rules, board, pit)
    }

    /// Whether the game is over, with `board` seen by the player whose turn it would be.
    #[inline]
    pub fn is_over(&self, board: Board<R>) -> bool {
        is_over(&self.rules, board)
    }
}

/// Whether the game is over, with `board` seen by the player whose turn it would be.
#[inline]
pub(super) fn is_over<R: Row>(rules: &Rules, board: Board<R>) -> bool {
    board.mine.is_empty() || (rules.over == Over::EitherRowEmpty && board.theirs.is_empty())
}

/// Where the stones of one sowing fall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drops<R> {
    mine: R,
    theirs: R,
    banked: u8,
    last: Place,
}

impl<R: Row> Drops<R> {
    pub(super) fn new(rules: &Rules, pit: u8, stones: u8) -> Self {
        let nothing = Self { mine: R::EMPTY, theirs: R::EMPTY, banked: 0, last: Place::Mine(pit) };
        Places::after(rules, pit).take(usize::from(stones)).fold(nothing, |drops, place| {
            let drops = Self { last: place, ..drops };
            match place {
                Place::Mine(pit) => Self { mine: drops.mine.plus_at(pit, 1), ..drops },
                Place::Theirs(pit) => Self { theirs: drops.theirs.plus_at(pit, 1), ..drops },
                Place::Store => Self { banked: drops.banked + 1, ..drops },
            }
        })
    }

    /// Plays the sowing and its capture.
    #[inline]
    pub(super) fn apply(&self, rules: &Rules, board: Board<R>, pit: u8) -> Sown<R> {
        let mut sown = Sown {
            board: Board {
                mine: board.mine.emptied(pit).plus(self.mine),
                theirs: board.theirs.plus(self.theirs),
            },
            banked: self.banked,
            again: self.last == Place::Store,
            capture: None,
        };
        if let Place::Mine(landing) = self.last
            && sown.board.mine.get(landing) == 1
            && (landing != pit || rules.full_lap == FullLap::Captures)
        {
            sown.capture(rules, landing);
        }
        sown
    }
}

impl<R: Row> Sown<R> {
    #[inline]
    fn capture(&mut self, rules: &Rules, landing: u8) {
        let Board { mine, theirs } = &mut self.board;
        let opposite = rules.pits - 1 - landing;
        let taken = theirs.get(opposite);
        if taken == 0 && rules.empty_opposite == EmptyOpposite::Nothing {
            return;
        }
        *theirs = theirs.emptied(opposite);
        if rules.capturing_stone == CapturingStone::ToStore {
            *mine = mine.emptied(landing);
            self.banked += 1;
        }
        match rules.captured {
            Captured::ToStore => self.banked += taken,
            Captured::ToLandingPit => *mine = mine.plus_at(landing, taken),
        }
        self.capture = Some(Capture { landing, taken });
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
