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
    /// How often the sowing went on from a pit that was not empty (relay sowing).
    pub relays: usize,
    /// How many stones fell into the mover's store on the way.
    pub scored: u8,
    /// Whether the same player goes again.
    pub again: bool,
    /// What is captured, if anything is.
    pub capture: Option<Capture>,
    /// How many stones of each player's row go to their store at the end.
    pub swept: [u8; 2],
    /// How the turn ends the game, if it does.
    pub end: Option<Outcome>,
}

/// What a capture does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// How many stones of the other side are taken; none where a lone stone is banked.
    pub taken: u8,
    /// Where they go: a store or the pit in which the last stone fell.
    pub to: Slot,
    /// Whether the capturing stone goes to the store as well.
    pub banks_stone: bool,
}

impl Landing {
    /// Reads the landing off the steps of a turn.
    pub fn of(turn: &Turn<Position>) -> Self {
        let rules = turn.before().rules();
        let mut landing =
            Self { slot: turn.choice().slot(rules, turn.player()), effect: Effect::default() };
        let effect = &mut landing.effect;
        let mut lifts = 0;
        for step in turn.steps() {
            match step {
                Step::Lift { .. } => lifts += 1,
                Step::Drop { into, .. } => {
                    landing.slot = into;
                    effect.scored += u8::from(into.pit(rules).is_none());
                }
                Step::Capture { taken, to, stone_to, .. } => {
                    effect.capture = Some(Capture { taken, to, banks_stone: stone_to.is_some() });
                }
                Step::Again => effect.again = true,
                Step::Sweep { from, stones, .. } => {
                    effect.swept[from.owner(rules).index()] += stones;
                }
                Step::End(outcome) => effect.end = Some(outcome),
            }
        }
        effect.relays = lifts - 1;
        landing
    }
}
