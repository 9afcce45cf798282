//! The shapes of what `--json` writes. They are a public interface: names and order stay.

use std::io::Write;

use anyhow::Result;
use parlor_engine::MoveValue;
use parlor_rules::{
    AnyPosition, AnyRecord, AnyStep, AnyTurn, Choice, Game, Outcome, Player, Ply, mancala,
    tic_tac_toe,
};
use serde::Serialize;

use crate::insight::Insight;

/// What `moves --json` writes.
#[derive(Debug, Serialize)]
pub(crate) struct MovesReport {
    rules: String,
    position: String,
    turn: char,
    outcome: Option<String>,
    moves: Vec<MoveReport>,
}

/// One legal move.
#[derive(Debug, Serialize)]
pub(crate) struct MoveReport {
    #[serde(rename = "move")]
    pub(crate) choice: u8,
    pub(crate) position: String,
    /// Whether the last stone fell into the mover's store.
    pub(crate) again: bool,
    /// The stones that a capture moved, the capturing stone included where it moves.
    pub(crate) captured: u8,
    pub(crate) outcome: Option<String>,
}

/// What `replay --json` writes.
#[derive(Debug, Serialize)]
pub(crate) struct ReplayReport {
    rules: String,
    position: String,
    turn: char,
    outcome: Option<String>,
    /// The winning squares, in games that have squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<u8>>,
    turns: Vec<TurnReport>,
}

/// One turn that was played.
#[derive(Debug, Serialize)]
pub(crate) struct TurnReport {
    by: char,
    #[serde(rename = "move")]
    choice: PlyReport,
    steps: Vec<StepReport>,
    position: String,
}

/// What a turn consisted of: the number of a move, or `"swap"`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum PlyReport {
    Move(u8),
    Swap(&'static str),
}

/// One step of a turn. Mancala's slots are numbered along the way of sowing, from South's first
/// pit; Tic-Tac-Toe's squares by rows.
#[derive(Debug, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub(crate) enum StepReport {
    Lift { from: u8, stones: u8 },
    Drop { into: u8, left: u8 },
    Capture { landing: u8, opposite: u8, taken: u8, to: u8, stone_to: Option<u8>, captured: u8 },
    Again,
    Sweep { from: u8, stones: u8, to: u8 },
    Place { by: char, square: u8 },
    Line { squares: Vec<u8> },
    End { outcome: String },
}

/// What `solve --json` and `analyze --json` write.
#[derive(Debug, Serialize)]
struct InsightReport {
    position: String,
    /// The margin at the end of the game, for the player to move.
    value: i16,
    proved: bool,
    moves: Vec<MoveValueReport>,
    nodes: u64,
    seconds: f64,
    threads: usize,
}

/// What one move is worth.
#[derive(Debug, Serialize)]
pub(crate) struct MoveValueReport {
    #[serde(rename = "move")]
    choice: u8,
    value: i16,
    proved: bool,
    line: Vec<u8>,
}

impl MovesReport {
    pub(crate) fn of(position: &AnyPosition) -> Self {
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
    pub(crate) fn of(turn: &AnyTurn) -> Self {
        let steps = steps(turn);
        Self {
            choice: number(turn.before(), turn.choice()),
            position: turn.position().to_string(),
            again: steps.iter().any(|step| matches!(step, StepReport::Again)),
            captured: steps
                .iter()
                .find_map(|step| match step {
                    StepReport::Capture { captured, .. } => Some(*captured),
                    _ => None,
                })
                .unwrap_or(0),
            outcome: turn.position().outcome().map(|end| outcome(turn.position(), end)),
        }
    }
}

impl ReplayReport {
    pub(crate) fn of(record: &AnyRecord) -> Self {
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
            choice: PlyReport::Move(number(turn.before(), turn.choice())),
            steps: steps(turn),
            position: turn.position().to_string(),
        }
    }

    /// A swap of sides, which the player to move chooses and which leaves the board as it is.
    fn swap(position: &AnyPosition) -> Self {
        Self {
            by: position.letter(position.turn()),
            choice: PlyReport::Swap("swap"),
            steps: Vec::new(),
            position: position.to_string(),
        }
    }
}

impl Insight {
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}", serde_json::to_string(&InsightReport::of(self))?)?;
        Ok(())
    }
}

impl InsightReport {
    fn of(insight: &Insight) -> Self {
        let position = &insight.position;
        let of_move = |entry: &MoveValue<Choice>| MoveValueReport {
            choice: number(position, entry.choice),
            value: entry.value,
            proved: entry.is_proved(),
            line: entry.line.iter().map(|&choice| number(position, choice)).collect(),
        };
        Self {
            position: position.to_string(),
            value: insight.value,
            proved: insight.proved,
            moves: insight.moves.iter().map(of_move).collect(),
            nodes: insight.nodes,
            seconds: insight.time.as_secs_f64(),
            threads: insight.threads,
        }
    }
}

/// The number that stands for a move in notation.
fn number(position: &AnyPosition, choice: Choice) -> u8 {
    match position {
        AnyPosition::Mancala(_) => choice.index() + 1,
        AnyPosition::TicTacToe(_) => choice.index(),
    }
}

fn steps(turn: &AnyTurn) -> Vec<StepReport> {
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

fn numbers(squares: tic_tac_toe::Squares) -> Vec<u8> {
    squares.iter().map(tic_tac_toe::Square::index).collect()
}

fn outcome(position: &AnyPosition, outcome: Outcome) -> String {
    let letter = |player: Player| position.letter(player).to_string();
    outcome.winner().map_or_else(|| "tie".to_owned(), letter)
}
