use parlor_rules::{AnyPosition, Choice, Game};

use crate::analysis::Analysis;
use crate::opponent::margin;

/// A position of the game, and what has been found out about it.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) position: AnyPosition,
    /// What each move is worth; nothing until it has been looked at.
    pub(super) analysis: Analysis<Choice>,
    /// What the position is worth to the player to move, if that is certain.
    pub(super) proved: Option<i16>,
    /// How the game goes on from here, if that was needed and the value is proved.
    pub(super) line: Vec<Choice>,
    /// How many boards have been looked at to prove its value.
    pub(super) spent: u64,
    /// Whether each of its moves has had its share of effort.
    pub(super) is_valued: bool,
}

impl Moment {
    pub(super) fn new(position: AnyPosition) -> Self {
        let is_over = position.outcome().is_some();
        Self {
            position,
            analysis: Analysis::default(),
            proved: is_over.then(|| margin(&position)),
            line: Vec::new(),
            spent: 0,
            is_valued: is_over,
        }
    }

    /// Whether there is any opinion about it.
    pub(super) fn is_seen(&self) -> bool {
        self.proved.is_some() || !self.analysis.moves.is_empty()
    }

    /// Takes over an analysis. Only where each move is proved is its best value certain: a move that
    /// is not might be better.
    pub(super) fn learn(&mut self, analysis: Analysis<Choice>) {
        if analysis.is_proved() {
            self.proved = self.proved.or_else(|| analysis.best().map(|best| best.value));
            self.is_valued = true;
        }
        self.analysis = analysis;
    }

    /// Stones in all pits together, as a measure of how hard it is to prove.
    pub(super) fn stones(&self) -> u8 {
        self.position.mancala().map_or(0, parlor_rules::mancala::Position::stones_in_play)
    }
}

/// What a turn between two moments is worth to its mover, if the second is proved.
pub(super) fn value_of_turn(before: &Moment, after: &Moment) -> Option<i16> {
    Some(for_mover(before, after, after.proved?))
}

/// What a turn between two moments seems to be worth to its mover by the look at the second.
pub(super) fn estimate_of_turn(before: &Moment, after: &Moment) -> Option<i16> {
    Some(for_mover(before, after, after.analysis.best()?.value))
}

/// What a value for the player to move at the second moment is to the one who moved at the first.
fn for_mover(before: &Moment, after: &Moment, value: i16) -> i16 {
    if before.position.turn() == after.position.turn() { value } else { -value }
}

/// The turns at the beginning of a line while it is still the same player's turn.
pub(super) fn own_turns(position: &AnyPosition, line: &[Choice]) -> Vec<Choice> {
    let player = position.turn();
    let mut position = *position;
    line.iter()
        .copied()
        .take_while(|&choice| {
            let is_own = position.turn() == player;
            match position.after(choice) {
                Ok(after) => position = after,
                Err(_) => return false,
            }
            is_own
        })
        .collect()
}
