//! Tic-Tac-Toe: three in a row on a board of three by three.

mod notation;
mod position;
mod square;

pub use notation::PositionError;
pub use position::{IllegalMove, Position, Step};
pub use square::{LINES, Square, Squares};
