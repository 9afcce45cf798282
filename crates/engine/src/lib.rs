//! What a good move is, and how sure that is.
//!
//! The engine answers one question: for this position, what is each legal move worth, and is
//! that proved or estimated? Levels, hints, reviews and the solver are all readers of the answer.
//!
//! It depends on the rules alone and reads no clock and no file: limits, tables and dice are
//! handed in, so it runs in a browser as it runs in a terminal.

pub mod tic_tac_toe;

mod abdada;
mod alpha_beta;
mod analysis;
mod bounds;
mod character;
mod child;
mod dice;
mod endgame;
mod engine;
mod iterative_deepening;
mod knowledge;
mod limits;
mod opponent;
mod prefetch;
mod ranking;
mod reason;
mod solver;
mod transposition_table;

pub use analysis::{Analysis, Certainty, MoveValue, Rank};
pub use character::Character;
pub use dice::Dice;
pub use endgame::TableError;
pub use engine::Engine;
pub use knowledge::Size;
pub use limits::{Limits, Objective};
pub use opponent::{Opponent, margin};
pub use reason::{Loss, Reason, Why, explain};
