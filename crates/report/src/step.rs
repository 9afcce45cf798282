use parlor_rules::{AnyPosition, AnyStep, AnyTurn, Game, mancala, tic_tac_toe};
use schemars::JsonSchema;
use serde::Serialize;

use crate::notation::{numbers, outcome};

/// One step of a turn. The places of a Mancala board are counted along the way of sowing, from
/// South's first pit; the squares of Tic-Tac-Toe by rows. There may be more kinds of steps some day.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum StepReport {
    /// All stones of a pit are taken into the hand.
    Lift {
        /// The pit.
        from: u8,
        /// How many they are.
        stones: u8,
    },
    /// One stone falls.
    Drop {
        /// Where.
        into: u8,
        /// How many are still in the hand.
        left: u8,
    },
    /// The last stone captures.
    Capture {
        /// Where the last stone fell.
        landing: u8,
        /// The pit opposite.
        opposite: u8,
        /// How many stones lay there.
        taken: u8,
        /// Where those go.
        to: u8,
        /// Where the capturing stone goes; `null` if it stays.
        stone_to: Option<u8>,
        /// How many stones move in all.
        captured: u8,
    },
    /// The last stone fell into the mover's store.
    Again,
    /// After the end, what is left in a pit goes to its owner's store.
    Sweep {
        /// The pit.
        from: u8,
        /// How many stones they are.
        stones: u8,
        /// The store.
        to: u8,
    },
    /// A mark is made.
    Place {
        /// By whom.
        by: char,
        /// Where.
        square: u8,
    },
    /// Three marks stand in a line.
    Line {
        /// Where.
        squares: Vec<u8>,
    },
    /// The game is over.
    End {
        /// The winner or `tie`.
        outcome: String,
    },
}

/// What happened in a turn, in order.
pub(crate) fn steps(turn: &AnyTurn) -> Vec<StepReport> {
    let report = |step: &AnyStep| match step {
        AnyStep::Mancala(step) => sowing(turn.before(), step),
        AnyStep::TicTacToe(step) => marking(turn.before(), step),
    };
    turn.steps().iter().map(report).collect()
}

fn sowing(position: &AnyPosition, step: &mancala::Step) -> StepReport {
    use mancala::Step;
    match *step {
        Step::Lift { from, stones } => StepReport::Lift { from: from.index(), stones },
        Step::Drop { into, left } => StepReport::Drop { into: into.index(), left },
        Step::Capture { landing, opposite, taken, to, stone_to } => StepReport::Capture {
            landing: landing.index(),
            opposite: opposite.index(),
            taken,
            to: to.index(),
            stone_to: stone_to.map(mancala::Slot::index),
            captured: step.captured(),
        },
        Step::Again => StepReport::Again,
        Step::Sweep { from, stones, to } => {
            StepReport::Sweep { from: from.index(), stones, to: to.index() }
        }
        Step::End(end) => StepReport::End { outcome: outcome(position, end) },
    }
}

fn marking(position: &AnyPosition, step: &tic_tac_toe::Step) -> StepReport {
    use tic_tac_toe::Step;
    match *step {
        Step::Place { player, square } => {
            StepReport::Place { by: position.letter(player), square: square.index() }
        }
        Step::Line(line) => StepReport::Line { squares: numbers(line) },
        Step::End(end) => StepReport::End { outcome: outcome(position, end) },
    }
}
