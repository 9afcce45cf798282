//! What is shown beside a player's row.

use parlor_rules::{Player, Variant};
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

/// What a capture brings in: "+7".
pub fn gain(stones: u8) -> String {
    format!("+{stones}")
}

/// What a move is worth, beside its pit or in its square: "+3" where it is proved, "≈+3" where it is
/// estimated. In Tic-Tac-Toe a game is won, drawn or lost, and there is nothing to count.
pub fn worth(variant: Variant, margin: i16, proved: bool) -> String {
    match variant {
        Variant::Mancala(_) => {
            let certainty = if proved { "" } else { "≈" };
            let sign = match margin {
                0 => "",
                1.. => "+",
                _ => "−",
            };
            format!("{certainty}{sign}{}", margin.unsigned_abs())
        }
        Variant::TicTacToe => match margin {
            0 => "Draw",
            1.. => "Win",
            _ => "Loss",
        }
        .to_owned(),
    }
}

/// What the values on the board mean.
pub const fn legend(variant: Variant) -> &'static str {
    match variant {
        Variant::Mancala(_) => "+3 wins by 3, −3 loses by 3 with best play; ≈ is an estimate",
        Variant::TicTacToe => "How the game ends from each square with best play",
    }
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
