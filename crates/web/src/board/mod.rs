//! The boards: where things lie, and how they are drawn.

mod arrangement;
pub(crate) mod field;
pub(crate) mod mancala;
pub(crate) mod place;
pub(crate) mod stones;
pub(crate) mod tic_tac_toe;
