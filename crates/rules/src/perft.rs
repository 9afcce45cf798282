//! Counting games, to check that the rules are the rules.

use crate::{Game, Outcome, Player};

/// How many complete games end in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won by player one.
    pub one: u64,
    /// Games won by player two.
    pub two: u64,
    /// Games that ended in a tie.
    pub ties: u64,
}

impl Tally {
    /// Plays every complete game from `position` and counts how each ended.
    ///
    /// The number of games grows without mercy: meant for Tic-Tac-Toe and for endgames.
    pub fn of<G: Game>(position: &G) -> Self {
        let mut tally = Self::default();
        tally.add(position);
        tally
    }

    /// All games together.
    pub const fn games(&self) -> u64 {
        self.one + self.two + self.ties
    }

    fn add<G: Game>(&mut self, position: &G) {
        match position.outcome() {
            Some(Outcome::Win(Player::One)) => self.one += 1,
            Some(Outcome::Win(Player::Two)) => self.two += 1,
            Some(Outcome::Tie) => self.ties += 1,
            None => children(position).for_each(|child| self.add(&child)),
        }
    }
}

/// The plain recursion behind [`Game::perft`]; every sequence is really played to its last turn.
pub(crate) fn count_sequences<G: Game>(position: &G, turns: u32) -> u64 {
    match turns {
        0 => 1,
        _ => children(position).map(|child| count_sequences(&child, turns - 1)).sum(),
    }
}

fn children<G: Game>(position: &G) -> impl Iterator<Item = G> {
    position.moves().filter_map(|choice| position.after(choice).ok())
}
