//! Positions that the solver has made: puzzles with exactly one solution, and starts that are even.
//!
//! ```
//! use parlor_puzzles::{Puzzle, Theme};
//!
//! let line = "win 2 +6 kalah~6-18-20-0-0-1-0-2-1-3-0-0-2-0-1-S~6";
//! let puzzle: Puzzle = line.parse()?;
//! assert_eq!(puzzle.theme(), Theme::Win);
//! assert_eq!(puzzle.to_string(), line);
//! # Ok::<(), parlor_puzzles::NotAPuzzle>(())
//! ```
//!
//! # What always holds
//!
//! - It depends on the rules and the engine alone. It reads no clock and no file: dates and texts are
//!   handed in, so it runs in a browser as it runs in a terminal.
//! - **A puzzle has one solution, by proof.** At every own turn of its solution exactly one move keeps
//!   what the [`Theme`] asks for; [`Prover::prove`] proves that anew for any puzzle.
//! - The same seed makes the same puzzles, because one thread makes them and chance is handed in.
//! - A grade counts turns, never time.

mod chain;
mod collection;
mod daily;
mod even_start;
mod maker;
mod prover;
mod puzzle;
mod refutation;
mod sight;
mod streak;
mod theme;

pub use chain::longest_chain;
pub use collection::{Collection, NotACollection};
pub use daily::{Day, daily};
pub use even_start::{EvenStarts, are_even, even_starts, row_line};
pub use maker::{Maker, Request};
pub use prover::{Doubt, Prover};
pub use puzzle::{NotAPuzzle, Puzzle};
pub use refutation::refutation;
pub use sight::MOST_SIGHT;
pub use streak::Streak;
pub use theme::{NotATheme, Theme};
