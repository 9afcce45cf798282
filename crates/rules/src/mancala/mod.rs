//! Mancala, in every rule set that a [`Rules`] value can describe.

mod board;
mod error;
mod notation;
mod place;
mod position;
mod preset;
mod rules;
mod rules_builder;
mod slot;
mod sowing;
mod step;

pub use board::{Board, Row};
pub use error::{IllegalMove, PositionError, RulesError};
pub use position::Position;
pub use preset::Preset;
pub use rules::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest, Rules,
    Starts,
};
pub use rules_builder::RulesBuilder;
pub use slot::{Pit, Slot};
pub use sowing::{Sowing, Sown};
pub use step::Step;
