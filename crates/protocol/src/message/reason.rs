use std::fmt::{self, Display};

use parlor_table::Refusal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Code;

/// Why something that was sent is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The table, or the server that keeps it, does not do it.
    Refused(Refusal),
    /// There is no such message.
    UnknownMessage,
    /// A connection begins with a hello.
    HelloFirst,
    /// A connection is for one table, and it has been greeted already.
    AlreadyGreeted,
    /// The command's `id` was used for another command.
    KeyUsed,
    /// The server does not speak this version of the protocol.
    Protocol,
    /// There is no such table, or there is none any more.
    NoSuchTable,
    /// The request does not come from this site's own page.
    Origin,
    /// The server is about to stop.
    Closing,
    /// What was to be proved could not be, within the effort that was asked for.
    NotProved,
    /// A reason that this program does not know.
    Other,
}

impl Reason {
    /// Every reason besides those of the table and those that are not known.
    pub const OWN: [Self; 9] = [
        Self::UnknownMessage,
        Self::HelloFirst,
        Self::AlreadyGreeted,
        Self::KeyUsed,
        Self::Protocol,
        Self::NoSuchTable,
        Self::Origin,
        Self::Closing,
        Self::NotProved,
    ];

    /// The word for it in messages.
    pub fn code(self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::UnknownMessage => "unknown-message",
            Self::HelloFirst => "hello-first",
            Self::AlreadyGreeted => "already-greeted",
            Self::KeyUsed => "key-used",
            Self::Protocol => "protocol",
            Self::NoSuchTable => "no-such-table",
            Self::Origin => "origin",
            Self::Closing => "closing",
            Self::NotProved => "not-proved",
            Self::Other => "other",
        }
    }

    /// The reason with this word.
    pub fn from_code(code: &str) -> Self {
        let refused = Refusal::from_code(code).map(Self::Refused);
        let own = || Self::OWN.into_iter().find(|reason| reason.code() == code);
        refused.or_else(own).unwrap_or(Self::Other)
    }

    /// What it means for a command, in the terms of the table.
    pub const fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::UnknownMessage | Self::KeyUsed => Refusal::NotUnderstood,
            Self::HelloFirst
            | Self::AlreadyGreeted
            | Self::Protocol
            | Self::NoSuchTable
            | Self::Origin
            | Self::Closing
            | Self::NotProved
            | Self::Other => Refusal::Unavailable,
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|code| Self::from_code(&code))
    }
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refused(refusal) => return refusal.fmt(f),
            Self::UnknownMessage => "there is no such message: see docs/protocol.md",
            Self::HelloFirst => "say hello first",
            Self::AlreadyGreeted => "this connection has said hello already",
            Self::KeyUsed => "the id of this command was used for another one",
            Self::Protocol => {
                "this version of the protocol is not supported any more: load the page again"
            }
            Self::NoSuchTable => "there is no such table, or it has expired",
            Self::Origin => "requests are taken from this site's own page only",
            Self::Closing => "the server is about to restart: come back in a moment",
            Self::NotProved => {
                "this could not be proved within the time: ask for more, or have it analyzed"
            }
            Self::Other => "the server said no",
        })
    }
}
