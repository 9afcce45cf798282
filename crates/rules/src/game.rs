use std::error::Error;
use std::fmt::{Debug, Display};

use crate::perft::count_sequences;
use crate::{Outcome, Player, Variant};

/// A game in progress: one position, with everything needed to go on from it.
///
/// Positions are small values; playing makes a new one and leaves the old one as it was.
pub trait Game: Clone + Debug + Display + Eq {
    /// What a player chooses on their turn.
    type Move: Copy + Debug + Eq;
    /// One thing that a person at the table sees happen during a turn.
    type Step: Clone + Debug + Eq;
    /// Why a move cannot be played.
    type Illegal: Error + Clone + Eq + Send + Sync + 'static;

    /// The letter that stands for a player in notation.
    fn letter(&self, player: Player) -> char;

    /// The digit that stands for a move in notation.
    fn digit(&self, choice: Self::Move) -> char;

    /// The move that a digit stands for, legal or not.
    fn read_digit(&self, digit: char) -> Option<Self::Move>;

    /// Which game it is, and by which rules.
    fn variant(&self) -> Variant;

    /// The beginning of a game by the same rules.
    #[must_use]
    fn restarted(&self, first: Player) -> Self;

    /// Whose turn it is. In a finished game, whose turn it would have been.
    fn turn(&self) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Every legal move, in board order. A finished game has none.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The position after a move, without the story of how it came about.
    ///
    /// # Errors
    /// Says why the move is not legal here.
    fn after(&self, choice: Self::Move) -> Result<Self, Self::Illegal>;

    /// What happens, step by step, on the way from this position to `after`.
    fn steps(&self, choice: Self::Move, after: &Self) -> Vec<Self::Step>;

    /// The number of different sequences of exactly `turns` turns from here.
    fn perft(&self, turns: u32) -> u64 {
        count_sequences(self, turns)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Says why the move is not legal here.
    fn play(&self, choice: Self::Move) -> Result<Turn<Self>, Self::Illegal> {
        let after = self.after(choice)?;
        Ok(Turn::new(self.clone(), choice, after))
    }
}

/// A turn that was played: where it began, what was chosen, where it led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<G: Game> {
    before: G,
    choice: G::Move,
    after: G,
}

impl<G: Game> Turn<G> {
    /// The turn that leads from one position to another.
    pub(crate) const fn new(before: G, choice: G::Move, after: G) -> Self {
        Self { before, choice, after }
    }

    /// Who played it.
    pub fn player(&self) -> Player {
        self.before.turn()
    }

    /// The move that was chosen.
    pub fn choice(&self) -> G::Move {
        self.choice
    }

    /// The position it was played in.
    pub fn before(&self) -> &G {
        &self.before
    }

    /// The position it led to.
    pub fn position(&self) -> &G {
        &self.after
    }

    /// Everything that happened on the way, in the order in which it happened.
    ///
    /// The list is made anew by each call: a search never asks, and pays nothing.
    pub fn steps(&self) -> Vec<G::Step> {
        self.before.steps(self.choice, &self.after)
    }
}
