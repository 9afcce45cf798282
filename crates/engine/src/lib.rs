//! What a good move is.
#![allow(missing_docs, clippy::all, clippy::pedantic)]
pub mod endgame;
pub mod memory;
pub mod ranking;
pub mod solver;
