use std::cmp::Ordering;

use parlor_rules::Variant;

use crate::analysis::Certainty;

/// How good a turn was, in one word or a few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// There was nothing to choose.
    OnlyMove,
    /// Nothing is worth more.
    Best,
    /// It gives up next to nothing, and not the result.
    Good,
    /// It gives up so much of the final margin.
    GivesUp {
        /// How much: more than 0.
        margin: i16,
    },
    /// Certainly won before, and certainly a tie after it.
    WinIntoTie,
    /// Certainly won before, and certainly lost after it.
    WinIntoLoss,
    /// Certainly a tie before, and certainly lost after it.
    TieIntoLoss,
}

/// What a good move of Mancala may give up: where every stone ends in a store, no two margins are
/// nearer to each other than this.
const NEXT_TO_NOTHING: i16 = 2;

impl MoveClass {
    /// The class of a move of this value where the best is worth so much. That a result was given up
    /// is said only if it is certain.
    pub(super) fn of(variant: &Variant, value: i16, best: i16, certainty: Certainty) -> Self {
        let margin = best - value;
        let result = (certainty == Certainty::Proved).then(|| (best.cmp(&0), value.cmp(&0)));
        match result {
            Some((Ordering::Greater, Ordering::Equal)) => return Self::WinIntoTie,
            Some((Ordering::Greater, Ordering::Less)) => return Self::WinIntoLoss,
            Some((Ordering::Equal, Ordering::Less)) => return Self::TieIntoLoss,
            Some((_, Ordering::Greater | Ordering::Equal | Ordering::Less)) | None => {}
        }
        match variant {
            _ if margin <= 0 => Self::Best,
            Variant::Mancala(_) if margin <= NEXT_TO_NOTHING => Self::Good,
            Variant::Mancala(_) | Variant::TicTacToe => Self::GivesUp { margin },
        }
    }
}
