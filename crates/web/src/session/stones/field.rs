use parlor_rules::mancala::{Rules, Slot, Step};

use super::arrangement::{Hollow, offset};
use super::place::Place;

/// Every stone on the board, each with a place of its own.
///
/// A stone is a thing: it keeps its number, and so its colour and tilt, for the whole game and
/// really travels from pit to pit. The field knows nothing of the rules; it does what steps say.
#[derive(Clone, Debug)]
pub(crate) struct StoneField {
    rules: Rules,
    /// The stones of each slot, in the order in which they fell.
    slots: Vec<Vec<usize>>,
    hand: Vec<usize>,
    /// The stones that the next game needs and this one, which came from a link, does not: they lie
    /// beside the board, out of sight.
    beside: Vec<usize>,
}

/// A stone that has to be drawn somewhere else than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Move {
    pub(crate) stone: usize,
    pub(crate) spot: Spot,
}

/// Where a stone is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    /// From the middle of the place, in widths of a pit.
    pub(crate) offset: (f32, f32),
    pub(crate) in_hand: bool,
    /// How many stones of the same move leave before this one.
    pub(crate) rank: usize,
}

impl StoneField {
    pub(crate) fn new(rules: Rules, counts: &[u8]) -> Self {
        let mut stones = 0..;
        let slots = counts
            .iter()
            .map(|&count| stones.by_ref().take(usize::from(count)).collect())
            .collect();
        let all = 2 * usize::from(rules.pits()) * usize::from(rules.stones());
        let beside = (stones.start..all).collect();
        Self { rules, slots, hand: Vec::new(), beside }
    }

    /// How many stones lie in each slot.
    pub(crate) fn counts(&self) -> Vec<u8> {
        self.slots.iter().map(|stones| stones.len() as u8).collect()
    }

    pub(crate) fn in_hand(&self) -> usize {
        self.hand.len()
    }

    /// Does what a step says, and tells which stones that moves.
    pub(crate) fn apply(&mut self, step: &Step) -> Vec<Move> {
        match *step {
            Step::Lift { from, .. } => {
                self.hand = std::mem::take(self.slot(from));
                self.hold_hand_over(from)
            }
            Step::Drop { into, .. } => {
                let dropped = self.hand.pop();
                self.slot(into).extend(dropped);
                let mut moves = self.hold_hand_over(into);
                moves.extend(self.last_of(into, 1));
                moves
            }
            Step::Capture { landing, opposite, taken, to, stone_to } => {
                let mut moves = Vec::new();
                if let Some(store) = stone_to {
                    moves.extend(self.carry(landing, store, 1));
                }
                moves.extend(self.carry(opposite, to, taken.into()));
                moves
            }
            Step::Sweep { from, stones, to } => self.carry(from, to, stones.into()),
            Step::Again | Step::End(_) => Vec::new(),
        }
    }

    /// Moves as few stones as possible so that each slot holds what `counts` says.
    pub(crate) fn rearrange(&mut self, counts: &[u8]) -> Vec<Move> {
        let mut spare = std::mem::take(&mut self.beside);
        spare.append(&mut self.hand);
        for (stones, &count) in self.slots.iter_mut().zip(counts) {
            if stones.len() > usize::from(count) {
                spare.extend(stones.drain(usize::from(count)..));
            }
        }
        let mut moves = Vec::new();
        for slot in Slot::all(&self.rules) {
            let missing = usize::from(counts[usize::from(slot.index())])
                .saturating_sub(self.slot(slot).len());
            let from = spare.len().saturating_sub(missing);
            let coming: Vec<usize> = spare.drain(from..).collect();
            self.slot(slot).extend(coming);
            moves.extend(self.last_of(slot, missing));
        }
        self.beside = spare;
        moves.extend(self.beside());
        moves
    }

    /// Where every stone is drawn.
    pub(crate) fn spots(&self) -> Vec<Move> {
        self.on_board().chain(self.beside()).collect()
    }

    /// Where every stone on the board is drawn.
    pub(crate) fn on_board(&self) -> impl Iterator<Item = Move> {
        Slot::all(&self.rules).flat_map(|slot| self.last_of(slot, usize::MAX))
    }

    fn beside(&self) -> impl Iterator<Item = Move> {
        let place = Place { along: 2.0 * f32::from(self.rules.pits()), across: 0.0 };
        let spot = Spot { place, offset: (0.0, 0.0), in_hand: false, rank: 0 };
        self.beside.iter().map(move |&stone| Move { stone, spot })
    }

    fn carry(&mut self, from: Slot, to: Slot, stones: usize) -> Vec<Move> {
        let keep = self.slot(from).len().saturating_sub(stones);
        let carried = self.slot(from).split_off(keep);
        let count = carried.len();
        self.slot(to).extend(carried);
        self.last_of(to, count)
    }

    fn hold_hand_over(&self, slot: Slot) -> Vec<Move> {
        let place = Place::of(slot, &self.rules);
        (0..)
            .zip(&self.hand)
            .map(|(order, &stone)| {
                let offset = offset(Hollow::Hand, 0, order, seed(stone));
                Move { stone, spot: Spot { place, offset, in_hand: true, rank: 0 } }
            })
            .collect()
    }

    /// The stones that came last into a slot, with their spots.
    fn last_of(&self, slot: Slot, count: usize) -> Vec<Move> {
        let place = Place::of(slot, &self.rules);
        let hollow = if slot.pit(&self.rules).is_some() { Hollow::Pit } else { Hollow::Store };
        // Stores keep their count clear, whichever way their stones lie.
        let turn = if hollow == Hollow::Pit { slot.index() } else { 0 };
        let stones = &self.slots[usize::from(slot.index())];
        let first = stones.len().saturating_sub(count);
        (first..stones.len())
            .map(|order| {
                let stone = stones[order];
                let offset = offset(hollow, turn, order, seed(stone));
                Move { stone, spot: Spot { place, offset, in_hand: false, rank: order - first } }
            })
            .collect()
    }

    fn slot(&mut self, slot: Slot) -> &mut Vec<usize> {
        &mut self.slots[usize::from(slot.index())]
    }
}

/// What makes a stone differ from its neighbours: the same for the whole game.
pub(crate) const fn seed(stone: usize) -> u32 {
    let mixed = (stone as u32 + 1).wrapping_mul(0x9e37_79b9);
    (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::mancala::{Position, Preset};
    use parlor_rules::{Game, Player};

    /// Plays the first legal pit of each turn to the end.
    #[test]
    fn the_field_follows_the_steps_of_every_turn_and_loses_no_stone() {
        for preset in Preset::ALL {
            let mut position = Position::start(preset.rules(), Player::One);
            let mut field = StoneField::new(preset.rules(), &position.slots());
            let all = field.spots().len();
            loop {
                let first = position.moves().next();
                let Some(pit) = first else { break };
                let turn = position.play(pit).expect("a legal move");
                for step in turn.steps() {
                    field.apply(&step);
                }
                position = *turn.position();
                assert_eq!(field.counts(), position.slots());
                assert_eq!((field.in_hand(), field.spots().len()), (0, all));
            }
        }
    }

    #[test]
    fn rearranging_moves_only_what_has_to_move() {
        let rules = Preset::Kalah.rules();
        let start = Position::start(rules, Player::One);
        let mut field = StoneField::new(rules, &start.slots());
        let turn = start.play("3".parse().expect("a pit")).expect("a legal move");
        for step in turn.steps() {
            field.apply(&step);
        }
        assert_eq!(field.rearrange(&start.slots()).len(), 4);
        assert_eq!(field.counts(), start.slots());
    }

    #[test]
    fn a_board_with_fewer_stones_has_those_that_the_next_game_needs_beside_it() {
        let rules = Preset::Kalah.rules();
        let few = [0, 0, 0, 0, 0, 1, 20, 3, 0, 0, 2, 0, 0, 10];
        let mut field = StoneField::new(rules, &few);
        assert_eq!((field.counts().as_slice(), field.spots().len()), (&few[..], 48));
        let start = Position::start(rules, Player::One).slots();
        field.rearrange(&start);
        assert_eq!(field.counts(), start);
        field.rearrange(&few);
        assert_eq!((field.counts().as_slice(), field.spots().len()), (&few[..], 48));
    }
}
