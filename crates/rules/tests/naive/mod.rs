//! Mancala once more, written to be obviously right rather than fast: a plain array, walked slot by
//! slot and stone by stone. It shares nothing with the crate but the choices of a rule set, so a
//! mistake would have to be made twice to go unseen.
//!
//! ```text
//!            12  11  10   9   8   7
//!     13                             6
//!             0   1   2   3   4   5
//! ```
//! South is 1 and owns the slots 0 to 6; North is -1 and owns 7 to 13. Other numbers of pits are
//! numbered in the same way.

use std::cmp::Ordering;
use std::ops::Range;

use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest, Rules,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) rules: Rules,
    pub(crate) slots: Vec<u32>,
    /// 1 for South, -1 for North.
    pub(crate) turn: i32,
}

/// What came of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) position: Naive,
    pub(crate) again: bool,
    /// Stones that the capture moved, the capturing stone included where it moves.
    pub(crate) captured: u32,
    /// The slots from which stones were taken up, in order; without relay sowing it is one.
    pub(crate) lifted: Vec<usize>,
}

impl Naive {
    /// The slots of this player's pits from which stones can be sown. None after the end.
    pub(crate) fn playable(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        self.pits_of(self.turn).filter(|&slot| self.slots[slot] > 0).collect()
    }

    /// 1 or -1 for the winner, 0 for a tie, nothing while the game goes on.
    pub(crate) fn winner(&self) -> Option<i32> {
        if !self.is_over() {
            return None;
        }
        let mut ended = self.clone();
        ended.sweep();
        let south = ended.slots[self.store_of(1)];
        let north = ended.slots[self.store_of(-1)];
        Some(match south.cmp(&north) {
            Ordering::Greater => 1,
            Ordering::Less => -1,
            Ordering::Equal => 0,
        })
    }

    /// Plays one turn from a slot that [`playable`](Self::playable) names.
    pub(crate) fn play(&self, from: usize) -> Played {
        let mut position = self.clone();
        let mover = self.turn;

        let mut lifted = Vec::new();
        let mut from = from;
        let mut at = from;
        let mut last_was_empty = false;
        // Each time round is one pit taken up and sown to the last stone.
        loop {
            lifted.push(from);
            let mut hand = position.slots[from];
            position.slots[from] = 0;
            while hand > 0 {
                at = (at + 1) % position.slots.len();
                if at == position.store_of(-mover) {
                    continue;
                }
                if at == from && position.rules.origin() == Origin::Skipped {
                    continue;
                }
                last_was_empty = position.slots[at] == 0;
                position.slots[at] += 1;
                hand -= 1;
            }
            let in_a_pit = at != position.store_of(mover);
            if position.rules.relay() == Relay::On && in_a_pit && !last_was_empty {
                from = at;
            } else {
                break;
            }
        }

        let again = at == position.store_of(mover);
        let in_own_pit = position.pits_of(mover).contains(&at);
        let full_lap_is_no_capture =
            at == from && position.rules.full_lap() == Some(FullLap::Nothing);
        let no_captures = position.rules.captures() == Captures::Off;
        let mut captured = 0;
        if in_own_pit && last_was_empty && !full_lap_is_no_capture && !no_captures {
            captured = position.capture(at);
        }

        position.turn = if again { mover } else { -mover };
        if position.is_over() {
            position.sweep();
        }
        Played { position, again, captured, lifted }
    }

    /// The number of sequences of exactly `turns` turns.
    pub(crate) fn perft(&self, turns: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        self.playable().into_iter().map(|slot| self.play(slot).position.perft(turns - 1)).sum()
    }

    fn capture(&mut self, landing: usize) -> u32 {
        let pits = usize::from(self.rules.pits());
        let opposite = 2 * pits - landing;
        let store = self.store_of(self.turn);
        let taken = self.slots[opposite];

        if taken == 0 {
            if self.rules.empty_opposite() != Some(EmptyOpposite::BanksTheStone) {
                return 0;
            }
            self.slots[landing] = 0;
            self.slots[store] += 1;
            return 1;
        }

        let mut moved = taken;
        self.slots[opposite] = 0;
        if self.rules.capturing_stone() == Some(CapturingStone::ToStore) {
            self.slots[landing] = 0;
            self.slots[store] += 1;
            moved += 1;
        }
        match self.rules.captured() {
            Some(Captured::ToStore) => self.slots[store] += taken,
            Some(Captured::ToLandingPit) => self.slots[landing] += taken,
            None => unreachable!("nothing is captured where there are no captures"),
        }
        moved
    }

    fn is_over(&self) -> bool {
        let row_is_empty = |player| self.pits_of(player).all(|slot| self.slots[slot] == 0);
        match self.rules.over() {
            Over::EitherRowEmpty => row_is_empty(1) || row_is_empty(-1),
            Over::NoMove => row_is_empty(self.turn),
        }
    }

    fn sweep(&mut self) {
        if self.rules.rest() == Rest::Stays {
            return;
        }
        for player in [1, -1] {
            let store = self.store_of(player);
            for pit in self.pits_of(player) {
                self.slots[store] += self.slots[pit];
                self.slots[pit] = 0;
            }
        }
    }

    fn pits_of(&self, player: i32) -> Range<usize> {
        let pits = usize::from(self.rules.pits());
        if player == 1 { 0..pits } else { pits + 1..2 * pits + 1 }
    }

    fn store_of(&self, player: i32) -> usize {
        let pits = usize::from(self.rules.pits());
        if player == 1 { pits } else { 2 * pits + 1 }
    }
}
