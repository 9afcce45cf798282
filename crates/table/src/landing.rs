use parlor_rules::mancala::{Position, Slot, Step};
use parlor_rules::{Outcome, Turn};

/// Where the last stone of a turn falls, and what that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The slot in which it falls.
    pub slot: Slot,
    /// What it does there.
    pub effect: Effect,
}

/// What a turn does beside sowing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Whether the same player goes again.
    pub again: bool,
    /// How many stones a capture moves; `None` where nothing is captured.
    pub captured: Option<u8>,
    /// How many stones are swept to their owners at the end.
    pub swept: u8,
    /// How the turn ends the game, if it does.
    pub end: Option<Outcome>,
}

impl Landing {
    /// Reads the landing off the steps of a turn.
    pub fn of(turn: &Turn<Position>) -> Self {
        let steps = turn.steps();
        let rules = turn.before().rules();
        let mut landing =
            Self { slot: turn.choice().slot(rules, turn.player()), effect: Effect::default() };
        for step in &steps {
            match *step {
                Step::Drop { into, .. } => landing.slot = into,
                Step::Capture { .. } => landing.effect.captured = Some(step.captured()),
                Step::Again => landing.effect.again = true,
                Step::Sweep { stones, .. } => landing.effect.swept += stones,
                Step::End(outcome) => landing.effect.end = Some(outcome),
                Step::Lift { .. } => {}
            }
        }
        landing
    }
}
