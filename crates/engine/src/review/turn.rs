use parlor_rules::{AnyPosition, AnyTurn, Choice, Game, Player, Ply};

use super::class::MoveClass;
use crate::analysis::{Analysis, Certainty};
use crate::reason::Reason;

/// What a review says about one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnReview {
    /// The position in which it was played.
    pub position: AnyPosition,
    /// What was played.
    pub ply: Ply<Choice>,
    /// The side whose turn it was.
    pub player: Player,
    /// Whose turn it was, called by the side that they have at the end of the game. It is the other
    /// side for all turns up to a swap of sides.
    pub owner: Player,
    /// How good it was; `None` until the position has been looked at.
    pub judgement: Option<Judgement>,
    /// What each legal move of the position is worth, as far as that is known.
    pub analysis: Analysis<Choice>,
}

/// How good a turn was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// By how much the mover will be ahead at the end of the game, or behind if negative.
    pub value: i16,
    /// The same after the best that could be played: at least `value`.
    pub best: i16,
    /// Certain only if both values are.
    pub certainty: Certainty,
    /// The same in short.
    pub class: MoveClass,
    /// Why a move is worth less than the best, for every move that is. A swap needs none: the values
    /// say it all.
    pub reason: Option<Reason>,
    /// For a move that is worth less than the best: what the mover would have played while it was
    /// still their turn, the best move first.
    pub better: Vec<Choice>,
}

impl Judgement {
    /// What the turn gave up of the final margin: 0 for the best.
    pub fn loss(&self) -> i16 {
        self.best - self.value
    }

    /// Whether that is certain.
    pub fn is_proved(&self) -> bool {
        self.certainty == Certainty::Proved
    }
}

impl TurnReview {
    /// The turn itself; `None` for a swap of sides.
    pub fn played(&self) -> Option<AnyTurn> {
        match self.ply {
            Ply::Move(choice) => self.position.play(choice).ok(),
            Ply::Swap => None,
        }
    }
}
