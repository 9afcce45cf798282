//! Whose turn it is, and how a game ended.

use parlor_rules::{Outcome, Player};
use parlor_table::{Ending, Phase, Table};

use super::grammar::counted;
use super::players::OwnVoice;
use crate::{Players, Voice};

/// What is next: whose turn it is, or how the game ended.
pub fn status(table: &Table, voice: Voice) -> String {
    let players = Players::of(table, voice);
    match table.phase() {
        Phase::Waiting => match table.ending() {
            // A player left after the game: its result stands.
            Some(ending) => ended(table, players, ending),
            None => "Waiting for the other player.".to_owned(),
        },
        Phase::Tossing(player) => format!("{} turn to toss.", players.whose_first(player)),
        Phase::Playing(player) => {
            let turn = format!("{} turn.", players.whose_first(player));
            // The longest that the first move may take: parlor_table::FIRST_MOVE_TIMEOUT.
            let is_first = table.clocks().is_some() && table.play().played() == 0;
            if is_first && voice.is_to(player) {
                format!("{turn} Move within a minute.")
            } else {
                turn
            }
        }
        Phase::Over(ending) => ended(table, players, ending),
    }
}

/// The same as the game itself says it to two who share this screen: whose turn it is without a full
/// stop in Gems, with an exclamation mark in Island.
pub fn headline(table: &Table, voice: Voice) -> String {
    let players = Players::of(table, voice);
    match (OwnVoice::of(table, voice), table.phase()) {
        (OwnVoice::Gems, Phase::Playing(player)) => format!("{} turn", players.whose_first(player)),
        (OwnVoice::Island, Phase::Playing(player)) => {
            format!("{} Turn!", players.whose_first(player))
        }
        (OwnVoice::Gems | OwnVoice::Island | OwnVoice::Plain, _) => status(table, voice),
    }
}

/// "Pip is thinking…"
pub fn thinking(name: &str) -> String {
    format!("{name} is thinking…")
}

/// "12 turns played"
pub fn turns_played(turns: usize) -> String {
    format!("{} played", counted(turns, "turn"))
}

/// The result alone, with the score where there is one: "You win 32–16.", "Ada wins! 32–16." or
/// "Tie game!".
pub(super) fn result(players: Players<'_>, outcome: Outcome, score: Option<[u8; 2]>) -> String {
    let score = score.map(|[one, two]| format!("{}–{}", one.max(two), one.min(two)));
    match (outcome, score) {
        (Outcome::Win(winner), Some(score)) if matches!(players.voice, Voice::ToOne(_)) => {
            format!("{} {score}.", players.does(winner, "win"))
        }
        (Outcome::Win(winner), Some(score)) => format!("{}! {score}.", players.does(winner, "win")),
        (Outcome::Win(winner), None) => format!("{}!", players.does(winner, "win")),
        (Outcome::Tie, Some(score)) => format!("Tie game! {score}."),
        (Outcome::Tie, None) => "Tie game!".to_owned(),
    }
}

/// How a game came to its end, if it was not by its moves: "Ben resigned."
pub(super) fn stopped(players: Players<'_>, ending: Ending) -> Option<String> {
    match ending {
        Ending::Played(_) => None,
        Ending::Resigned(player) => Some(format!("{} resigned.", players.subject(player))),
        Ending::OutOfTime(player) => Some(format!("{} ran out of time.", players.subject(player))),
        Ending::DrawAgreed => Some("Both players agreed.".to_owned()),
    }
}

fn ended(table: &Table, players: Players<'_>, ending: Ending) -> String {
    let result = |score| result(players, ending.outcome(), score);
    let Some(stopped) = stopped(players, ending) else {
        let position = table.play().mancala();
        return result(position.map(|position| Player::BOTH.map(|player| position.score(player))));
    };
    match ending.outcome() {
        Outcome::Win(_) => format!("{stopped} {}", result(None)),
        Outcome::Tie => format!("{} {stopped}", result(None)),
    }
}
