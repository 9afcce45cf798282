//! Puzzles: the one of the day, the list of all, and one at a time on the board that games are played on.

mod address;
mod list;
mod progress;
mod puzzle;
mod solving;

pub(crate) use self::address::find;
pub(crate) use self::list::puzzles_page;
pub(crate) use self::puzzle::puzzle_page;
