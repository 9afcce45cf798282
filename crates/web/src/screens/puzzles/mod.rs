//! Puzzles: the one of the day, the list of all, and one at a time on the board that games are played on.

mod list;
mod progress;
mod puzzle;
mod solving;

use parlor_puzzles::{Collection, Puzzle, daily};

pub(crate) use self::list::puzzles_page;
use self::progress::today;
pub(crate) use self::puzzle::puzzle_page;
use crate::route::{PUZZLES, Route};

/// The puzzle that an address names, which is `daily` for the one of the day.
pub(crate) fn find(name: &str) -> Option<Puzzle> {
    let all = Collection::bundled();
    let found = match name {
        "" => None,
        DAILY => puzzle_of_the_day(&all),
        id => all.puzzles().iter().find(|puzzle| puzzle.id() == id),
    };
    found.cloned()
}

const DAILY: &str = "daily";

fn puzzle_of_the_day(all: &Collection) -> Option<&Puzzle> {
    all.puzzles().get(daily(today()?, all.puzzles().len())?)
}

/// The address of the list, or of a puzzle by its name.
fn address(name: Option<&str>) -> String {
    let path = name.map_or_else(|| PUZZLES.to_owned(), |name| format!("{PUZZLES}/{name}"));
    Route::Study(path).to_string()
}
