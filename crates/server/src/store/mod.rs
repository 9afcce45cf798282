//! Where logs are kept for good.

mod clock;
pub(crate) mod health;
#[cfg(test)]
mod scripted;
mod sqlite;

use std::fmt::{self, Display};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use parlor_protocol::TableId;
use parlor_rules::Player;

use crate::tokens::TokenHash;

#[cfg(test)]
pub(crate) use scripted::Scripted;
pub(crate) use sqlite::Sqlite;
pub use sqlite::backup::backup;

/// Keeps the logs of all tables.
///
/// A log only grows, and an event is appended only where it belongs: of two writers who append the
/// same version to the same log, one is told that it came too late.
pub(crate) trait Store: Send + Sync + 'static {
    /// A number for a new log that no other has, and none had since the store was opened.
    fn new_key(&self) -> LogKey;

    /// Appends to many logs at once. When this is done, what could be appended is kept whatever
    /// happens to the machine. The answers are in the order of the batch.
    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), NotAppended>>>;

    /// A log from a version on, and what belongs to it; `None` if there is no such log.
    fn read<'a>(
        &'a self,
        table: &'a TableId,
        from: u32,
    ) -> BoxFuture<'a, Result<Option<Stored>, StoreError>>;

    /// A table where somebody with this key has a seat, other than that of this log.
    fn seat_elsewhere<'a>(
        &'a self,
        key: &'a TokenHash,
        log: Option<LogKey>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>>;

    /// The logs that nothing was appended to for so long; it is another time for tables where nobody
    /// ever played. It is measured by what the store knows, whatever the machine's clock says.
    fn abandoned(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<Abandoned>, StoreError>>;

    /// Forgets logs for good, all or none. Nothing is appended meanwhile: better few at a time.
    fn forget<'a>(&'a self, logs: &'a [LogKey]) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Finds out whether something could be appended now.
    fn try_out(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Finishes what is under way and lets go of everything.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// What a store calls a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LogKey(pub(crate) i64);

/// Events to be appended to one log, all or none.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) log: LogKey,
    /// What belongs to a log, if these events begin it.
    pub(crate) begins: Option<Box<Beginning>>,
    /// The number of the first event: the log must have exactly so many before.
    pub(crate) version: u32,
    pub(crate) lines: Lines,
    /// A seat that changes hands with these events.
    pub(crate) seat: Option<SeatChange>,
}

/// What belongs to a log besides its events.
#[derive(Clone, Debug)]
pub(crate) struct Beginning {
    pub(crate) table: TableId,
    /// What the computer's part in a fair toss is made from.
    pub(crate) secret: [u8; 16],
    /// Whether the table waits for anyone rather than for a friend.
    pub(crate) anyone: bool,
    /// Who holds which seat, by the side they had when the table was opened.
    pub(crate) keys: [Option<TokenHash>; 2],
}

/// A seat that changes hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatChange {
    /// The side that the seat had when the table was opened.
    pub(crate) home: Player,
    /// Who has it now, if anybody.
    pub(crate) hash: Option<TokenHash>,
}

/// A log as it was kept.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) key: LogKey,
    pub(crate) beginning: Beginning,
    pub(crate) lines: Vec<String>,
}

/// A log that nothing has been appended to for long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Abandoned {
    pub(crate) log: LogKey,
    pub(crate) table: TableId,
    /// How many events it has.
    pub(crate) events: u32,
}

/// The lines of events inside the message that tells people about them, so that the text is made
/// once for everybody.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    message: Utf8Bytes,
    /// Where the first line begins.
    start: usize,
}

impl Lines {
    /// The lines after the first one of a message.
    pub(crate) fn of_message(message: String) -> Self {
        let start = message.find('\n').map_or(message.len(), |end| end + 1);
        Self { message: message.into(), start }
    }

    pub(crate) fn message(&self) -> &Utf8Bytes {
        &self.message
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.message[self.start..].lines()
    }

    pub(crate) fn count(&self) -> u32 {
        self.iter().count() as u32
    }
}

/// Whether a line tells of an event of this kind: its word is the first part that is no note.
pub(crate) fn is_event(line: &str, word: &str) -> bool {
    let after_notes = line.split('\t').find(|part| !part.contains('='));
    after_notes == Some(word)
}

/// Why events are not in the log.
#[derive(Debug)]
pub(crate) enum NotAppended {
    /// Others have been appended first.
    TooLate,
    /// The store failed.
    Failed(StoreError),
}

impl Display for NotAppended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLate => f.write_str("others have been appended first"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

/// What went wrong inside a store: for the log of the server, never for a client.
#[derive(Clone, Debug)]
pub struct StoreError(String);

impl StoreError {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

impl Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self(error.to_string())
    }
}
