use parlor_rules::{Choice, Variant};

use crate::analysis::Analysis;

/// Whether a move is a blunder by what an analysis of the position before it says: it gives up a good
/// part of the game that the best move keeps. In Mancala that is a quarter of all stones, counted in
/// the final margin. In Tic-Tac-Toe, where a game is only won, tied or lost, it is any move that does
/// worse than the best. A move that the analysis does not know is none.
pub fn is_blunder(variant: &Variant, analysis: &Analysis<Choice>, choice: Choice) -> bool {
    let given_up = match (analysis.of(choice), analysis.best()) {
        (Some(entry), Some(best)) => best.value - entry.value,
        (None, _) | (_, None) => 0,
    };
    let least = match variant {
        Variant::Mancala(rules) => i16::from(rules.pits()) * i16::from(rules.stones()) / 2,
        Variant::TicTacToe => 1,
    };
    given_up >= least.max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use parlor_rules::{AnyRecord, Game};

    use super::*;
    use crate::{Limits, Opponent, Size};

    /// The moves of a position that are blunders, as indices.
    fn blunders(game: &str) -> Vec<u8> {
        let record: AnyRecord = game.parse().expect("a record");
        let (position, variant) = (*record.position(), record.position().variant());
        let size = Size { endgame_stones: 4, transposition_bits: 16 };
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: 200_000, ..Limits::until(&stop) };
        let analysis = Opponent::new(variant, |_| size).analyze(&position, &limits, |_| {});
        let moves = position.moves().filter(|&choice| is_blunder(&variant, &analysis, choice));
        moves.map(Choice::index).collect()
    }

    #[test]
    fn to_let_a_line_go_or_to_leave_one_open_is_a_blunder() {
        // X has two in the top row, and so has O in the middle one.
        assert_eq!(blunders("tic-tac-toe~X~0314"), [5, 6, 7, 8]);
        // Only the centre answers a corner.
        assert_eq!(blunders("tic-tac-toe~X~0"), [1, 2, 3, 5, 6, 7, 8]);
        assert_eq!(blunders("tic-tac-toe~X~"), []);
    }

    #[test]
    fn a_capture_that_is_missed_is_a_blunder_if_it_is_a_big_one() {
        assert_eq!(blunders("kalah~S~"), []);
        // The first pit takes the twenty stones opposite its neighbour; the fourth takes nothing.
        assert_eq!(blunders("kalah~6-10-10-1-0-0-1-0-0-0-0-0-0-20-6-S~"), [3]);
    }
}
