//! Why something is not done.

use parlor_rules::mancala::Slot;
use parlor_table::{Phase, Table};

use super::status::status;
use crate::{Players, Voice};

/// What choosing a slot that cannot be played is answered with, or `None` where it can be played.
pub fn slot_refusal(table: &Table, slot: Slot, voice: Voice) -> Option<String> {
    let players = Players::of(table, voice);
    let position = table.play().mancala()?;
    let rules = position.rules();
    let owner = slot.owner(rules);
    Some(match table.phase() {
        Phase::Over(_) => "The game is over.".to_owned(),
        Phase::Tossing(_) | Phase::Waiting => status(table, voice),
        Phase::Playing(player) if voice == Voice::ToOne(!player) => {
            format!("It's {} turn.", players.whose(player))
        }
        Phase::Playing(_) if slot.pit(rules).is_none() => {
            "Stones in a store stay there. Choose one of your pits.".to_owned()
        }
        Phase::Playing(player) if owner != player => {
            let choose = if players.voice.is_to(player) { "yours" } else { &players.whose(player) };
            format!("That pit is {}. Choose one of {choose}.", players.whose(owner))
        }
        Phase::Playing(_) if position.stones(slot) == 0 => {
            "That pit is empty. Choose another.".to_owned()
        }
        Phase::Playing(_) => return None,
    })
}
