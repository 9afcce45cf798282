use parlor_rules::tic_tac_toe::{Position, Step};
use parlor_rules::{Game, Turn};

use super::{Sentence, Tone};

/// What happened in a turn, up to its end.
pub(super) fn sentence(turn: &Turn<Position>, names: [&str; 2]) -> Sentence {
    let (mover, square) = (names[turn.player().index()], turn.choice());
    Sentence::new(Tone::Plain, format!("{mover} marks square {square}."))
}

/// Every step of a turn, in short.
pub(super) fn account(turn: &Turn<Position>) -> String {
    let in_short = |step: &Step| match step {
        Step::Place { player, square } => {
            format!("{} on {square}", turn.position().letter(*player))
        }
        Step::Line(squares) => {
            let squares: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
            format!("line {}", squares.join(" "))
        }
        Step::End(_) => "end".to_owned(),
    };
    turn.steps().iter().map(in_short).collect::<Vec<_>>().join(", ")
}
