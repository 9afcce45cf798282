//! Moves, squares and results as they are written.

use parlor_rules::{AnyPosition, Choice, Game, Outcome, Player, tic_tac_toe};

/// The number that stands for a move in notation.
pub(crate) fn number(position: &AnyPosition, choice: Choice) -> u8 {
    match position {
        AnyPosition::Mancala(_) => choice.index() + 1,
        AnyPosition::TicTacToe(_) => choice.index(),
    }
}

pub(crate) fn numbers(squares: tic_tac_toe::Squares) -> Vec<u8> {
    squares.iter().map(tic_tac_toe::Square::index).collect()
}

/// The letter of the winner, or `tie`.
pub(crate) fn outcome(position: &AnyPosition, outcome: Outcome) -> String {
    let letter = |player: Player| position.letter(player).to_string();
    outcome.winner().map_or_else(|| "tie".to_owned(), letter)
}
