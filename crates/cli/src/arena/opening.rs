use parlor_engine::Dice;
use parlor_rules::{AnyPosition, AnyRecord, Game as _, Record};

use super::entrant::any_move;

/// The start of a game, after a few turns that chance has played: so no two openings are alike for long.
///
/// The same seed and number give the same opening.
pub(super) fn opened(start: &AnyPosition, seed: u64, turns: u32, number: u32) -> AnyRecord {
    let mut dice = Dice::new(seed ^ u64::from(number) << 32);
    let mut record = Record::new(*start);
    for _ in 0..turns {
        let position = *record.position();
        let Some(choice) = any_move(&position, &mut dice) else { break };
        let goes_on = position.after(choice).is_ok_and(|next| next.outcome().is_none());
        if !goes_on || record.play(choice).is_err() {
            break;
        }
    }
    record
}
