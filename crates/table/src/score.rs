use parlor_rules::{Outcome, Player};

/// The score of a match: the games that each player has won, and the ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    wins: [u32; 2],
    ties: u32,
}

impl Score {
    /// Games that a player has won.
    pub const fn wins(&self, player: Player) -> u32 {
        self.wins[player.index()]
    }

    /// Games that ended in a tie.
    pub const fn ties(&self) -> u32 {
        self.ties
    }

    /// Games that have been finished.
    pub const fn games(&self) -> u32 {
        self.wins[0] + self.wins[1] + self.ties
    }

    pub(crate) fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win(player) => self.wins[player.index()] += 1,
            Outcome::Tie => self.ties += 1,
        }
    }

    /// Forgets a result, because the game it belonged to goes on after all. In older logs it may not
    /// have been counted: there, who took a free seat could go on with a game of the match before.
    pub(crate) fn subtract(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Win(player) => &mut self.wins[player.index()],
            Outcome::Tie => &mut self.ties,
        };
        *count = count.saturating_sub(1);
    }

    pub(crate) fn swap_sides(&mut self) {
        self.wins.reverse();
    }
}
