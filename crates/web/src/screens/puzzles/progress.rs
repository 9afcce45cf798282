//! What this browser keeps of the puzzles: which are solved, and for how many days in a row.

use parlor_puzzles::{Collection, Day, Puzzle, Streak};

use super::address::{puzzle_of, today};
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

/// Keeps that a puzzle was solved. It may be the one of the day, or that of the day on which it was opened: who
/// thinks past midnight has solved it.
pub(super) fn note_solved(puzzle: &Puzzle, opened: Option<Day>) {
    let solved = Solved::load();
    if !solved.contains(puzzle) {
        storage::save(SOLVED, format!("{} {}", solved.0, puzzle.id()).trim());
    }
    let all = Collection::bundled();
    let days = [opened, today()].into_iter().flatten();
    for day in days.filter(|day| puzzle_of(*day, &all) == Some(puzzle)) {
        storage::save(STREAK, &streak().solved(day).to_string());
    }
}
