//! Mancala, in every rule set that a [`Rules`] value can describe.

mod board;
mod error;
mod notation;
mod position;
mod preset;
mod rules;
mod slot;
mod sowing;
mod step;

pub use board::{Board, Row};
pub use error::{IllegalMove, PositionError, RulesError};
pub use position::Position;
pub use preset::Preset;
pub use rules::{
    Captured, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Rest, Rules, RulesBuilder,
    Starts,
};
pub use slot::{Pit, Slot};
pub use sowing::{Sowing, Sown};
pub use step::Step;
