use super::place::{Place, Places};
use super::sowing::sow;
use super::{Captured, CapturingStone, Pit, Position, Rest, Row, Rules, Slot};
use crate::{Game, Outcome, Player};

/// One thing that happens during a turn, as a person at the table sees it.
///
/// Folded over the position before the turn, the steps give the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// All stones of a pit are taken into the hand. A turn begins with one; in relay sowing each time
    /// that the sowing goes on is another, which also takes the stone that fell last.
    Lift {
        /// The pit.
        from: Slot,
        /// How many stones.
        stones: u8,
    },
    /// One stone falls from the hand.
    Drop {
        /// Where it falls.
        into: Slot,
        /// How many stones are still in the hand.
        left: u8,
    },
    /// Stones are captured.
    Capture {
        /// The pit in which the last stone fell.
        landing: Slot,
        /// The pit that is emptied.
        opposite: Slot,
        /// How many stones are taken from it.
        taken: u8,
        /// Where they go: a store or the landing pit.
        to: Slot,
        /// Where the capturing stone goes, if it leaves its pit.
        stone_to: Option<Slot>,
    },
    /// The last stone fell into the mover's store, which earns another turn.
    Again,
    /// After the end, what is left in a pit goes to its owner's store.
    Sweep {
        /// The pit.
        from: Slot,
        /// How many stones.
        stones: u8,
        /// The store.
        to: Slot,
    },
    /// The game is over.
    End(Outcome),
}

impl Step {
    /// How many stones a capture moves, the capturing stone included where it moves; 0 for
    /// every other step.
    pub const fn captured(&self) -> u8 {
        match self {
            Self::Capture { taken, stone_to, .. } => *taken + stone_to.is_some() as u8,
            _ => 0,
        }
    }

    /// Does to an array of all slots what the step does to the board.
    ///
    /// A `Lift` only empties the pit: the stones are in the hand until they are dropped.
    ///
    /// # Panics
    /// If the slots are not those of the board that the step happened on.
    pub fn apply(&self, slots: &mut [u8]) {
        let mut carry = |from: Slot, to: Slot, stones: u8| {
            slots[usize::from(from.index())] -= stones;
            slots[usize::from(to.index())] += stones;
        };
        match *self {
            Self::Lift { from, .. } => slots[usize::from(from.index())] = 0,
            Self::Drop { into, .. } => slots[usize::from(into.index())] += 1,
            Self::Capture { landing, opposite, taken, to, stone_to } => {
                if let Some(store) = stone_to {
                    carry(landing, store, 1);
                }
                carry(opposite, to, taken);
            }
            Self::Sweep { from, stones, to } => carry(from, to, stones),
            Self::Again | Self::End(_) => {}
        }
    }

    pub(super) fn of_turn(before: &Position, pit: Pit, after: &Position) -> Vec<Self> {
        let rules = before.rules();
        let mover = before.turn();

        let mut steps = Vec::new();
        let sown = sow(rules, before.board::<u128>(), pit.index(), |from, stones| {
            steps.push(Self::Lift { from: from.slot(before), stones });
            let drops = Places::after(rules, from).zip((0..stones).rev());
            steps.extend(drops.map(|(place, left)| Self::Drop { into: place.slot(before), left }));
        });
        if let (Some(taken), Some(Self::Drop { into: landing, .. })) = (sown.taken, steps.last()) {
            steps.push(Self::capture(rules, *landing, taken));
        }
        if sown.again {
            steps.push(Self::Again);
        }
        if let Some(outcome) = after.outcome() {
            if rules.rest() == Rest::ToOwner {
                let rows = [(mover, sown.board.mine), (!mover, sown.board.theirs)];
                steps.extend(rows.into_iter().flat_map(|(owner, row)| sweep(before, owner, row)));
            }
            steps.push(Self::End(outcome));
        }
        steps
    }

    fn capture(rules: &Rules, landing: Slot, taken: u8) -> Self {
        let store = Slot::store(rules, landing.owner(rules));
        Self::Capture {
            landing,
            opposite: landing.opposite(rules),
            taken,
            to: match rules.captured {
                Captured::ToStore => store,
                Captured::ToLandingPit => landing,
            },
            stone_to: (rules.capturing_stone == CapturingStone::ToStore).then_some(store),
        }
    }
}

fn sweep(position: &Position, owner: Player, row: u128) -> impl Iterator<Item = Step> {
    let rules = *position.rules();
    Pit::all(&rules)
        .map(move |pit| (pit, row.get(pit.index())))
        .filter(|(_, stones)| *stones > 0)
        .map(move |(pit, stones)| Step::Sweep {
            from: pit.slot(&rules, owner),
            stones,
            to: Slot::store(&rules, owner),
        })
}

impl Place {
    fn slot(self, position: &Position) -> Slot {
        let (rules, mover) = (position.rules(), position.turn());
        let (pit, owner) = match self {
            Self::Store => return Slot::store(rules, mover),
            Self::Mine(pit) => (pit, mover),
            Self::Theirs(pit) => (pit, !mover),
        };
        Pit::new(pit).expect("a sowing stays on the board").slot(rules, owner)
    }
}
