//! Many games at once: how many moves a second servers take, how soon the other player sees them, and
//! what that costs.
//!
//! The same tables, players, pacing and measuring are used for [Parlor](parlor), with either
//! database, and for [boardgame.io](boardgame), which is measured beside it.

pub mod boardgame;
mod figures;
mod game;
pub mod growth;
pub mod notify;
pub mod parlor;
pub mod report;
mod servers;
mod told_move;
mod usage;

pub use figures::Figures;
pub use game::{Pace, Player, Seats, Wanted, play, rest};
pub use servers::{Database, Servers};
pub use usage::{DatabaseUsage, Usage};
