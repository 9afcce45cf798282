//! What a good move is, and how sure that is.
//!
//! The engine answers one question: for this position, what is each legal move worth, and is
//! that proved or estimated? Levels, hints, reviews and the solver are all readers of the answer.
//!
//! It depends on the rules alone and reads no clock and no file: limits, tables and dice are
//! handed in, so it runs in a browser as it runs in a terminal.

pub mod tic_tac_toe;

mod analysis;
mod bounds;
mod brain;
mod character;
mod child;
mod claims;
mod dice;
mod endgame;
mod engine;
mod limits;
mod memory;
mod prefetch;
mod ranking;
mod reason;
mod sight;
mod solver;
mod thinking;

pub use analysis::{Analysis, Certainty, MoveValue};
pub use brain::Size;
pub use character::Character;
pub use dice::Dice;
pub use endgame::TableError;
pub use engine::Engine;
pub use limits::{Limits, Question};
pub use reason::{explain_pit, explain_square};
