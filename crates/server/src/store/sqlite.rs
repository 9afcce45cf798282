use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlor_rules::Player;
use parlor_table::TableId;
use sqlx::error::ErrorKind;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use tokio::sync::Mutex;

use super::clock::StoreClock;
use super::file::{self, Claim, NotClaimed};
use super::{
    Abandoned, Append, Beginning, LogKey, NotAppended, SeatChange, Store, StoreError, Stored,
};
use crate::secrets::TokenHash;

/// Logs in one file of `SQLite`'s.
pub(crate) struct Sqlite {
    writer: Mutex<Writer>,
    readers: SqlitePool,
    last_key: AtomicI64,
    clock: StoreClock,
}

/// The only connection that writes.
///
/// One on which something failed is not used again. When a disk is full, `SQLite` rolls a
/// transaction back by itself; the library never learns of it and begins no other one.
struct Writer {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    /// Kept until the store is closed.
    claim: Option<Claim>,
}

/// The schema that this program reads and writes.
const SCHEMA_VERSION: i64 = 2;

/// How long to wait for another program that uses the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many events one statement appends at most. There is a prepared statement for each power of two
/// up to it.
const ROWS: usize = 512;

/// The size of a page in a new database. Every commit writes the last page of events again, and those
/// where the games' ends are noted: whatever else is on them is written for nothing.
const PAGE_BYTES: u32 = 1024;

impl Sqlite {
    /// Opens the file, or makes it. A server that is just stopping may still have its hands on it:
    /// that is waited for, but not for long.
    pub(crate) async fn open(path: &Path) -> Result<Self, StoreError> {
        let give_up = Instant::now() + PATIENCE;
        loop {
            match Self::try_open(path).await {
                Err(NotOpened::InUse(_)) if Instant::now() < give_up => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Err(NotOpened::InUse(why) | NotOpened::Failed(why)) => return Err(why),
                Ok(opened) => return Ok(opened),
            }
        }
    }

    async fn try_open(path: &Path) -> Result<Self, NotOpened> {
        let claim = Claim::on(path)?;
        file::keep_private(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .page_size(PAGE_BYTES)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let readers = options.clone().read_only(true);
        let mut connection = options.connect().await?;
        prepare(&mut connection).await?;
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(key) FROM logs").fetch_one(&mut connection).await?;
        let newest: Option<i64> = sqlx::query_scalar(NEWEST).fetch_one(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(2).connect_with(readers).await?;
        Ok(Self {
            writer: Mutex::new(Writer {
                options,
                connection: Some(connection),
                claim: Some(claim),
            }),
            readers,
            last_key: AtomicI64::new(last.unwrap_or(0)),
            clock: StoreClock::go_on(newest, SystemTime::now()),
        })
    }
}

/// When something was appended last, to whichever log.
const NEWEST: &str = "SELECT max(at) FROM ends, events WHERE number = last";

/// Why a database is not open.
enum NotOpened {
    /// Another program uses it, which may be about to stop.
    InUse(StoreError),
    Failed(StoreError),
}

impl From<NotClaimed> for NotOpened {
    fn from(not_claimed: NotClaimed) -> Self {
        match not_claimed {
            NotClaimed::Taken => Self::InUse(StoreError::new(
                "another server uses it: stop that one first, or choose another file with --database",
            )),
            NotClaimed::Failed(error) => error.into(),
        }
    }
}

impl From<std::io::Error> for NotOpened {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(StoreError::new(error.to_string()))
    }
}

impl From<sqlx::Error> for NotOpened {
    fn from(error: sqlx::Error) -> Self {
        let in_use = is_in_use(&error);
        if in_use { Self::InUse(error.into()) } else { Self::Failed(error.into()) }
    }
}

impl Writer {
    /// The connection, which is a new one if something failed on the last.
    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        if self.claim.is_none() {
            return Err(sqlx::Error::PoolClosed);
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Writes a batch, all or nothing.
    async fn insert(&mut self, batch: &[Append], at: i64) -> Result<(), sqlx::Error> {
        let inserted = insert(self.connection().await?, batch, at).await;
        self.judge(inserted)
    }

    /// Lets go of the connection if what was done on it failed, unless that was a conflict, which
    /// says nothing about the connection.
    fn judge(&mut self, done: Result<(), sqlx::Error>) -> Result<(), sqlx::Error> {
        if done.as_ref().is_err_and(|error| !is_conflict(error)) {
            self.connection = None;
        }
        done
    }
}

/// Makes the tables of a new file, and refuses those of another program or a newer version.
async fn prepare(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let version: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    match version {
        SCHEMA_VERSION => {}
        0 => execute_all(connection, &[include_str!("schema.sql"), EVENTS]).await?,
        1 => execute_all(connection, &[SET_ASIDE_VERSION_1, EVENTS, CARRY_OVER_VERSION_1]).await?,
        _ => {
            let problem = format!("it is of version {version}, not of version {SCHEMA_VERSION}");
            return Err(sqlx::Error::Configuration(problem.into()));
        }
    }
    sqlx::raw_sql(SEATS_BY_HASH).execute(connection).await.map(drop)
}

/// The seats that a key opens are looked for by its hash. Files from before this was needed get it
/// when they are opened.
const SEATS_BY_HASH: &str = "CREATE INDEX IF NOT EXISTS seats_by_hash ON seats (hash)";

/// The events and what keeps them in order.
const EVENTS: &str = include_str!("events.sql");

/// Version 1 had the events sorted by log.
const SET_ASIDE_VERSION_1: &str = "ALTER TABLE events RENAME TO sorted_events";
const CARRY_OVER_VERSION_1: &str = "
    INSERT INTO ends (log, events, last, played) SELECT key, 0, 0, 0 FROM logs;
    INSERT INTO next_events SELECT log, version, at, line FROM sorted_events
        WHERE log IN (SELECT key FROM logs) ORDER BY log, version;
    DROP TABLE sorted_events;";

async fn execute_all(
    connection: &mut SqliteConnection,
    statements: &[&'static str],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for statement in statements {
        sqlx::raw_sql(*statement).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

/// Whether opening failed because another program was opening or closing the file.
fn is_in_use(error: &sqlx::Error) -> bool {
    const BUSY: u32 = 5;
    const CANNOT_OPEN: u32 = 14;
    let sqlx::Error::Database(error) = error else { return false };
    let code = error.code().and_then(|code| code.parse::<u32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, BUSY | CANNOT_OPEN))
}

impl Store for Sqlite {
    fn new_key(&self) -> LogKey {
        LogKey(self.last_key.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), NotAppended>>> {
        async move {
            let mut writer = self.writer.lock().await;
            let at = self.clock.now();
            let together = writer.insert(batch, at).await;
            if together.is_ok() || batch.len() == 1 {
                return batch.iter().map(|_| outcome(&together)).collect();
            }
            // One of them is to blame: other logs shall not suffer for it. The same log must, or it
            // would have a gap.
            let mut outcomes = Vec::with_capacity(batch.len());
            let mut failed = HashSet::new();
            for append in batch {
                let outcome = if failed.contains(&append.log) {
                    Err(NotAppended::TooLate)
                } else {
                    outcome(&writer.insert(std::slice::from_ref(append), at).await)
                };
                if outcome.is_err() {
                    failed.insert(append.log);
                }
                outcomes.push(outcome);
            }
            outcomes
        }
        .boxed()
    }

    fn read<'a>(
        &'a self,
        table: &'a TableId,
        from: u32,
    ) -> BoxFuture<'a, Result<Option<Stored>, StoreError>> {
        async move {
            // One transaction, so that the parts belong together.
            let mut reader = self.readers.begin().await?;
            let log = sqlx::query("SELECT key, secret, anyone FROM logs WHERE id = ?")
                .bind(table.as_str())
                .fetch_optional(&mut *reader)
                .await?;
            let Some(log) = log else { return Ok(None) };
            let key: i64 = log.try_get(0)?;
            let secret: Vec<u8> = log.try_get(1)?;
            let mut keys = [None; 2];
            let seats = sqlx::query("SELECT home, hash FROM seats WHERE log = ?")
                .bind(key)
                .fetch_all(&mut *reader)
                .await?;
            for seat in seats {
                let home: u32 = seat.try_get(0)?;
                let hash: Vec<u8> = seat.try_get(1)?;
                if let (Some(place), Ok(hash)) = (keys.get_mut(home as usize), hash.try_into()) {
                    *place = Some(TokenHash(hash));
                }
            }
            let events = sqlx::query(
                "WITH RECURSIVE back (version, line, before) AS (
                     SELECT version, line, before FROM events
                     WHERE number = (SELECT last FROM ends WHERE log = ?1)
                     UNION ALL
                     SELECT events.version, events.line, events.before FROM back, events
                     WHERE number = back.before AND back.version > ?2
                 )
                 SELECT version, line FROM back WHERE version >= ?2 ORDER BY version",
            )
            .bind(key)
            .bind(from)
            .fetch_all(&mut *reader)
            .await?;
            let mut lines = Vec::with_capacity(events.len());
            for (expected, event) in (from..).zip(events) {
                if event.try_get::<u32, _>(0)? != expected {
                    return Err(StoreError::new(format!("log {key} has no event {expected}")));
                }
                lines.push(event.try_get(1)?);
            }
            let damaged = |_| StoreError::new(format!("log {key} is damaged"));
            let beginning = Beginning {
                table: table.clone(),
                secret: secret.try_into().map_err(damaged)?,
                anyone: log.try_get(2)?,
                keys,
            };
            Ok(Some(Stored { key: LogKey(key), beginning, lines }))
        }
        .boxed()
    }

    fn seat_elsewhere<'a>(
        &'a self,
        key: &'a TokenHash,
        log: Option<LogKey>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            let id: Option<String> = sqlx::query_scalar(
                "SELECT id FROM seats JOIN logs ON key = log WHERE hash = ? AND log IS NOT ? LIMIT 1",
            )
            .bind(key.0.to_vec())
            .bind(log.map(|LogKey(key)| key))
            .fetch_optional(&self.readers)
            .await?;
            id.map(|id| id.parse().map_err(|_| StoreError::new("a damaged name"))).transpose()
        }
        .boxed()
    }

    fn abandoned(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<Abandoned>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT key, id, ends.events FROM logs, ends, events
                 WHERE ends.log = key AND number = last AND (at < ?1 OR at < ?2 AND NOT played)",
            )
            .bind(self.clock.before(played))
            .bind(self.clock.before(unplayed))
            .fetch_all(&self.readers)
            .await?;
            rows.into_iter()
                .map(|row| {
                    let table: String = row.try_get(1)?;
                    let table = table.parse().map_err(|_| StoreError::new("a damaged name"))?;
                    Ok(Abandoned { log: LogKey(row.try_get(0)?), table, events: row.try_get(2)? })
                })
                .collect()
        }
        .boxed()
    }

    fn forget<'a>(&'a self, logs: &'a [LogKey]) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            let mut writer = self.writer.lock().await;
            let deleted = delete(writer.connection().await?, logs).await;
            Ok(writer.judge(deleted)?)
        }
        .boxed()
    }

    fn try_out(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            let mut writer = self.writer.lock().await;
            // What is there already is written once more, and that is a commit like any other.
            let statement = format!("PRAGMA user_version = {SCHEMA_VERSION}");
            let statement = sqlx::raw_sql(AssertSqlSafe(statement));
            let written = statement.execute(writer.connection().await?).await.map(drop);
            Ok(writer.judge(written)?)
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.readers.close().await;
            let mut writer = self.writer.lock().await;
            if let Some(connection) = writer.connection.take()
                && let Err(error) = connection.close().await
            {
                tracing::warn!(%error, "the database was not closed in order");
            }
            writer.claim = None;
        }
        .boxed()
    }
}

fn outcome(result: &Result<(), sqlx::Error>) -> Result<(), NotAppended> {
    match result {
        Ok(()) => Ok(()),
        Err(error) if is_conflict(error) => Err(NotAppended::TooLate),
        Err(error) => Err(NotAppended::Failed(StoreError::new(error.to_string()))),
    }
}

/// Whether something is not stored because something else is in its place.
fn is_conflict(error: &sqlx::Error) -> bool {
    /// How the trigger of `events.sql` refuses what is not the next event.
    const NOT_THE_NEXT: &str = "it is not the next event of its log";
    let sqlx::Error::Database(error) = error else { return false };
    error.kind() == ErrorKind::UniqueViolation || error.message() == NOT_THE_NEXT
}

/// Forgets logs, all or none.
async fn delete(writer: &mut SqliteConnection, logs: &[LogKey]) -> Result<(), sqlx::Error> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    for &LogKey(key) in logs {
        for statement in [
            "DELETE FROM events WHERE number IN (
                 WITH RECURSIVE back (place) AS (
                     SELECT last FROM ends WHERE log = ?
                     UNION ALL
                     SELECT before FROM back, events WHERE number = place
                 )
                 SELECT place FROM back
             )",
            "DELETE FROM ends WHERE log = ?",
            "DELETE FROM seats WHERE log = ?",
            "DELETE FROM logs WHERE key = ?",
        ] {
            sqlx::query(statement).bind(key).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await
}

/// Writes a batch, all or nothing.
async fn insert(
    writer: &mut SqliteConnection,
    batch: &[Append],
    at: i64,
) -> Result<(), sqlx::Error> {
    let events: Vec<Event<'_>> = batch.iter().flat_map(Event::all_of).collect();
    let plain = batch.iter().all(|append| append.begins.is_none() && append.seat.is_none());
    if plain && events.len() <= ROWS {
        // One statement is a transaction by itself.
        return insert_events(writer, &events, at).await;
    }
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    for append in batch {
        if let Some(beginning) = &append.begins {
            insert_log(&mut transaction, append.log, beginning).await?;
        }
        if let Some(change) = append.seat {
            change_seat(&mut transaction, append.log, change).await?;
        }
    }
    for events in events.chunks(ROWS) {
        insert_events(&mut transaction, events, at).await?;
    }
    transaction.commit().await
}

/// A row of the table of events.
struct Event<'a> {
    log: LogKey,
    version: u32,
    line: &'a str,
}

impl<'a> Event<'a> {
    fn all_of(append: &'a Append) -> impl Iterator<Item = Self> {
        let versions = append.version..;
        let event = |(version, line)| Self { log: append.log, version, line };
        versions.zip(append.lines.iter()).map(event)
    }
}

/// Appends events by one statement. It may have more rows than there are events: what is not bound is
/// null, and a row without a log is passed over.
async fn insert_events(
    writer: &mut SqliteConnection,
    events: &[Event<'_>],
    at: i64,
) -> Result<(), sqlx::Error> {
    let rows = ", (?, ?, ?, ?)".repeat(events.len().next_power_of_two());
    let statement = format!("INSERT INTO next_events VALUES {}", &rows[2..]);
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for event in events {
        let line = Arc::<str>::from(event.line);
        query = query.bind(event.log.0).bind(event.version).bind(at).bind(line);
    }
    query.execute(writer).await.map(drop)
}

async fn insert_log(
    writer: &mut SqliteConnection,
    log: LogKey,
    beginning: &Beginning,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO logs (key, id, secret, anyone) VALUES (?, ?, ?, ?)")
        .bind(log.0)
        .bind(beginning.table.as_str().to_owned())
        .bind(beginning.secret.to_vec())
        .bind(beginning.anyone)
        .execute(&mut *writer)
        .await?;
    sqlx::query("INSERT INTO ends (log, events, last, played) VALUES (?, 0, 0, 0)")
        .bind(log.0)
        .execute(&mut *writer)
        .await?;
    for (home, hash) in Player::BOTH.into_iter().zip(beginning.keys) {
        if hash.is_some() {
            change_seat(writer, log, SeatChange { home, hash }).await?;
        }
    }
    Ok(())
}

async fn change_seat(
    writer: &mut SqliteConnection,
    log: LogKey,
    SeatChange { home, hash }: SeatChange,
) -> Result<(), sqlx::Error> {
    let statement = match hash {
        Some(_) => "INSERT OR REPLACE INTO seats (log, home, hash) VALUES (?, ?, ?)",
        None => "DELETE FROM seats WHERE log = ? AND home = ?",
    };
    let mut query = sqlx::query(statement).bind(log.0).bind(home.index() as u32);
    if let Some(hash) = hash {
        query = query.bind(hash.0.to_vec());
    }
    query.execute(writer).await.map(drop)
}

#[cfg(test)]
mod tests;
