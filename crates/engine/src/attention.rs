//! What people see at a glance, and what they have to look for.

use parlor_rules::mancala::{Slot, Step};
use parlor_rules::tic_tac_toe::{self, LINES};
use parlor_rules::{AnyTurn, TurnOfGame};

/// How far the eye has to go to see what a turn does. The nearest is 1: a single stone that falls one
/// step further, or a row that is completed.
///
/// In Mancala it goes along with every stone that is sown, starts counting anew each time that a relay
/// takes up stones, and goes back to see how far away a capture is; at some point it loses count. In
/// Tic-Tac-Toe rows are seen first, then columns, then diagonals.
pub(crate) fn distance(turn: &AnyTurn) -> u32 {
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => {
            let origin = turn.choice().slot(turn.before().rules(), turn.player());
            along(&turn.steps(), |landing| landing.index().abs_diff(origin.index()).into())
        }
        TurnOfGame::TicTacToe(turn) => across(&turn.steps()),
    }
}

fn along(steps: &[Step], away: impl Fn(Slot) -> u32) -> u32 {
    let of_step = |(order, step): (usize, &Step)| match step {
        Step::Drop { .. } => 1,
        Step::Lift { .. } if order > 0 => LIFT,
        Step::Capture { landing, .. } => away(*landing),
        Step::Lift { .. } | Step::Again | Step::Sweep { .. } | Step::End(_) => 0,
    };
    steps.iter().enumerate().map(of_step).sum::<u32>().min(LOST)
}

fn across(steps: &[tic_tac_toe::Step]) -> u32 {
    let lines = steps.iter().filter_map(|step| match step {
        tic_tac_toe::Step::Line(squares) => LINES.iter().position(|line| line == squares),
        tic_tac_toe::Step::Place { .. } | tic_tac_toe::Step::End(_) => None,
    });
    lines.min().map_or(NO_LINE, |line| [ROW, COLUMN, DIAGONAL][line / 3])
}

/// What it takes to count anew in the middle of a turn, in steps.
const LIFT: u32 = 2;

/// Farther than this nothing is: the count is lost.
const LOST: u32 = 30;

const ROW: u32 = 1;
const COLUMN: u32 = 2;
const DIAGONAL: u32 = 4;
/// A mark that completes nothing.
const NO_LINE: u32 = 2;

#[cfg(test)]
mod tests {
    use parlor_rules::{AnyRecord, Ply};

    use super::*;

    /// How far one has to look for the last turn of a game.
    fn last(game: &str) -> u32 {
        let record: AnyRecord = game.parse().expect("a game");
        match record.turns().last().expect("a turn") {
            Ply::Move(turn) => distance(&turn),
            Ply::Swap => panic!("a swap is no turn"),
        }
    }

    #[test]
    fn one_step_is_nearest_and_a_longer_sowing_farther() {
        // Into the own store.
        assert_eq!(last("kalah~6-0-0-4-4-4-4-4-1-4-4-4-4-4-4-S~6"), 1);
        // Four stones, which end in the own store.
        assert_eq!(last("kalah~S~3"), 4);
        // Thirteen: once round the board.
        assert_eq!(last("kalah.captures_off~6-0-0-13-1-1-1-1-1-4-4-4-4-4-4-S~1"), 13);
    }

    #[test]
    fn a_capture_is_as_much_farther_as_its_pit_is_away() {
        assert_eq!(last("kalah~6-0-0-1-0-4-4-4-4-4-4-4-4-4-4-S~1"), 1 + 1);
        assert_eq!(last("kalah~6-0-0-4-4-4-4-0-4-4-4-4-4-4-4-S~1"), 4 + 4);
        // Eleven stones end two pits behind the one sown from.
        assert_eq!(last("kalah~6-0-0-0-4-11-4-4-4-4-4-4-4-4-4-S~3"), 11 + 2);
    }

    #[test]
    fn a_relay_is_counted_anew_with_each_lift() {
        // One stone, which takes up one more there, of which both go on.
        let relay = "kalah.relay_on.captures_off~6-0-0-1-1-1-0-4-4-4-4-4-4-4-4-S~1";
        assert_eq!(last(relay), 1 + LIFT + 2);
    }

    #[test]
    fn rows_are_nearer_than_columns_and_diagonals() {
        assert_eq!(last("tic-tac-toe~X~03142"), ROW);
        assert_eq!(last("tic-tac-toe~X~01326"), COLUMN);
        assert_eq!(last("tic-tac-toe~X~01428"), DIAGONAL);
        // A mark that completes a row and a diagonal is seen by the row.
        assert_eq!(last("tic-tac-toe~X~031748652"), ROW);
        assert_eq!(last("tic-tac-toe~X~0"), NO_LINE);
    }
}
