use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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

use super::{Append, Beginning, LogKey, NotAppended, SeatChange, Store, StoreError, Stored};
use crate::secrets::TokenHash;

/// Logs in one file of `SQLite`'s.
pub(crate) struct Sqlite {
    /// The only connection that writes.
    writer: Mutex<Option<SqliteConnection>>,
    readers: SqlitePool,
    last_key: AtomicI64,
}

/// The schema that this program reads and writes.
const SCHEMA_VERSION: i64 = 1;

/// How long to wait for another program that uses the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many events one statement inserts at most. There is a prepared statement for each number.
const ROWS: usize = 64;

/// The size of a page in a new database. An event is some forty bytes, and each of a thousand games
/// has its own place: whatever else is on a page is written for nothing.
const PAGE_BYTES: u32 = 1024;

/// After so many pages the write-ahead log is carried over into the database: 16 MiB. A game
/// touches the same page again with its next move, so a longer log carries many moves over at once;
/// but it is also what has to be read after a crash.
const CHECKPOINT_PAGES: &str = "16000";

/// How much of the database the writer keeps at hand, in KiB if negative: the pages that games
/// under way are on.
const WRITER_CACHE: &str = "-16000";

impl Sqlite {
    /// Opens the file, or makes it. A server that is just stopping may still have its hands on it:
    /// that is waited for, but not for long.
    pub(crate) async fn open(path: &Path) -> Result<Self, StoreError> {
        let give_up = Instant::now() + PATIENCE;
        loop {
            match Self::try_open(path).await {
                Err(error) if is_in_use(&error) && path.exists() && Instant::now() < give_up => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                opened => return Ok(opened?),
            }
        }
    }

    async fn try_open(path: &Path) -> Result<Self, sqlx::Error> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .page_size(PAGE_BYTES)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
            .statement_cache_capacity(2 * ROWS)
            .disable_statement_logging();
        let mut writer = options.clone().pragma("cache_size", WRITER_CACHE).connect().await?;
        prepare(&mut writer).await?;
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(key) FROM logs").fetch_one(&mut writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(2)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        Ok(Self {
            writer: Mutex::new(Some(writer)),
            readers,
            last_key: AtomicI64::new(last.unwrap_or(0)),
        })
    }
}

/// Makes the tables of a new file, and refuses those of another program or a newer version.
async fn prepare(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let version: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    match version {
        SCHEMA_VERSION => {}
        0 => {
            let mut transaction = connection.begin().await?;
            sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
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
            let Some(writer) = writer.as_mut() else {
                let closed = || NotAppended::Failed(StoreError::new("the store is closed"));
                return batch.iter().map(|_| Err(closed())).collect();
            };
            let together = insert(writer, batch).await;
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
                    outcome(&insert(writer, std::slice::from_ref(append)).await)
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
                "SELECT version, line FROM events WHERE log = ? AND version >= ? ORDER BY version",
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
        played: SystemTime,
        unplayed: SystemTime,
    ) -> BoxFuture<'_, Result<Vec<(LogKey, TableId)>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT key, id FROM logs, events AS last
                 WHERE last.log = key
                   AND last.version = (SELECT max(version) FROM events WHERE log = key)
                   AND (at < ?1 OR at < ?2 AND NOT EXISTS
                       (SELECT 1 FROM events WHERE log = key AND line LIKE '%moved' || char(9) || '%'))",
            )
            .bind(seconds(played))
            .bind(seconds(unplayed))
            .fetch_all(&self.readers)
            .await?;
            rows.into_iter()
                .map(|row| {
                    let id: String = row.try_get(1)?;
                    let id = id.parse().map_err(|_| StoreError::new("a damaged name"))?;
                    Ok((LogKey(row.try_get(0)?), id))
                })
                .collect()
        }
        .boxed()
    }

    fn forget<'a>(&'a self, logs: &'a [LogKey]) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            let mut writer = self.writer.lock().await;
            let Some(writer) = writer.as_mut() else { return Ok(()) };
            let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
            for &LogKey(key) in logs {
                for statement in [
                    "DELETE FROM events WHERE log = ?",
                    "DELETE FROM seats WHERE log = ?",
                    "DELETE FROM logs WHERE key = ?",
                ] {
                    sqlx::query(statement).bind(key).execute(&mut *transaction).await?;
                }
            }
            Ok(transaction.commit().await?)
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.readers.close().await;
            if let Some(writer) = self.writer.lock().await.take()
                && let Err(error) = writer.close().await
            {
                tracing::warn!(%error, "the database was not closed in order");
            }
        }
        .boxed()
    }
}

fn outcome(result: &Result<(), sqlx::Error>) -> Result<(), NotAppended> {
    match result {
        Ok(()) => Ok(()),
        Err(sqlx::Error::Database(error)) if error.kind() == ErrorKind::UniqueViolation => {
            Err(NotAppended::TooLate)
        }
        Err(error) => Err(NotAppended::Failed(StoreError::new(error.to_string()))),
    }
}

/// Writes a batch, all or nothing.
async fn insert(writer: &mut SqliteConnection, batch: &[Append]) -> Result<(), sqlx::Error> {
    let events: Vec<Event<'_>> = batch.iter().flat_map(Event::all_of).collect();
    let plain = batch.iter().all(|append| append.begins.is_none() && append.seat.is_none());
    if plain && events.len() <= ROWS {
        // One statement is a transaction by itself.
        return insert_events(writer, &events).await;
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
        insert_events(&mut transaction, events).await?;
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

async fn insert_events(
    writer: &mut SqliteConnection,
    events: &[Event<'_>],
) -> Result<(), sqlx::Error> {
    let rows = ", (?, ?, ?, ?)".repeat(events.len());
    let statement = format!("INSERT INTO events (log, version, at, line) VALUES {}", &rows[2..]);
    let now = seconds(SystemTime::now());
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for event in events {
        query = query.bind(event.log.0).bind(event.version).bind(now).bind(event.line.to_owned());
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

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed())
}
