use std::time::Duration;

use parlor_engine::{Analysis, MoveValue, margin};
use parlor_rules::{AnyPosition, Choice};
use schemars::JsonSchema;
use serde::Serialize;

use crate::notation::number;

/// What the computer found out about a position.
#[derive(Clone, Debug)]
pub struct Insight {
    /// Which one.
    pub position: AnyPosition,
    /// By how much the player to move will be ahead at the end.
    pub value: i16,
    /// Whether that is certain.
    pub proved: bool,
    /// The moves, in board order; none if only the value was asked for.
    pub moves: Vec<MoveValue<Choice>>,
    /// How many boards were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// By how many threads.
    pub threads: usize,
}

/// What a position and its moves are worth.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InsightReport {
    /// The position in notation.
    position: String,
    /// By how much the player to move will be ahead at the end of the game: stones in Mancala, 1, 0
    /// or -1 in Tic-Tac-Toe.
    value: i16,
    /// Whether that is certain, or an estimate.
    proved: bool,
    /// The legal moves; none if only the value was asked for.
    moves: Vec<MoveValueReport>,
    /// How many boards were looked at.
    nodes: u64,
    /// How long it took.
    seconds: f64,
    /// By how many threads.
    threads: usize,
}

/// What one move is worth.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveValueReport {
    /// The number of a pit, from 1, or of a square, from 0.
    #[serde(rename = "move")]
    choice: u8,
    /// By how much the player who makes it will be ahead at the end of the game.
    value: i16,
    /// Whether that is certain, or an estimate.
    proved: bool,
    /// How the game is expected to go on, this move first.
    line: Vec<u8>,
}

impl Insight {
    /// What an analysis found out.
    pub fn of(
        position: AnyPosition,
        analysis: Analysis<Choice>,
        time: Duration,
        threads: usize,
    ) -> Self {
        Self {
            value: analysis.best().map_or_else(|| margin(&position), |best| best.value),
            proved: analysis.is_proved(),
            position,
            moves: analysis.moves,
            nodes: analysis.nodes,
            time,
            threads,
        }
    }
}

impl InsightReport {
    /// What was found out.
    pub fn of(insight: &Insight) -> Self {
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
