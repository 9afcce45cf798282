pub(crate) mod backup;
mod file;
mod schema;
mod writer;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlor_protocol::TableId;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::Mutex;

use self::file::{Claim, NotClaimed};
use self::writer::{Writer, is_conflict};
use super::clock::StoreClock;
use super::{Abandoned, Append, Beginning, LogKey, NotAppended, Store, StoreError, Stored};
use crate::tokens::TokenHash;

/// Logs in one file of `SQLite`'s.
pub(crate) struct Sqlite {
    writer: Mutex<Writer>,
    readers: SqlitePool,
    last_key: AtomicI64,
    clock: StoreClock,
}

/// How long to wait for another program that uses the file.
const PATIENCE: Duration = Duration::from_secs(5);

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
        schema::prepare(&mut connection).await?;
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(key) FROM logs").fetch_one(&mut connection).await?;
        let newest: Option<i64> = sqlx::query_scalar(NEWEST).fetch_one(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(2).connect_with(readers).await?;
        Ok(Self {
            writer: Mutex::new(Writer::new(options, connection, claim)),
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
        async move { Ok(self.writer.lock().await.delete(logs).await?) }.boxed()
    }

    fn try_out(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move { Ok(self.writer.lock().await.try_out().await?) }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.readers.close().await;
            self.writer.lock().await.close().await;
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

#[cfg(test)]
mod tests;
