pub(crate) mod backup;
mod database_file;
mod failure;
mod migration;
pub(crate) mod restore;
mod schema;
mod verify;
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

use self::database_file::{DatabaseLock, LockError};
use self::failure::{is_about_content, is_conflict, is_in_use};
use self::schema::PrepareError;
use self::writer::Writer;
use super::clock::StoreClock;
use super::log_rows::{self, LogRow, LogTail};
use super::{
    Append, AppendError, ExpiredLog, KeyUse, LogHeader, LogId, ReadLog, Store, StoreError,
    StoredLog, Vocabulary,
};
use crate::tokens::TokenHash;

/// Logs in one `SQLite` database: write-ahead logging, `synchronous=FULL`, one connection that
/// writes.
pub(crate) struct Sqlite {
    writer: Mutex<Writer>,
    readers: SqlitePool,
    last_log_id: AtomicI64,
    clock: StoreClock,
}

/// How long to wait for another program that uses the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// What the write-ahead log is cut down to when it is all in the database. While something long is
/// being read, such as by a backup, it grows.
const LOG_BYTES: u32 = 16 << 20;

/// The size of a page in a new database. Every commit writes the last page of events again, and
/// those with the ends of the logs; whatever else is on these pages is written for nothing.
const PAGE_BYTES: u32 = 1024;

impl Sqlite {
    /// Opens the file, or creates it. A server that is just stopping may still hold it, so this
    /// retries for a few seconds.
    pub(crate) async fn open(path: &Path) -> Result<Self, StoreError> {
        let give_up = Instant::now() + BUSY_TIMEOUT;
        loop {
            match Self::try_open(path).await {
                Err(OpenError::InUse(_)) if Instant::now() < give_up => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Err(OpenError::InUse(why) | OpenError::Failed(why)) => return Err(why),
                Ok(opened) => return Ok(opened),
            }
        }
    }

    async fn try_open(path: &Path) -> Result<Self, OpenError> {
        let lock = DatabaseLock::acquire(path)?;
        database_file::restrict_permissions(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .page_size(PAGE_BYTES)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .pragma("journal_size_limit", LOG_BYTES.to_string())
            .disable_statement_logging();
        let readers = options.clone().read_only(true);
        let mut connection = options.connect().await?;
        schema::prepare(&mut connection, path).await?;
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(key) FROM logs").fetch_one(&mut connection).await?;
        let newest: Option<i64> = sqlx::query_scalar(NEWEST).fetch_one(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(2).connect_with(readers).await?;
        Ok(Self {
            writer: Mutex::new(Writer::new(options, connection, lock)),
            readers,
            last_log_id: AtomicI64::new(last.unwrap_or(0)),
            clock: StoreClock::resume(newest, SystemTime::now()),
        })
    }

    /// A table's log from a version on; `None` if there is no such table.
    async fn read_log(&self, table: &TableId, from: u32) -> ReadLog {
        // One transaction, so that the parts belong together.
        let mut reader = self.readers.begin().await?;
        let log = sqlx::query(
            "SELECT key, secret, anyone, epoch, events FROM logs, ends WHERE id = ? AND log = key",
        )
        .bind(table.as_str())
        .fetch_optional(&mut *reader)
        .await?;
        let Some(log) = log else { return Ok(None) };
        let key: i64 = log.try_get(0)?;
        let version: u32 = log.try_get(4)?;
        let secret: Vec<u8> = log.try_get(1)?;
        let mut tokens = [None; 2];
        let seats = sqlx::query("SELECT home, hash FROM seats WHERE log = ?")
            .bind(key)
            .fetch_all(&mut *reader)
            .await?;
        for seat in seats {
            let home: u32 = seat.try_get(0)?;
            let hash: Vec<u8> = seat.try_get(1)?;
            if let (Some(place), Ok(hash)) = (tokens.get_mut(home as usize), hash.try_into()) {
                *place = Some(TokenHash(hash));
            }
        }
        let events = sqlx::query(
            "WITH RECURSIVE back (version, event, hash, holder, before) AS (
                 SELECT version, event, hash, holder, before FROM events
                 WHERE number = (SELECT last FROM ends WHERE log = ?1)
                 UNION ALL
                 SELECT events.version, events.event, events.hash, events.holder, events.before
                 FROM back, events
                 WHERE number = back.before AND back.version > ?2
             )
             SELECT version, event, hash, holder FROM back WHERE version >= ?2 ORDER BY version",
        )
        .bind(key)
        .bind(from)
        .fetch_all(&mut *reader)
        .await?;
        let rows = events.iter().map(|row| {
            let hash: Vec<u8> = row.try_get(2)?;
            let key_use: Option<i64> = row.try_get(3)?;
            let key_use = key_use.map(KeyUse);
            Ok(LogRow { version: row.try_get(0)?, json: row.try_get(1)?, hash, key_use })
        });
        let rows = rows.collect::<Result<Vec<LogRow>, sqlx::Error>>()?;
        let LogTail { events, key_uses, hash } = log_rows::in_order(LogId(key), table, from, rows)?;
        let damaged = |_| StoreError::new(format!("log {key} is damaged"));
        let header = LogHeader {
            table: table.clone(),
            secret: secret.try_into().map_err(damaged)?,
            seeks_opponent: log.try_get(2)?,
            tokens,
            epoch: log.try_get(3)?,
        };
        // A server that was down, or has dropped the table from memory, charges no player for it.
        let age = Duration::ZERO;
        Ok(Some(StoredLog { id: LogId(key), header, events, key_uses, version, hash, age }))
    }
}

/// When something was last appended to any log.
const NEWEST: &str = "SELECT max(at) FROM ends, events WHERE number = last";

/// Why a database is not open.
enum OpenError {
    /// Another program uses it, which may be about to stop.
    InUse(StoreError),
    Failed(StoreError),
}

impl From<LockError> for OpenError {
    fn from(error: LockError) -> Self {
        match error {
            LockError::Held => Self::InUse(StoreError::new(
                "another server uses it: stop that one first, or choose another file with --database",
            )),
            LockError::Failed(error) => error.into(),
        }
    }
}

impl From<std::io::Error> for OpenError {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(StoreError::new(error.to_string()))
    }
}

impl From<PrepareError> for OpenError {
    fn from(error: PrepareError) -> Self {
        match error {
            PrepareError::Unusable(error) => Self::Failed(error),
            PrepareError::Failed(error) => error.into(),
        }
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        let in_use = is_in_use(&error);
        if in_use { Self::InUse(error.into()) } else { Self::Failed(error.into()) }
    }
}

impl Store for Sqlite {
    fn new_log_id(&self) -> LogId {
        LogId(self.last_log_id.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), AppendError>>> {
        async move {
            let mut writer = self.writer.lock().await;
            let at = self.clock.now();
            let together = writer.insert(batch, at).await;
            let is_one_to_blame = together.as_ref().is_err_and(is_about_content);
            if !is_one_to_blame || batch.len() == 1 {
                // Whatever else went wrong was waited for once, and must not be for each of them.
                return batch.iter().map(|_| append_result(&together)).collect();
            }
            // Each is tried alone. After a failure, the rest of the same log must fail too, or it
            // would have a gap.
            let mut results = Vec::with_capacity(batch.len());
            let mut failed = HashSet::new();
            for append in batch {
                let result = if failed.contains(&append.log) {
                    Err(AppendError::Conflict)
                } else {
                    append_result(&writer.insert(std::slice::from_ref(append), at).await)
                };
                if result.is_err() {
                    failed.insert(append.log);
                }
                results.push(result);
            }
            results
        }
        .boxed()
    }

    fn read<'a>(
        &'a self,
        tables: &'a [(TableId, u32)],
    ) -> BoxFuture<'a, Result<Vec<ReadLog>, StoreError>> {
        async move {
            let mut logs = Vec::with_capacity(tables.len());
            for (table, from) in tables {
                logs.push(self.read_log(table, *from).await);
            }
            Ok(logs)
        }
        .boxed()
    }

    fn find_seat<'a>(
        &'a self,
        token: &'a TokenHash,
        other_than: Option<LogId>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            let id: Option<String> = sqlx::query_scalar(
                "SELECT id FROM seats JOIN logs ON key = log WHERE hash = ? AND log IS NOT ? LIMIT 1",
            )
            .bind(token.0.to_vec())
            .bind(other_than.map(|LogId(id)| id))
            .fetch_optional(&self.readers)
            .await?;
            id.map(|id| id.parse().map_err(|_| StoreError::new("a damaged name"))).transpose()
        }
        .boxed()
    }

    fn expired(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<ExpiredLog>, StoreError>> {
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
                    Ok(ExpiredLog { id: LogId(row.try_get(0)?), table, events: row.try_get(2)? })
                })
                .collect()
        }
        .boxed()
    }

    fn delete<'a>(
        &'a self,
        logs: &'a [LogId],
        _: Duration,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        // There is no other node.
        async move { Ok(self.writer.lock().await.delete(logs).await?) }.boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move { Ok(self.writer.lock().await.probe().await?) }.boxed()
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::NEWEST
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.readers.close().await;
            self.writer.lock().await.close().await;
        }
        .boxed()
    }
}

fn append_result(result: &Result<(), sqlx::Error>) -> Result<(), AppendError> {
    match result {
        Ok(()) => Ok(()),
        Err(error) if is_conflict(error) => Err(AppendError::Conflict),
        Err(error) => Err(AppendError::Failed(StoreError::new(error.to_string()))),
    }
}

#[cfg(test)]
mod tests;
