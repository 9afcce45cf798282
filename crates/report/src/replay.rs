use parlor_rules::{AnyPosition, AnyRecord, AnyTurn, Game, Ply};
use schemars::JsonSchema;
use serde::Serialize;

use crate::notation::{number, numbers, outcome};
use crate::step::{StepReport, steps};

/// A game, turn by turn.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayReport {
    /// The rules in their shortest form.
    rules: String,
    /// The position after the last turn.
    position: String,
    /// Who is to move then; in a finished game, who would be.
    turn: char,
    /// The winner or `tie`; `null` while the game goes on.
    outcome: Option<String>,
    /// In Tic-Tac-Toe: the winning squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<u8>>,
    turns: Vec<TurnReport>,
}

/// One turn that was played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TurnReport {
    /// Whose turn it was.
    by: char,
    /// What they played.
    #[serde(rename = "move")]
    choice: PlyReport,
    /// What happened, in order; nothing in a swap.
    steps: Vec<StepReport>,
    /// The position after it.
    position: String,
}

/// The number of a pit, from 1, or of a square, from 0; or `swap`, where the player to move swapped
/// sides by the pie rule.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PlyReport {
    /// The number of a move.
    Move(u8),
    /// A swap of sides.
    Swap(SwapReport),
}

/// The word that stands for a swap of sides.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum SwapReport {
    /// The players swapped sides.
    Swap,
}

impl PlyReport {
    /// What was played, by the number of its move.
    pub(crate) fn of(ply: Ply<u8>) -> Self {
        match ply {
            Ply::Move(number) => Self::Move(number),
            Ply::Swap => Self::Swap(SwapReport::Swap),
        }
    }
}

impl ReplayReport {
    /// A game, turn by turn.
    pub fn of(record: &AnyRecord) -> Self {
        let end = record.position();
        let mut position = *record.start();
        let turns = record.turns().map(|ply| match ply {
            Ply::Move(turn) => {
                position = *turn.position();
                TurnReport::of(&turn)
            }
            Ply::Swap => TurnReport::swap(&position),
        });
        Self {
            rules: end.variant().to_string(),
            position: end.to_string(),
            turn: end.letter(end.turn()),
            outcome: end.outcome().map(|result| outcome(end, result)),
            line: end.tic_tac_toe().map(|squares| numbers(squares.winning_squares())),
            turns: turns.collect(),
        }
    }
}

impl TurnReport {
    fn of(turn: &AnyTurn) -> Self {
        Self {
            by: turn.before().letter(turn.player()),
            choice: PlyReport::of(Ply::Move(number(turn.before(), turn.choice()))),
            steps: steps(turn),
            position: turn.position().to_string(),
        }
    }

    /// A swap of sides, which the player to move chooses and which leaves the board as it is.
    fn swap(position: &AnyPosition) -> Self {
        Self {
            by: position.letter(position.turn()),
            choice: PlyReport::of(Ply::Swap),
            steps: Vec::new(),
            position: position.to_string(),
        }
    }
}
