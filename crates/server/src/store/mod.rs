//! Where logs are kept for good.
//!
//! - A log is append-only. An event is appended only as the next version of its log: of two writers
//!   who append the same version, one gets a [`AppendError::Conflict`] (optimistic concurrency
//!   control).
//! - What [`Store::append`] reports as done is durable: it survives a crash of the process and of
//!   the machine.
//! - Events are stored as the JSON that is sent, and with a hash chain over the log.
//! - A seat's token is stored with the event that gives the seat away, in one transaction, and only
//!   as a hash.
//! - How old a log is, is measured by the store's own clock (`clock.rs`), which a wrong system
//!   clock cannot move by years.

mod chain;
mod clock;
mod damage;
mod encoded_events;
mod health;
mod inventory;
#[cfg(test)]
mod laws;
mod log_rows;
#[cfg(test)]
pub(crate) mod memory;
mod nodes;
mod postgres;
mod restore;
mod room;
mod single_node;
mod sqlite;
mod vocabulary;

use std::fmt::{self, Display};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending, ready};
use parlor_protocol::TableId;
use parlor_table::SeatId;
use sha2::{Digest, Sha256};

use crate::tokens::TokenHash;

pub(crate) use chain::ChainHash;
pub(crate) use damage::Trouble;
pub(crate) use encoded_events::{EncodedEvent, EncodedEvents};
pub(crate) use health::StoreHealth;
pub use inventory::DamagedTable;
pub(crate) use nodes::{
    Attendance, CLAIM_TIME, Content, News, NodeId, NodeMessage, Nodes, TableLimit, Ticket, Waiter,
};
pub(crate) use postgres::Postgres;
pub use postgres::restore::begin_epoch;
pub use restore::{DamagedTables, ExistingDatabase, RestoreError, Restored};
pub(crate) use room::Room;
pub(crate) use single_node::SingleNode;
pub(crate) use sqlite::Sqlite;
pub use sqlite::backup::backup;
pub use sqlite::restore::restore;
pub(crate) use vocabulary::Vocabulary;

/// Keeps the logs of all tables.
pub(crate) trait Store: Send + Sync + 'static {
    /// An id for a new log that no other log has, nor had since the store was opened.
    fn new_log_id(&self) -> LogId;

    /// Appends to many logs in one commit, and returns when that is durable. The results are in the
    /// order of the batch. If one append fails, those to other logs do not fail with it; later ones
    /// to the same log do.
    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), AppendError>>>;

    /// The logs of tables, each from a version on. A log that is damaged is no reason not to read the
    /// others.
    fn read<'a>(
        &'a self,
        tables: &'a [(TableId, u32)],
    ) -> BoxFuture<'a, Result<Vec<ReadLog>, StoreError>>;

    /// A table's log from a version on; `None` if there is no such table.
    fn read_one<'a>(
        &'a self,
        table: &'a TableId,
        from: u32,
    ) -> BoxFuture<'a, Result<Option<StoredLog>, StoreError>> {
        async move { self.read(&[(table.clone(), from)]).await?.pop().unwrap_or(Ok(None)) }.boxed()
    }

    /// A table where this token opens a seat, other than the one of this log.
    fn find_seat<'a>(
        &'a self,
        token: &'a TokenHash,
        other_than: Option<LogId>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>>;

    /// The logs that nothing was appended to for so long. Tables where no move was ever played have
    /// a time of their own.
    fn expired(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<ExpiredLog>, StoreError>>;

    /// Deletes logs in one commit, except those that another node has used within this time. Appends
    /// may wait meanwhile, so callers delete in small batches.
    fn delete<'a>(
        &'a self,
        logs: &'a [LogId],
        unused_for: Duration,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Gives some of the room back that deleted logs have left, and says whether there is more. Appends
    /// may wait meanwhile, so it is little at a time.
    fn shrink(&self) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(Ok(false)).boxed()
    }

    /// Commits something that changes nothing, to find out whether commits succeed.
    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Looks whether the database is whole, which may take long. What is found is told as trouble.
    fn check(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        ready(Ok(())).boxed()
    }

    /// How much room there is.
    fn room(&self) -> BoxFuture<'_, Result<Room, StoreError>>;

    /// What is wrong with the database, for those who run the server.
    fn trouble(&self) -> Option<Trouble>;

    /// The most that may be stored: every program that uses the store, or may begin to, knows it.
    fn vocabulary(&self) -> Vocabulary;

    /// Completes if a task has ended that the store cannot do without.
    fn task_ended(&self) -> BoxFuture<'_, ()> {
        pending().boxed()
    }

    /// Finishes what is in progress and releases the database.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// What was read of a log; `None` if there is no such table.
pub(crate) type ReadLog = Result<Option<StoredLog>, StoreError>;

/// What a store calls a log. A table has one log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LogId(pub(crate) i64);

/// Events to be appended to one log, all or none.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) log: LogId,
    /// What is stored beside the events, if these are the first of a new log.
    pub(crate) header: Option<Box<LogHeader>>,
    /// The version of the first event: the log must have exactly so many events before.
    pub(crate) version: u32,
    pub(crate) events: EncodedEvents,
    /// Who uses the idempotency key that the first of the events carries, if it carries one.
    pub(crate) key_use: Option<KeyUse>,
    /// A seat that changes hands with these events.
    pub(crate) seat: Option<SeatChange>,
}

/// Who used an idempotency key, and for which command: the beginnings of the hash of their seat's token
/// and of that of the command, in one number. The next holder of the seat is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyUse(pub(crate) i64);

impl KeyUse {
    /// The command is the text of its message, without the key.
    pub(crate) fn new(holder: KeyHolder, command: &str) -> Self {
        let hash: [u8; 32] = Sha256::digest(command).into();
        let command = beginning(&hash);
        Self((u64::from(holder.0) << 32 | u64::from(command)).cast_signed())
    }

    pub(crate) fn holder(self) -> KeyHolder {
        KeyHolder((self.0.cast_unsigned() >> 32) as u32)
    }
}

/// Who uses idempotency keys: the holder of a seat's token, by the beginning of its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeyHolder(u32);

impl From<TokenHash> for KeyHolder {
    fn from(TokenHash(hash): TokenHash) -> Self {
        Self(beginning(&hash))
    }
}

fn beginning(hash: &[u8; 32]) -> u32 {
    u32::from_be_bytes(*hash.first_chunk().expect("a hash is longer than that"))
}

/// What belongs to a log besides its events.
#[derive(Clone, Debug)]
pub(crate) struct LogHeader {
    pub(crate) table: TableId,
    /// What the computer's nonces in a fair toss are derived from.
    pub(crate) secret: [u8; 16],
    /// Whether the first player waits to be paired with any other, rather than for a friend.
    pub(crate) seeks_opponent: bool,
    /// The token of each seat.
    pub(crate) tokens: [Option<TokenHash>; 2],
    /// Which history of the log it is: it goes up when the log is restored from a copy, after which
    /// other events may follow than those that clients were told.
    pub(crate) epoch: u32,
}

impl LogHeader {
    /// The epoch of a new log.
    pub(crate) const FIRST_EPOCH: u32 = 1;
}

/// A seat that changes hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatChange {
    pub(crate) seat: SeatId,
    /// The token that opens it from now on; `None` when the seat is free.
    pub(crate) token: Option<TokenHash>,
}

/// A log as it was stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredLog {
    pub(crate) id: LogId,
    pub(crate) header: LogHeader,
    /// One event each, as JSON, from the version on that was asked for.
    pub(crate) events: Vec<String>,
    /// The versions of those events that carry an idempotency key, and who used it.
    pub(crate) key_uses: Vec<(u32, KeyUse)>,
    /// How many events the whole log has.
    pub(crate) version: u32,
    /// The hash of the whole log, if any of its events were asked for.
    pub(crate) hash: Option<ChainHash>,
    /// How long ago something was last appended, not counting times at which no server was up. A store
    /// that does not know says that it was just now.
    pub(crate) age: Duration,
}

/// A log that nothing has been appended to for long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExpiredLog {
    pub(crate) id: LogId,
    pub(crate) table: TableId,
    /// How many events it has.
    pub(crate) events: u32,
}

/// Why events are not in the log.
#[derive(Clone, Debug)]
pub(crate) enum AppendError {
    /// The log has other events at this version.
    Conflict,
    /// The store failed.
    Failed(StoreError),
}

impl Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict => f.write_str("the log has other events at this version"),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

/// What went wrong inside a store: for the server's log, never for a client.
#[derive(Clone, Debug)]
pub struct StoreError {
    what: String,
    /// Whether something in the database is not as it was stored.
    is_damage: bool,
}

impl StoreError {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), is_damage: false }
    }

    /// Something in the database is not as it was stored.
    pub(crate) fn damage(what: impl Into<String>) -> Self {
        Self { what: what.into(), is_damage: true }
    }
}

impl Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&sqlx::Error> for StoreError {
    fn from(error: &sqlx::Error) -> Self {
        Self { is_damage: damage::is_reported_by(error), what: error.to_string() }
    }
}
