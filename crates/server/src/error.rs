use std::fmt::{self, Display};
use std::time::Duration;

use axum::http::StatusCode;
use parlor_protocol::event_log::LogError;
use parlor_protocol::message::{Misread, Problem, Reason};
use parlor_table::Refusal;
use tracing::Level;

use crate::rate_limit::RetryAfter;
use crate::store::{LogId, StoreError};

/// Why something that was asked for is not done.
///
/// A client is told the [`Reason`] and nothing else. What went wrong inside the server goes to the
/// log, which in turn says nothing about tokens or the ids of tables.
#[derive(Debug)]
pub(crate) enum Error {
    // What the client did.
    Misread(Misread),
    /// A request in version 1 of the protocol, which is answered by this text.
    Version1(&'static str),
    /// A request whose address makes no sense, and why.
    Query(String),
    /// The body of a request could not be read, or is no text.
    BodyUnreadable,
    BodyTooLong,
    /// Something else was said before hello.
    HelloFirst,
    /// The idempotency key was used for another command.
    KeyUsed,
    /// Hello was said twice.
    AlreadyGreeted,
    /// The request comes from another site's page.
    ForeignOrigin,
    /// The server was reached by a name that is not its own.
    ForeignHost,
    NoSuchTable,
    /// The rules of the table do not allow it.
    Refused(Refusal),
    /// A new table was to begin as no table can.
    ImpossibleOpening,
    /// A game with too many moves was to be continued.
    OpeningTooLong,
    /// A request with a query that is too long, or about a game that is.
    QueryTooLong,
    /// What was to be proved could not be within the effort that was asked for.
    NotProved,

    // Limits.
    /// Too many requests, or too many open connections.
    RateLimited(RetryAfter),
    TooManyMessages,
    TooManyReactions,
    /// Too much was done beside the game since it last went on.
    TooManyAsides,
    TableCrowded,
    LogFull,
    /// The disk or the database is nearly full.
    StorageFull,
    /// More waits to be committed than the store can commit in some seconds.
    Overloaded,

    // The state of the server.
    ShuttingDown,
    /// A game that another node, of an earlier version, could not read. It will be replaced soon.
    NotYetKnown,
    /// The table lost events that could not be stored, and is about to be read again.
    TableBroken,
    /// Events could not be stored. The task that commits has logged why.
    NotStored,
    Store(StoreError),
    /// A log that cannot have happened.
    DamagedLog {
        log: LogId,
        error: LogError,
    },
    /// The table refused an event that it had decided on itself.
    DecisionNotApplied {
        log: LogId,
        refusal: Refusal,
    },
    /// The engine ended without an answer.
    EngineFailed,
    /// There is no address that the request came from.
    UnknownAddress,
}

impl Error {
    /// What the client is told.
    pub(crate) fn reason(&self) -> Reason {
        self.handling().0
    }

    /// What the client is told, in words.
    pub(crate) fn problem(&self) -> Problem {
        // Which field made no sense helps to mend a client.
        let message = match self {
            Self::Misread(misread @ (Misread::NotAMessage(_) | Misread::Data(_))) => {
                misread.to_string()
            }
            Self::Query(wrong) => wrong.clone(),
            Self::BodyTooLong | Self::OpeningTooLong | Self::QueryTooLong => {
                "this is too long".to_owned()
            }
            Self::ForeignHost => {
                "this server does not go by this name: it does if it is started with --host NAME"
                    .to_owned()
            }
            _ => return self.reason().into(),
        };
        Problem { reason: self.reason(), message }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.handling().1
    }

    /// Whether it follows from what has happened at a table. Then it is only true once that is stored.
    pub(crate) fn follows_from_table(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::KeyUsed | Self::TooManyAsides | Self::LogFull)
    }

    /// When to try again, if that is known.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        if let Self::RateLimited(RetryAfter(wait)) = self { Some(*wait) } else { None }
    }

    /// Writes it to the server's log, as loudly as it deserves.
    pub(crate) fn log(&self) {
        let level = self.handling().2;
        if level == Level::ERROR {
            tracing::error!("{self}");
        } else {
            tracing::debug!("refused: {self}");
        }
    }

    /// What the client is told, the status of a response that says so, and how loudly it is logged.
    fn handling(&self) -> (Reason, StatusCode, Level) {
        match self {
            Self::Misread(Misread::Unknown) => {
                (Reason::UnknownMessage, StatusCode::BAD_REQUEST, Level::DEBUG)
            }
            Self::Misread(Misread::NotAMessage(_) | Misread::Data(_))
            | Self::Query(_)
            | Self::BodyUnreadable
            | Self::ImpossibleOpening => {
                (Refusal::NotUnderstood.into(), StatusCode::BAD_REQUEST, Level::DEBUG)
            }
            Self::KeyUsed => (Reason::KeyUsed, StatusCode::CONFLICT, Level::DEBUG),
            Self::HelloFirst => (Reason::HelloFirst, StatusCode::BAD_REQUEST, Level::DEBUG),
            Self::AlreadyGreeted => (Reason::AlreadyGreeted, StatusCode::BAD_REQUEST, Level::DEBUG),
            Self::Misread(Misread::OtherProtocol) | Self::Version1(_) => {
                (Reason::Protocol, StatusCode::BAD_REQUEST, Level::DEBUG)
            }
            Self::ForeignOrigin => (Reason::Origin, StatusCode::FORBIDDEN, Level::DEBUG),
            Self::ForeignHost => (Reason::Origin, StatusCode::MISDIRECTED_REQUEST, Level::DEBUG),
            Self::NoSuchTable => (Reason::NoSuchTable, StatusCode::NOT_FOUND, Level::DEBUG),
            Self::Refused(refusal) => {
                (Reason::Refused(*refusal), StatusCode::CONFLICT, Level::DEBUG)
            }
            Self::NotProved => (Reason::NotProved, StatusCode::UNPROCESSABLE_ENTITY, Level::DEBUG),
            Self::BodyTooLong | Self::OpeningTooLong | Self::QueryTooLong | Self::LogFull => {
                (Refusal::LogFull.into(), StatusCode::PAYLOAD_TOO_LARGE, Level::DEBUG)
            }
            Self::RateLimited(_)
            | Self::TooManyMessages
            | Self::TooManyReactions
            | Self::TooManyAsides
            | Self::TableCrowded
            | Self::Overloaded => {
                (Refusal::RateLimited.into(), StatusCode::TOO_MANY_REQUESTS, Level::DEBUG)
            }
            Self::StorageFull => {
                (Refusal::StorageFull.into(), StatusCode::INSUFFICIENT_STORAGE, Level::DEBUG)
            }
            Self::ShuttingDown => (Reason::Closing, StatusCode::SERVICE_UNAVAILABLE, Level::DEBUG),
            Self::TableBroken | Self::NotStored | Self::NotYetKnown => {
                (Refusal::Unavailable.into(), StatusCode::SERVICE_UNAVAILABLE, Level::DEBUG)
            }
            Self::Store(_)
            | Self::DamagedLog { .. }
            | Self::DecisionNotApplied { .. }
            | Self::EngineFailed
            | Self::UnknownAddress => {
                (Refusal::Unavailable.into(), StatusCode::SERVICE_UNAVAILABLE, Level::ERROR)
            }
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "the store could not be read: {error}"),
            Self::DamagedLog { log: LogId(log), error } => {
                write!(f, "log {log} cannot have happened: {error}")
            }
            Self::DecisionNotApplied { log: LogId(log), refusal } => {
                write!(f, "the table of log {log} refused what it had decided: {refusal}")
            }
            Self::EngineFailed => f.write_str("the engine ended without an answer"),
            Self::UnknownAddress => f.write_str("a request that came from no address"),
            // What the client is told says enough.
            told => told.reason().fmt(f),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<RetryAfter> for Error {
    fn from(retry_after: RetryAfter) -> Self {
        Self::RateLimited(retry_after)
    }
}

impl From<Misread> for Error {
    fn from(misread: Misread) -> Self {
        Self::Misread(misread)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
