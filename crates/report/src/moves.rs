use parlor_rules::{AnyPosition, AnyTurn, Game};
use schemars::JsonSchema;
use serde::Serialize;

use crate::notation::{number, outcome};
use crate::step::{StepReport, steps};

/// The legal moves of a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MovesReport {
    /// The rules in their shortest form.
    rules: String,
    /// The position in notation.
    position: String,
    /// Who is to move: `S` or `N`, in Tic-Tac-Toe `X` or `O`.
    turn: char,
    /// The winner or `tie`; `null` while the game goes on.
    outcome: Option<String>,
    moves: Vec<MoveReport>,
}

/// One legal move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveReport {
    /// The number of a pit, from 1, or of a square, from 0.
    #[serde(rename = "move")]
    choice: u8,
    /// The position that it leads to.
    position: String,
    /// Whether the last stone fell into the mover's store.
    again: bool,
    /// The stones that a capture moved, the capturing stone included where it moves.
    captured: u8,
    /// The winner or `tie`, if the move ends the game.
    outcome: Option<String>,
}

impl MovesReport {
    /// The legal moves of a position.
    pub fn of(position: &AnyPosition) -> Self {
        let played = position.moves().filter_map(|choice| position.play(choice).ok());
        Self {
            rules: position.variant().to_string(),
            position: position.to_string(),
            turn: position.letter(position.turn()),
            outcome: position.outcome().map(|end| outcome(position, end)),
            moves: played.map(|turn| MoveReport::of(&turn)).collect(),
        }
    }
}

impl MoveReport {
    fn of(turn: &AnyTurn) -> Self {
        let steps = steps(turn);
        let captured = |step: &StepReport| match step {
            StepReport::Capture { captured, .. } => Some(*captured),
            StepReport::Lift { .. }
            | StepReport::Drop { .. }
            | StepReport::Again
            | StepReport::Sweep { .. }
            | StepReport::Place { .. }
            | StepReport::Line { .. }
            | StepReport::End { .. } => None,
        };
        Self {
            choice: number(turn.before(), turn.choice()),
            position: turn.position().to_string(),
            again: steps.iter().any(|step| matches!(step, StepReport::Again)),
            captured: steps.iter().find_map(captured).unwrap_or(0),
            outcome: turn.position().outcome().map(|end| outcome(turn.position(), end)),
        }
    }
}
