use super::{Board, Origin, Row, Rules};

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
    pub(super) fn after(rules: &Rules, pit: Place) -> Self {
        let at = match pit {
            Place::Mine(pit) => pit,
            Place::Store => rules.pits,
            Place::Theirs(pit) => rules.pits + 1 + pit,
        };
        Self { pits: rules.pits, skipped: (rules.origin == Origin::Skipped).then_some(at), at }
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

impl<R: Row> Board<R> {
    /// The stones in a pit.
    #[inline]
    pub(super) fn stones_in(self, pit: Place) -> u8 {
        match pit {
            Place::Mine(pit) => self.mine.get(pit),
            Place::Store => 0,
            Place::Theirs(pit) => self.theirs.get(pit),
        }
    }

    /// The board without the stones of a pit.
    #[inline]
    #[must_use]
    pub(super) fn emptied(self, pit: Place) -> Self {
        match pit {
            Place::Mine(pit) => Self { mine: self.mine.emptied(pit), ..self },
            Place::Store => self,
            Place::Theirs(pit) => Self { theirs: self.theirs.emptied(pit), ..self },
        }
    }
}
