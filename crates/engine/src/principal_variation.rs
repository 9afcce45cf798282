use parlor_rules::mancala::{Board, Pit, Row};

use crate::alpha_beta::AlphaBeta;
use crate::knowledge::Knowledge;
use crate::limits::Budget;
use crate::solver::best_proved_pit;

/// How the game is expected to go on from a board, at most so many turns: its principal variation.
/// Also says how many boards it took to see that.
///
/// With a `value`, which must be proved, each turn of the line keeps it. A proof need not remember all
/// of it: what it forgot is worked out again, as far as the budget goes. Without one, the line is what
/// looked best when the boards were last estimated.
pub(crate) fn principal_variation<R: Row>(
    knowledge: &Knowledge<R>,
    mut board: Board<R>,
    mut value: Option<i16>,
    longest: usize,
    budget: Budget<'_>,
) -> (Vec<Pit>, u64) {
    let (mut line, mut looked_at) = (Vec::new(), 0);
    while line.len() < longest && !knowledge.sowing.is_over(board) {
        let next = match value {
            Some(value) => {
                let left = Budget { nodes: budget.nodes.saturating_sub(looked_at), ..budget };
                let (pit, nodes) = best_proved_pit(knowledge, board, value, left);
                looked_at += nodes;
                pit
            }
            None => AlphaBeta::best_known_pit(knowledge, board),
        };
        let Some(pit) = next.and_then(Pit::new) else { break };
        let sown = knowledge.sowing.play(board, pit.index());
        let gain = i16::from(sown.banked);
        value = value.map(|value| if sown.again { value - gain } else { gain - value });
        board = if sown.again { sown.board } else { sown.board.turned() };
        line.push(pit);
    }
    (line, looked_at)
}
