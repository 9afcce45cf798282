//! Many games at once: how many moves a second a server takes, how soon the other player sees
//! them, and what that costs.
//!
//! The same tables, players, pacing and measuring are used for [Parlor](parlor) and for
//! [boardgame.io](boardgame), which is measured beside it.

pub mod boardgame;
mod figures;
mod game;
pub mod parlor;

pub use figures::Figures;
pub use game::{Pace, Player, Seats, Wanted, play};
