//! Puzzles, their list and the puzzle of the day.

use parlor_puzzles::{MOST_SIGHT, Theme};
use parlor_rules::Variant;

use crate::english::grammar::counted;

words! {
    puzzles = "Puzzles";
    about = "Each has exactly one solution, proved by the computer.";
    daily = "Puzzle of the day";
    solve = "Solve it";
    solved_today = "Solved today. Come back tomorrow.";
    all_puzzles = "All puzzles";
    hint = "Hint";
    try_again = "Try again";
    next = "Next puzzle";
    skip = "Skip";
    thinking = "Let's see what that allows…";
    look = "Watch what happens next.";
    wait = "Wait for the reply.";
    not_it = "That isn't it. Take it back and try again.";
    already_solved = "You have solved this puzzle.";
    right = "Right. Go on.";
}

/// What a puzzle asks for, in a few words.
pub const fn title(theme: Theme, variant: &Variant) -> &'static str {
    match (theme, variant) {
        (Theme::Win, _) => "Win from here",
        (Theme::Tie, Variant::Mancala(_)) => "Save the tie",
        (Theme::Tie, Variant::TicTacToe) => "Never lose",
        (Theme::Chain, _) => "The longest chain",
    }
}

/// What is to be done.
pub const fn task(theme: Theme, variant: &Variant) -> &'static str {
    match (theme, variant) {
        (Theme::Win, _) => "Only one move wins, whatever the other player does. Find it.",
        (Theme::Tie, Variant::Mancala(_)) => {
            "You can't win here, but one move saves the tie. Find it."
        }
        (Theme::Tie, Variant::TicTacToe) => "Only one square keeps you from losing. Find it.",
        (Theme::Chain, _) => "Take as many extra turns in a row as you can.",
    }
}

/// How far one must see: "Look 4 turns ahead".
pub fn sight(theme: Theme, turns: u8) -> String {
    let ahead = |turns: u8| counted(turns.into(), "turn");
    match theme {
        Theme::Win | Theme::Tie if turns > MOST_SIGHT => {
            format!("Look more than {} ahead", ahead(MOST_SIGHT))
        }
        Theme::Win | Theme::Tie => format!("Look {} ahead", ahead(turns)),
        Theme::Chain => format!("{} in a row", counted(turns.into(), "extra turn")),
    }
}

/// What is said when the solution has been found.
pub fn solved(theme: Theme, variant: &Variant, value: i16) -> String {
    match (theme, variant) {
        (Theme::Win, Variant::Mancala(_)) => format!("Solved. With best play you win by {value}."),
        (Theme::Win, Variant::TicTacToe) => "Solved. You win.".to_owned(),
        (Theme::Tie, Variant::Mancala(_)) => "Solved. The tie is safe.".to_owned(),
        (Theme::Tie, Variant::TicTacToe) => "Solved. You can't lose from here.".to_owned(),
        (Theme::Chain, _) => {
            format!("Solved: {} in a row.", counted(value.unsigned_abs().into(), "extra turn"))
        }
    }
}

/// What is said when a wrong answer has been refuted: what it is worth, or how many extra turns it leads
/// to, and how many there could be.
pub fn refuted(theme: Theme, variant: &Variant, worth: i16, wanted: i16) -> String {
    match (theme, variant) {
        (Theme::Win | Theme::Tie, _) if worth == 0 => "That only ties. Try again.".to_owned(),
        (Theme::Win | Theme::Tie, Variant::Mancala(_)) => {
            format!("That loses by {}. Try again.", worth.unsigned_abs())
        }
        (Theme::Win | Theme::Tie, Variant::TicTacToe) => "That loses. Try again.".to_owned(),
        (Theme::Chain, _) => {
            let turns = counted(worth.unsigned_abs().into(), "extra turn");
            format!("That gets you at most {turns}; {wanted} are possible. Try again.")
        }
    }
}

/// "3 of 30 solved"
pub fn progress(solved: usize, all: usize) -> String {
    format!("{solved} of {all} solved")
}

/// A game's puzzles in the list: "Kalah: 3 of 30 solved".
pub fn group(game: &str, solved: usize, all: usize) -> String {
    format!("{game}: {}", progress(solved, all))
}

/// A puzzle in the list, for those who hear it: "Kalah 3, solved".
pub fn number(game: &str, number: usize, solved: bool) -> String {
    let mark = if solved { ", solved" } else { "" };
    format!("{game} {number}{mark}")
}

/// The days in a row on which the puzzle of the day was solved.
pub fn streak(length: u32, longest: u32) -> String {
    let days = |days: u32| counted(days as usize, "day");
    match (length, longest) {
        (0, 0) => "Solve it to start a streak.".to_owned(),
        (0, longest) => format!("Your longest streak is {}.", days(longest)),
        (length, longest) => format!("Your streak: {}. Longest: {}.", days(length), days(longest)),
    }
}
