use parlor_rules::mancala::{Position, Rules, Slot, Step};
use parlor_table::Table;

use crate::session::stones::field::{Move, Spot, StoneField};
use crate::session::stones::place::Place;
use crate::ui::prelude::*;

/// What is drawn of a Mancala board at this moment: stones, counts and the hand.
///
/// Every stone has a signal of its own, so that a drop redraws the stones that move and no other.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    field: Signal<Option<StoneField>>,
    pub(crate) stones: Signal<Vec<Signal<Spot>>>,
    pub(crate) counts: Signal<Vec<u8>>,
    pub(crate) hand: Signal<Option<Hand>>,
    /// What the last capture of the turn that is shown brought in.
    pub(crate) gain: Signal<Option<Gain>>,
}

/// Stones that a capture brings from a pit to where they belong now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gain {
    pub(crate) from: Place,
    pub(crate) to: Place,
    pub(crate) stones: u8,
}

impl Gain {
    /// What a step brings in, if it captures.
    pub(crate) fn of(step: &Step, rules: &Rules) -> Option<Self> {
        match *step {
            Step::Capture { opposite, to, .. } => Some(Self {
                from: Place::of(opposite, rules),
                to: Place::of(to, rules),
                stones: step.captured(),
            }),
            Step::Lift { .. }
            | Step::Drop { .. }
            | Step::Again
            | Step::Sweep { .. }
            | Step::End(_) => None,
        }
    }
}

/// The hand that sows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hand {
    pub(crate) place: Place,
    pub(crate) stones: usize,
}

impl Stage {
    /// The stage of a table; it stays empty where no stones are played with.
    pub(crate) fn new(table: &Table) -> Self {
        let position = table.play().mancala();
        let counts = position.map(Position::slots).unwrap_or_default();
        let field = position.map(|position| StoneField::new(*position.rules(), &counts));
        let spots = field.as_ref().map(StoneField::spots).unwrap_or_default();
        let stones = spots.iter().map(|stone| Signal::new(stone.spot)).collect();
        Self {
            field: Signal::new(field),
            stones: Signal::new(stones),
            counts: Signal::new(counts),
            hand: Signal::new(None),
            gain: Signal::new(None),
        }
    }

    /// Shows one step of a turn.
    pub(crate) fn apply(self, rules: &Rules, step: &Step) {
        let over: Option<Slot> = match *step {
            Step::Lift { from, .. } => Some(from),
            Step::Drop { into, .. } => Some(into),
            _ => None,
        };
        self.change(|field| field.apply(step));
        let stones = self.field.with(|field| field.as_ref().map_or(0, StoneField::in_hand));
        let place = over.filter(|_| stones > 0).map(|slot| Place::of(slot, rules));
        self.hand.set(place.map(|place| Hand { place, stones }));
    }

    /// Shows a position, however the stones get there.
    pub(crate) fn show(self, table: &Table) {
        if let Some(position) = table.play().mancala() {
            self.change(|field| field.rearrange(&position.slots()));
            self.hand.set(None);
            self.gain.set(None);
        }
    }

    fn change(self, change: impl FnOnce(&mut StoneField) -> Vec<Move>) {
        self.field.update(|field| {
            let Some(field) = field else { return };
            let moves = change(field);
            self.stones.with(|stones| {
                for Move { stone, spot } in moves {
                    stones[stone].set(spot);
                }
            });
            let counts = field.counts();
            if self.counts.with(|shown| *shown != counts) {
                self.counts.set(counts);
            }
        });
    }
}
