//! The boards as they are drawn, large and small.

pub(crate) mod mancala;
pub(crate) mod mini_board;
pub(crate) mod moving_picture;
pub(crate) mod rules_picture;
pub(crate) mod stones;
pub(crate) mod tic_tac_toe;
mod value;
