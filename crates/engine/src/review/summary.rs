use std::cmp::Reverse;

use parlor_rules::{Performance, Player};

use super::turn::TurnReview;

/// How one player played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSummary {
    /// How many turns they had, a swap of sides among them.
    pub turns: usize,
    /// How many of those have been looked at.
    pub judged: usize,
    /// How many of those lost nothing.
    pub kept: usize,
    /// What they did.
    pub performance: Performance,
    /// Their biggest mistakes, the biggest first: where they are among the turns of the review.
    pub mistakes: Vec<usize>,
    /// By how much the biggest of them changed the margin that was to be expected; 0 without one.
    pub biggest_swing: i16,
}

/// How many mistakes are told.
const MISTAKES: usize = 3;

impl PlayerSummary {
    /// How this player played: the one who had this side at the end.
    pub(super) fn of(turns: &[TurnReview], player: Player, performance: Performance) -> Self {
        let mut summary = Self { performance, ..Self::default() };
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
        }
        mistakes.sort_by_key(|&(loss, at)| (Reverse(loss), at));
        mistakes.truncate(MISTAKES);
        summary.biggest_swing = mistakes.first().map_or(0, |&(loss, _)| loss);
        summary.mistakes = mistakes.into_iter().map(|(_, at)| at).collect();
        summary
    }
}
