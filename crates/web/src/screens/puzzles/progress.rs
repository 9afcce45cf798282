//! What this browser keeps of the puzzles: which are solved, and for how many days in a row.

use js_sys::Date;
use parlor_puzzles::{Collection, Day, Puzzle, Streak};

use super::puzzle_of_the_day;
use crate::storage;

/// Under which the names of solved puzzles are kept, with blanks between them.
const SOLVED: &str = "puzzles.solved";
const STREAK: &str = "puzzles.streak";

/// The puzzles that have been solved.
pub(super) struct Solved(String);

impl Solved {
    pub(super) fn load() -> Self {
        Self(storage::load(SOLVED).unwrap_or_default())
    }

    pub(super) fn contains(&self, puzzle: &Puzzle) -> bool {
        let id = puzzle.id();
        self.0.split(' ').any(|solved| solved == id)
    }
}

/// The streak of puzzles of the day.
pub(super) fn streak() -> Streak {
    storage::load(STREAK).unwrap_or_default().parse().unwrap_or_default()
}

/// Keeps that a puzzle was solved, which may be the one of the day.
pub(super) fn note_solved(puzzle: &Puzzle) {
    let solved = Solved::load();
    if !solved.contains(puzzle) {
        storage::save(SOLVED, format!("{} {}", solved.0, puzzle.id()).trim());
    }
    let all = Collection::bundled();
    if let Some(today) = today()
        && puzzle_of_the_day(&all) == Some(puzzle)
    {
        storage::save(STREAK, &streak().solved(today).to_string());
    }
}

/// The day that it is where this browser is.
pub(super) fn today() -> Option<Day> {
    let now = Date::new_0();
    Day::new(now.get_full_year(), now.get_month() + 1, now.get_date())
}
