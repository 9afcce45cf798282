//! What the games of a person add up to, and files.

use std::time::Duration;

use parlor_archive::{Date, FileRefusal, Opponent, Results, Statistics};
use parlor_rules::{Outcome, Player};

use super::super::grammar::counted;
use super::super::level_name;

words! {
    title = "Statistics";
    private = "These numbers are kept in this browser and go nowhere else.";
    none = "No games yet. Finish one, and it will be counted here.";
    by_rules = "By game";
    by_opponent = "By opponent";
    by_week = "By week";
    week_of = "Week of";
    game = "Game";
    opponent = "Opponent";
    games = "Games";
    won = "Won";
    lost = "Lost";
    tied = "Tied";
    shared = "Shared screen";
    figures = "Totals";
    files = "Files";
    about_files = "Save your statistics or a match, or open a file that was saved before. You can also drop a file on any page of Parlor.";
    export = "Save statistics";
    open = "Open a file";
    save_match = "Save the match";
    delete = "Delete all statistics";
    really_delete = "Really delete them?";
    deleted = "All statistics are deleted.";
    opened_match = "Games in this file";
    show = "Show";
    review = "Review";
}

/// An opponent: "Otto (level 3)", "online", "two on one screen".
pub fn opponent_name(opponent: Opponent) -> String {
    match opponent {
        Opponent::SameScreen => "Two on one screen".to_owned(),
        Opponent::Remote => "Online".to_owned(),
        Opponent::Computer(level) => format!("{} (level {})", level_name(level), level.number()),
    }
}

/// What became of a game: "Ada beat Ben", "Ada and Ben tied", "Ada – Ben, in progress".
pub fn result([one, two]: [&str; 2], outcome: Option<Outcome>) -> String {
    match outcome {
        Some(Outcome::Win(Player::One)) => format!("{one} beat {two}"),
        Some(Outcome::Win(Player::Two)) => format!("{two} beat {one}"),
        Some(Outcome::Tie) => format!("{one} and {two} tied"),
        None => format!("{one} – {two}, in progress"),
    }
}

/// The figures beside the tables: what each is called, and what it is.
pub fn figures_of(statistics: &Statistics) -> Vec<(&'static str, String)> {
    let own = statistics.own;
    let mut figures = vec![("Games", statistics.games.to_string())];
    if own.games() > 0 {
        figures.push(("Results", results(own)));
        figures.push(("Wins in a row", statistics.streaks.current.to_string()));
        figures.push(("Most wins in a row", statistics.streaks.longest.to_string()));
    }
    if statistics.shared.games() > 0 {
        let Results { won, lost, tied } = statistics.shared;
        figures.push((
            "On one screen",
            format!("player 1 won {won}, player 2 won {lost}, tied {tied}"),
        ));
    }
    if let Some(margin) = statistics.biggest_win {
        figures.push((
            "Biggest win",
            format!("by {}", counted(margin.unsigned_abs().into(), "stone")),
        ));
    }
    figures.push(("Stones captured", statistics.captured.to_string()));
    figures.push(("Biggest capture", statistics.biggest_capture.to_string()));
    figures.push(("Extra turns", statistics.extra_turns.to_string()));
    figures.push(("Most turns in a row", statistics.longest_run.to_string()));
    figures.push(("Time played", duration(statistics.time)));
    figures
}

fn results(Results { won, lost, tied }: Results) -> String {
    format!("{won} won, {lost} lost, {tied} tied")
}

/// "3 h 20 min", "5 min", "40 s"
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// A day: "18 Nov 2025"
pub fn day(date: Date) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day) = date.day();
    format!("{day} {} {year}", MONTHS[month as usize - 1])
}

/// What became of a file with statistics: "12 games added."
pub fn added(games: usize) -> String {
    match games {
        0 => "Nothing new: you already have these games, or your history is full of newer ones."
            .to_owned(),
        _ => format!("{} added.", counted(games, "game")),
    }
}

/// Why a file cannot be opened, and what to do.
pub fn file_refusal(refusal: &FileRefusal) -> String {
    match refusal {
        FileRefusal::TooLarge => "This file is too large to be one of Parlor's.".to_owned(),
        FileRefusal::NotJson | FileRefusal::NotOurs | FileRefusal::OtherKind => {
            "This file wasn't saved by Parlor. Choose another.".to_owned()
        }
        FileRefusal::Newer => {
            "A newer version of Parlor saved this file. Reload the page to get it.".to_owned()
        }
        FileRefusal::Form(_) => {
            "This file is damaged: something in it is missing or wrong.".to_owned()
        }
        FileRefusal::NoGames => "There are no games in this file.".to_owned(),
        FileRefusal::Game { number, why } => {
            format!("Game {number} in this file can't be played: {why}.")
        }
        FileRefusal::Outcome { number } => {
            format!("Game {number} in this file: the result doesn't match the moves.")
        }
        FileRefusal::Note { number, why } => {
            format!("Game {number} in this file is damaged: {why}.")
        }
    }
}
