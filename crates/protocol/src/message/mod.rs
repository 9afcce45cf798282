//! What browser and server say to each other, a line of text for each message.
//!
//! A word says what a message is; its fields follow as `name=value`, in any order, with a tab
//! before each. Unknown fields are passed over. Where a message carries events, they follow as
//! lines of their own, as they stand in the log. `docs/protocol.md` shows each message.

mod client;
mod fields;
mod reason;
mod server;
mod setting;

pub use client::{FromClient, Hello, Submission};
pub use reason::Reason;
pub use server::{Events, FromServer, Presence, Problem, Welcome, Whereabouts};
pub use setting::{NewTable, SeatKey};

/// The version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;

/// Why text is not a message that was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// Nothing of this name is expected here.
    Unknown,
    /// A field that is needed is missing, or one makes no sense.
    Field(&'static str),
    /// A line that follows is not an event.
    Event,
}

impl std::fmt::Display for Misread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such message"),
            Self::Field(name) => write!(f, "the field {name} is missing or makes no sense"),
            Self::Event => f.write_str("a line of this message is not an event"),
        }
    }
}

impl std::error::Error for Misread {}
