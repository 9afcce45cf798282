//! What a legal game is: Mancala in any rule set, and Tic-Tac-Toe.
//!
//! Everything else in Parlor, from the search to the browser, plays by calling [`Game::play`].
//! A turn is a value: the position it led to, and on request the list of steps that people see.
//!
//! ```
//! use parlor_rules::mancala::{Pit, Position, Preset, Step};
//! use parlor_rules::{Game, Player};
//!
//! let start = Position::start(Preset::Kalah.rules(), Player::One);
//! let third_pit = Pit::new(2).expect("a board has a third pit");
//!
//! let turn = start.play(third_pit)?;
//! assert_eq!(turn.position().turn(), Player::One, "the last stone fell into the store");
//! assert_eq!(turn.steps().last(), Some(&Step::Again));
//! # Ok::<(), parlor_rules::mancala::IllegalMove>(())
//! ```
//!
//! The crate depends on nothing, reads no clock and no file, and never panics on what people type.

pub mod mancala;
pub mod tic_tac_toe;

mod any;
mod game;
mod level;
mod perft;
mod player;
mod record;
mod text;
mod variant;

pub use any::{
    AnyIllegalMove, AnyPosition, AnyPositionError, AnyStep, AnyTurn, Choice, TurnOfGame,
};
pub use game::{Game, Turn};
pub use level::Level;
pub use perft::Tally;
pub use player::{Outcome, Player};
pub use record::{AnyRecord, NoSwap, NotAMove, Ply, Record, RecordError};
pub use variant::Variant;
