//! The end of a game, as its card tells it.

use parlor_rules::mancala::Position;
use parlor_rules::tic_tac_toe::{self, LINES};
use parlor_rules::{Outcome, Player};
use parlor_table::{Feat, FeatOf, Summary, Table};

use super::grammar::{counted, listed, together};
use super::status::{result, stopped};
use super::turn::game_end;
use crate::{Players, Voice};

words! {
    title = "Game over";
    change_level = "Change level";
    look_back = "Look back";
    review = "Review";
    show_board = "Show the board";
    show_result = "Result";
    to_start = "To the start";
    back = "Back";
    forward = "Forward";
    to_end = "To the end";
}

/// Everything that the card at the end of a game says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndCard {
    /// Who won: "You win!"
    pub result: String,
    /// Why it ended and where the last stones went; empty where no move tells why.
    pub why: String,
    /// What each player has, where stones were counted.
    pub count: Option<[Count; 2]>,
    /// What is worth remembering, a sentence each.
    pub feats: Vec<String>,
}

/// What a player has at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// What they are called: "You" or the name.
    pub name: String,
    /// The stones in their store.
    pub stones: u8,
}

/// What the card at the end of a game says.
pub fn end_card(table: &Table, summary: &Summary, voice: Voice) -> EndCard {
    let players = Players::of(table, voice);
    let count = |position: &Position| {
        Player::BOTH.map(|player| Count {
            name: players.subject(player).to_owned(),
            stones: position.score(player),
        })
    };
    let counted = table.play().mancala().filter(|_| summary.ending.is_by_moves());
    let capture = summary.biggest_capture.map(|capture| biggest_capture(players, &capture));
    let relay = summary.longest_relay.map(|relay| longest_relay(players, &relay));
    let run = summary.longest_run.map(|run| longest_run(players, &run));
    EndCard {
        result: result(players, summary.ending.outcome(), None),
        why: why(players, table, summary),
        count: counted.map(count),
        feats: together([capture, relay, run]),
    }
}

/// "Next level: Otto"
pub fn next_level(name: &str) -> String {
    format!("Next level: {name}")
}

/// "Turn 3 of 24"
pub fn turn_of(turn: usize, turns: usize) -> String {
    if turn == 0 { "The start".to_owned() } else { format!("Turn {turn} of {turns}") }
}

fn why(players: Players<'_>, table: &Table, summary: &Summary) -> String {
    let played = || match table.play().tic_tac_toe() {
        Some(position) => lines(players, position, summary.ending.outcome()),
        None => summary.finish.map_or_else(String::new, |finish| game_end(players, &finish)),
    };
    stopped(players, summary.ending).unwrap_or_else(played)
}

/// "You filled the top row."
fn lines(players: Players<'_>, position: &tic_tac_toe::Position, outcome: Outcome) -> String {
    let Outcome::Win(winner) = outcome else { return "All nine squares are full.".to_owned() };
    let marks = position.marks(winner);
    let filled = LINES.into_iter().zip(LINE_NAMES).filter(|(line, _)| marks.contains_all(*line));
    let filled: Vec<String> = filled.map(|(_, name)| format!("the {name}")).collect();
    format!("{} filled {}.", players.subject(winner), listed(&filled))
}

/// What [`LINES`] are called, in their order.
const LINE_NAMES: [&str; LINES.len()] = [
    "top row",
    "middle row",
    "bottom row",
    "left column",
    "middle column",
    "right column",
    "diagonal from the top left",
    "diagonal from the top right",
];

fn biggest_capture(players: Players<'_>, capture: &Feat) -> String {
    let stones = counted(capture.size, "stone");
    format!("Biggest capture: {stones}, by {}.", by(players, capture))
}

fn longest_relay(players: Players<'_>, relay: &Feat) -> String {
    format!("Most pits sown in one turn: {}, by {}.", relay.size, by(players, relay))
}

fn longest_run(players: Players<'_>, run: &Feat) -> String {
    format!("Most turns in a row: {}, by {}.", run.size, by(players, run))
}

fn by<'a>(players: Players<'a>, feat: &Feat) -> &'a str {
    match feat.by {
        FeatOf::One(player) if players.voice.is_to(player) => "you",
        FeatOf::One(player) => players.names[player.index()],
        FeatOf::Both => "both players",
    }
}
