//! What a good move is, and how sure that is.
//!
//! The engine answers one question: for this position, what is each legal move worth, and is
//! that proved or estimated? Levels, hints, reviews and the solver are all readers of the answer.
//!
//! # What always holds
//!
//! - It depends on the rules alone and reads no clock and no file: limits, a stop flag, saved tables
//!   and dice are handed in, so it runs in a browser as it runs in a terminal.
//! - A value is proved only by the solver or the endgame tablebase. An estimate never becomes a
//!   proof, and a proved win or tie is never given up for one.
//! - **A board is never taken for another.** Its number is scrambled reversibly; its place in the
//!   transposition table and the rest kept there make up the whole number. A word is written at
//!   once, so threads share the table without locks.
//! - The sign of a value changes only when the turn does: a player may move twice.
//! - Nothing about the value of a board depends on the stores, so tables have none.
//! - Exact values are the same with any number of threads.
//! - A bound that holds only under some rules is not used: a board is worth between minus and plus
//!   its stones, and margins go in steps of two only where every stone ends in a store.
//! - A saved table names its rules and its version; one that is damaged or foreign is refused whole.

pub mod tic_tac_toe;

mod abdada;
mod alpha_beta;
mod analysis;
mod attention;
mod blunder;
mod bounds;
mod character;
mod child;
mod dice;
mod endgame;
mod engine;
mod iterative_deepening;
mod judgement;
mod knowledge;
mod limits;
mod margin;
mod opponent;
mod prefetch;
mod principal_variation;
mod ranking;
mod reason;
mod review;
mod size;
mod solved;
mod solver;
mod transposition_table;

pub use analysis::{Analysis, Certainty, MoveValue, Rank};
pub use blunder::is_blunder;
pub use dice::Dice;
pub use endgame::TableError;
pub use engine::Engine;
pub use limits::{Limits, Objective};
pub use opponent::{Opponent, margin};
pub use reason::{Loss, Reason, Why, explain};
pub use review::{
    Finding, Judgement, MoveClass, PlayerSummary, Progress, Review, Standing, TurnReview,
};
pub use size::Size;
pub use solved::solved_start;
