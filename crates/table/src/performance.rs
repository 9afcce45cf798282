use parlor_rules::{AnyRecord, AnyTurn, Player, Ply, TurnOfGame};

use crate::{Effect, Landing};

/// What a player did in a game, read off the steps of their turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Performance {
    /// Turns that they played.
    pub turns: usize,
    /// Turns after which they moved again.
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
        match turn.of_game() {
            TurnOfGame::Mancala(turn) => self.add_effect(&Landing::of(&turn).effect),
            TurnOfGame::TicTacToe(_) => (),
        }
    }

    fn add_effect(&mut self, effect: &Effect) {
        let taken = effect.capture.map_or(0, |capture| capture.taken.into());
        self.extra_turns += usize::from(effect.again);
        self.captures += usize::from(taken > 0);
        self.captured += taken;
        self.biggest_capture = self.biggest_capture.max(taken);
        self.longest_relay = self.longest_relay.max(effect.relays + 1);
    }
}
