//! The board: what its parts are called, and what a move would do.

use parlor_engine::Reason;
use parlor_rules::mancala::{Pit, Position, Slot};
use parlor_rules::tic_tac_toe::Square;
use parlor_rules::{Choice, Game, Outcome, Variant};
use parlor_table::{Effect, Landing, Table};

use super::grammar::{sentences, stones, together};
use super::reason::reason;
use crate::{Players, Voice};

/// The label of a pit or store: owner, number, stones, and what playing it would do.
pub fn slot_label(table: &Table, position: &Position, slot: Slot, voice: Voice) -> String {
    let players = Players::of(table, voice);
    let rules = position.rules();
    let owner = slot.owner(rules);
    let whose = players.whose_first(owner);
    let count = stones(position.stones(slot));
    let Some(pit) = slot.pit(rules) else {
        return format!("{whose} store, {count}");
    };
    let turn = (position.turn() == owner).then(|| position.play(pit).ok()).flatten();
    let mut label = format!("{whose} pit {pit}, {count}");
    for deed in turn.iter().flat_map(|turn| deeds(players, &Landing::of(turn).effect)) {
        label.push_str(", ");
        label.push_str(&deed);
    }
    label
}

/// What a turn does, in a few words each; nothing where it only sows once.
pub fn deeds(players: Players<'_>, effect: &Effect) -> Vec<String> {
    let scores = scored_in_relay(effect).map(|stones| format!("scores {stones}"));
    let captures = effect.capture.map(|capture| match capture.taken {
        0 => "scores its last stone".to_owned(),
        taken => format!("captures {taken}"),
    });
    let next = match effect.end {
        Some(Outcome::Win(winner)) => {
            Some(format!("ends the game: {}", players.does_so(winner, "win")))
        }
        Some(Outcome::Tie) => Some("ends the game in a tie".to_owned()),
        None => effect.again.then(|| "moves again".to_owned()),
    };
    together([scores, captures, next])
}

/// How many stones a turn sows into the store of the player, where that is worth saying: in relay
/// sowing it cannot be seen at a glance.
pub(super) fn scored_in_relay(effect: &Effect) -> Option<u8> {
    (effect.relays > 0 && effect.scored > 0).then_some(effect.scored)
}

/// What playing the pit that is looked at would do, said to the player who would; `None` where it
/// only sows once.
pub fn preview(players: Players<'_>, effect: &Effect) -> Option<String> {
    let scores = scored_in_relay(effect).map(|count| format!("Scores {}.", stones(count)));
    let captures = effect.capture.map(|capture| match capture.taken {
        0 => "Your lone last stone scores.".to_owned(),
        taken if capture.banks_stone => format!("Captures {}, plus your own.", stones(taken)),
        taken => format!("Captures {}.", stones(taken)),
    });
    let next = match effect.end {
        Some(Outcome::Win(winner)) => {
            Some(format!("Ends the game: {}.", players.does_so(winner, "win")))
        }
        Some(Outcome::Tie) => Some("Ends the game in a tie.".to_owned()),
        None => effect.again.then(|| "Ends in your store: you move again.".to_owned()),
    };
    let said = together([scores, captures, next]);
    (!said.is_empty()).then(|| said.join(" "))
}

/// The label of a square: where it is, and what is in it.
pub fn square_label(table: &Table, square: Square) -> String {
    let place = square_name(square);
    match table.play().tic_tac_toe().and_then(|position| position.mark(square)) {
        Some(player) => format!("{place}, {}, {}", table.marks().of(player), table.name(player)),
        None => format!("{place}, empty"),
    }
}

/// A pit as two-step turns show it before it is played.
pub fn selected(pit: Pit, count: u8) -> String {
    format!("Pit {pit}: {}", stones(count))
}

/// The same for the ear, by the label of the pit.
pub fn selection(label: &str) -> String {
    format!("Selected: {label}.")
}

/// A move that the computer would make, and why: "Hint: pit 3. This is the best move: it moves again
/// and wins by 4."
pub fn hint(table: &Table, choice: Choice, why: Option<&Reason>, voice: Voice) -> String {
    let place = match table.variant() {
        Variant::TicTacToe => format!("Hint: {}.", square_name(choice.square())),
        Variant::Mancala(_) => format!("Hint: pit {}.", choice.pit()),
    };
    let why = why.map(|why| reason(Players::of(table, voice), why)).unwrap_or_default();
    sentences([place.as_str(), &why])
}

/// Where a square is, as part of a sentence: "the top left".
pub(super) fn square_place(square: Square) -> String {
    format!("the {}", square_name(square))
}

const fn square_name(square: Square) -> &'static str {
    match square.index() {
        0 => "top left",
        1 => "top middle",
        2 => "top right",
        3 => "middle left",
        4 => "centre",
        5 => "middle right",
        6 => "bottom left",
        7 => "bottom middle",
        _ => "bottom right",
    }
}
