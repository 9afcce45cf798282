use crate::mancala::Step;
use crate::{AnyRecord, AnyStep, AnyTurn, Game as _, Player, Ply};

/// What a player did in a game, read off the steps of their turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Performance {
    /// Turns that they played.
    pub turns: usize,
    /// Turns after which they moved again: not the one that ends the game.
    pub extra_turns: usize,
    /// Turns that captured stones of the other side.
    pub captures: usize,
    /// Stones of the other side that these took.
    pub captured: usize,
    /// The most that one of them took.
    pub biggest_capture: usize,
    /// The most pits that one turn was sown from.
    pub longest_relay: usize,
    /// The most turns in a row.
    pub longest_run: usize,
}

impl Performance {
    /// What each player did, by the side that they have at the end: who swapped sides by the pie rule
    /// takes along what they did before.
    pub fn of_both(record: &AnyRecord) -> [Self; 2] {
        let swap = record.plies().iter().position(|ply| *ply == Ply::Swap);
        let mut both = [Self::default(); 2];
        let mut last = None;
        let mut run = 0;
        for (number, ply) in record.turns().enumerate() {
            let turn = match ply {
                Ply::Move(turn) => turn,
                Ply::Swap => {
                    last = None;
                    continue;
                }
            };
            let swaps_later = swap.is_some_and(|swap| number < swap);
            let player = if swaps_later { !turn.player() } else { turn.player() };
            run = if last == Some(player) { run + 1 } else { 1 };
            last = Some(player);
            both[player.index()].add(&turn, run);
        }
        both
    }

    /// The same for one of them.
    pub fn of(record: &AnyRecord, player: Player) -> Self {
        Self::of_both(record)[player.index()]
    }

    /// Adds a turn, which is the player's `run`th in a row.
    fn add(&mut self, turn: &AnyTurn, run: usize) {
        self.turns += 1;
        self.longest_run = self.longest_run.max(run);
        let goes_on = turn.position().outcome().is_none();
        let mut lifts = 0;
        for step in turn.steps() {
            match step {
                AnyStep::Mancala(Step::Lift { .. }) => lifts += 1,
                AnyStep::Mancala(Step::Capture { taken, .. }) => self.add_capture(taken.into()),
                AnyStep::Mancala(Step::Again) => self.extra_turns += usize::from(goes_on),
                AnyStep::Mancala(Step::Drop { .. } | Step::Sweep { .. } | Step::End(_))
                | AnyStep::TicTacToe(_) => {}
            }
        }
        self.longest_relay = self.longest_relay.max(lifts);
    }

    fn add_capture(&mut self, taken: usize) {
        self.captures += usize::from(taken > 0);
        self.captured += taken;
        self.biggest_capture = self.biggest_capture.max(taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_both(game: &str) -> [Performance; 2] {
        Performance::of_both(&game.parse().expect("a game"))
    }

    #[test]
    fn steps_are_counted_for_who_made_them() {
        // South moves again with pit 3, and then captures with pit 1.
        let [south, north] = of_both("kalah.pits_3~3-0-0-1-0-1-2-3-0-S~31");
        assert_eq!((south.turns, south.extra_turns, south.longest_run), (2, 1, 2), "{south:?}");
        assert_eq!(north, Performance::default());
        let captures = (south.captures, south.captured, south.biggest_capture);
        assert_eq!((captures, south.longest_relay), ((1, 3, 3), 1));
        let [south, _] = of_both("avalanche~S~1");
        assert!(south.longest_relay > 1, "{south:?}");
    }

    #[test]
    fn the_turn_that_ends_a_game_earns_no_other() {
        // The last stone falls into the store, and South has no more.
        let [south, _] = of_both("kalah.pits_3~3-0-0-0-0-1-2-0-0-S~3");
        assert_eq!((south.turns, south.extra_turns), (1, 0));
    }

    #[test]
    fn a_swap_of_sides_takes_along_what_was_done() {
        let [south, north] = of_both("kalah~S~36s1");
        assert_eq!((north.turns, north.extra_turns, north.longest_run), (3, 1, 2));
        assert_eq!(south, Performance::default());
    }
}
