//! What is shown beside a player's row.

use parlor_rules::Player;
use parlor_table::Table;

use crate::{Players, Voice};

words! {
    stones_in_store = "Stones in the store";
    away = "away";
}

/// Games won in this match: "Wins: 2".
pub fn wins(wins: u32) -> String {
    format!("Wins: {wins}")
}

/// How the game stands with best play; `margin` is Player 1's lead.
pub fn standing(table: &Table, margin: i16, proved: bool, voice: Voice) -> String {
    let players = Players::of(table, voice);
    let about = if proved { "" } else { "about " };
    let leader = match margin {
        0 => return format!("{about}even"),
        1.. => Player::One,
        _ => Player::Two,
    };
    format!("{} ahead by {about}{}", players.subject(leader), margin.unsigned_abs())
}
