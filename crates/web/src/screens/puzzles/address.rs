//! Which puzzle an address names, and which one is that of the day.

use parlor_archive::Date;
use parlor_puzzles::{Collection, Day, Puzzle, daily};

use crate::route::{PUZZLES, Route};

/// The name of the puzzle of the day.
pub(super) const DAILY: &str = "daily";

/// The puzzle that an address names.
pub(crate) fn find(name: &str) -> Option<Puzzle> {
    let all = Collection::bundled();
    let found = match name {
        "" => None,
        DAILY => puzzle_of(today()?, &all),
        id => all.puzzles().iter().find(|puzzle| puzzle.id() == id),
    };
    found.cloned()
}

/// The address of the list, or of a puzzle by its name.
pub(super) fn address(name: Option<&str>) -> String {
    let path = name.map_or_else(|| PUZZLES.to_owned(), |name| format!("{PUZZLES}/{name}"));
    Route::Study(path).to_string()
}

/// The puzzle of a day.
pub(super) fn puzzle_of(day: Day, all: &Collection) -> Option<&Puzzle> {
    all.puzzles().get(daily(day, all.puzzles().len())?)
}

/// The day that it is where this browser is.
pub(super) fn today() -> Option<Day> {
    let now = js_sys::Date::new_0();
    let [year, month, day] = [now.get_full_year(), now.get_month() + 1, now.get_date()];
    let date = Date::from_day(year.into(), month.into(), day.into())?;
    Some(Day::numbered(date.days()))
}
