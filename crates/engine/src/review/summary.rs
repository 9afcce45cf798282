use std::cmp::Reverse;

use parlor_rules::mancala::Step;
use parlor_rules::{AnyStep, Game, Player, Ply};

use super::TurnReview;

/// How one player played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSummary {
    /// How many turns they had.
    pub turns: usize,
    /// How many of those have been looked at.
    pub judged: usize,
    /// How many of those lost nothing.
    pub kept: usize,
    /// How many stones of the other side they captured.
    pub captured: u32,
    /// How many turns earned another one.
    pub extra_turns: usize,
    /// The most turns that they had in a row.
    pub longest_chain: usize,
    /// Their biggest mistakes, the biggest first: where they are among the turns of the review.
    pub mistakes: Vec<usize>,
    /// By how much the biggest of them changed the margin that was to be expected; 0 without one.
    pub biggest_swing: i16,
}

/// How many mistakes are told.
const MISTAKES: usize = 3;

impl PlayerSummary {
    /// How this player played: the one who had this side at the end.
    pub(super) fn of(turns: &[TurnReview], player: Player) -> Self {
        let mut summary = Self { longest_chain: longest_chain(turns, player), ..Self::default() };
        let mut mistakes = Vec::new();
        for (at, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.owner == player) {
            summary.turns += 1;
            if let Some(judgement) = &turn.judgement {
                summary.judged += 1;
                match judgement.loss() {
                    0 => summary.kept += 1,
                    loss => mistakes.push((loss, at)),
                }
            }
            let Some(sown) = turn.played() else { continue };
            let goes_on = sown.position().outcome().is_none();
            for step in sown.steps() {
                match step {
                    AnyStep::Mancala(Step::Capture { taken, .. }) => {
                        summary.captured += u32::from(taken);
                    }
                    AnyStep::Mancala(Step::Again) => summary.extra_turns += usize::from(goes_on),
                    AnyStep::Mancala(
                        Step::Lift { .. } | Step::Drop { .. } | Step::Sweep { .. } | Step::End(_),
                    )
                    | AnyStep::TicTacToe(_) => {}
                }
            }
        }
        mistakes.sort_by_key(|&(loss, at)| (Reverse(loss), at));
        mistakes.truncate(MISTAKES);
        summary.biggest_swing = mistakes.first().map_or(0, |&(loss, _)| loss);
        summary.mistakes = mistakes.into_iter().map(|(_, at)| at).collect();
        summary
    }
}

/// The most moves in a row. A swap is none: it is chosen instead of a move.
fn longest_chain(turns: &[TurnReview], player: Player) -> usize {
    let (mut longest, mut chain) = (0, 0);
    for turn in turns {
        chain = match turn.ply {
            Ply::Move(_) if turn.owner == player => chain + 1,
            Ply::Move(_) | Ply::Swap => 0,
        };
        longest = longest.max(chain);
    }
    longest
}
