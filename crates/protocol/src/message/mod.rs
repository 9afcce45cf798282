//! What browser and server say to each other: JSON, an object for each message.
//!
//! `type` says what a message is and `data` what belongs to it. Unknown members are ignored; a type
//! that is not known, or a member that makes no sense, is a [`Misread`]. As text, by `Display` and
//! `FromStr`, a message is that JSON. `docs/protocol.md` shows each one.

mod client;
mod events_message;
mod reason;
mod server;
mod setting;
mod version_1;

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::json::{Error, Raw, Tagged, reason_of, to_text};

pub(crate) use client::needs_version;
pub use client::{FromClient, Hello, Submission};
pub use events_message::EventsMessage;
pub use reason::Reason;
pub use server::{Events, FromServer, Presence, Problem, Welcome, Whereabouts};
pub use setting::{NewTable, SeatKey};
pub use version_1::answer_to_version_1;

#[cfg(feature = "schema")]
pub(crate) use {
    client::form::ClientForm,
    server::ServerJson,
    setting::{Game, NewTableJson, SeatKeyJson},
};

/// The version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 2;

/// Why text is not a message that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It is no JSON object with a `type`.
    NotAMessage(Box<str>),
    /// There is no message of this type.
    Unknown,
    /// Something is missing in its data, or makes no sense there.
    Data(Box<str>),
    /// It is a hello in another version of the protocol.
    OtherProtocol,
}

impl Misread {
    fn of_data(error: &Error) -> Self {
        Self::Data(reason_of(error))
    }

    fn missing(field: &'static str) -> Self {
        Self::Data(format!("missing field `{field}`").into())
    }
}

impl Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMessage(why) => write!(f, "this is no message in JSON: {why}"),
            Self::Unknown => f.write_str("there is no such message"),
            Self::Data(why) => write!(f, "this message makes no sense: {why}"),
            Self::OtherProtocol => f.write_str("this is another version of the protocol"),
        }
    }
}

impl std::error::Error for Misread {}

/// The type of a message, whether or not the rest of it can be read.
pub(crate) fn type_of(text: &str) -> Result<String, Misread> {
    Ok(read(text)?.kind.into_owned())
}

fn read(text: &str) -> Result<Tagged<'_>, Misread> {
    parse(text)?.read().map_err(|error| Misread::NotAMessage(reason_of(&error)))
}

/// The body of a request or of an answer, which is an object by itself.
fn read_body<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Misread> {
    parse(text)?.read().map_err(|error| Misread::of_data(&error))
}

fn parse(text: &str) -> Result<Raw<'_>, Misread> {
    Raw::parse(text).map_err(|error| Misread::NotAMessage(reason_of(&error)))
}

fn write(f: &mut fmt::Formatter<'_>, message: &impl Serialize) -> fmt::Result {
    f.write_str(&to_text(message))
}
