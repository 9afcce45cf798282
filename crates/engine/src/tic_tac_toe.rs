//! Tic-Tac-Toe, which is small enough to be looked at whole.

use parlor_rules::tic_tac_toe::{Position, Square};
use parlor_rules::{Game, Outcome};

use crate::analysis::{Analysis, Certainty, MoveValue};

/// What each legal move is worth: 1 wins, 0 ties, -1 loses; always proved.
pub fn analyze(position: &Position) -> Analysis<Square> {
    let mut nodes = 0;
    let moves = children(position)
        .map(|(choice, child)| {
            let (value, line) = best_line(&child, &mut nodes);
            let line = [vec![choice], line].concat();
            MoveValue { choice, value: -value, certainty: Certainty::Proved, line }
        })
        .collect();
    Analysis { moves, nodes }
}

/// What each legal move looks worth `depth` moves ahead, this one included.
pub(crate) fn estimate(position: &Position, depth: u8) -> Vec<MoveValue<Square>> {
    children(position)
        .map(|(choice, child)| MoveValue {
            choice,
            value: -look(&child, depth.saturating_sub(1)),
            certainty: Certainty::Estimated,
            line: vec![choice],
        })
        .collect()
}

fn look(position: &Position, depth: u8) -> i16 {
    match position.outcome() {
        Some(outcome) => margin(position, outcome),
        None if depth == 0 => 0,
        None => children(position).map(|(_, child)| -look(&child, depth - 1)).max().unwrap_or(0),
    }
}

/// The value and the line that leads to it: the quickest win, or the slowest loss.
fn best_line(position: &Position, nodes: &mut u64) -> (i16, Vec<Square>) {
    *nodes += 1;
    if let Some(outcome) = position.outcome() {
        return (margin(position, outcome), Vec::new());
    }
    let rank = |(value, line): &(i16, Vec<Square>)| {
        let moves = line.len().cast_signed();
        (*value, if *value > 0 { -moves } else { moves })
    };
    children(position)
        .map(|(choice, child)| {
            let (value, line) = best_line(&child, nodes);
            (-value, [vec![choice], line].concat())
        })
        .reduce(|best, next| if rank(&next) > rank(&best) { next } else { best })
        .unwrap_or_default()
}

fn margin(position: &Position, outcome: Outcome) -> i16 {
    match outcome {
        Outcome::Tie => 0,
        Outcome::Win(player) if player == position.turn() => 1,
        Outcome::Win(_) => -1,
    }
}

fn children(position: &Position) -> impl Iterator<Item = (Square, Position)> {
    position.moves().filter_map(|choice| Some((choice, position.after(choice).ok()?)))
}
