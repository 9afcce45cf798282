pub(crate) mod backup;
mod database_file;
mod failure;
mod migration;
mod open_error;
mod open_file;
mod read;
pub(crate) mod restore;
mod schema;
mod verify;
mod writer;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use parlor_protocol::TableId;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{Mutex, MutexGuard};

use self::database_file::DatabaseLock;
use self::failure::{is_about_content, is_conflict};
use self::open_error::OpenError;
use self::open_file::DatabaseFile;
use self::read::read_log;
use self::verify::broken_page_quickly;
use self::writer::Writer;
use super::clock::StoreClock;
use super::damage::FoundDamage;
use super::{
    Append, AppendError, ExpiredLog, LogId, ReadLog, Room, Store, StoreError, Trouble, Vocabulary,
};
use crate::tokens::TokenHash;

/// Logs in one `SQLite` database: write-ahead logging, `synchronous=FULL`, one connection that
/// writes.
pub(crate) struct Sqlite {
    writer: Mutex<Writer>,
    readers: SqlitePool,
    check_options: SqliteConnectOptions,
    last_log_id: AtomicI64,
    clock: StoreClock,
    file: DatabaseFile,
    damage: FoundDamage,
}

/// How long to wait for another program that uses the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// What the write-ahead log is cut down to when it is all in the database. While something long is
/// being read, such as by a backup, it grows.
const LOG_BYTES: u32 = 16 << 20;

/// How long the write-ahead log becomes before it is copied into the database: as many bytes as `SQLite`
/// chooses itself, whose pages have four times as many. Commits wait for the copying.
const CHECKPOINT_PAGES: u32 = (4 << 20) / PAGE_BYTES;

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
        let path = &database_file::real_path(path)?;
        let mut lock = DatabaseLock::acquire(path)?;
        if lock.was_emptied(path)? {
            return Err(OpenError::emptied());
        }
        database_file::restrict_permissions(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .page_size(PAGE_BYTES)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .pragma("journal_size_limit", LOG_BYTES.to_string())
            .pragma("wal_autocheckpoint", CHECKPOINT_PAGES.to_string())
            .disable_statement_logging();
        let readers = options.clone().read_only(true);
        let mut connection = options.connect().await?;
        schema::prepare(&mut connection, path).await?;
        lock.note_that_it_is_used()?;
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(key) FROM logs").fetch_one(&mut connection).await?;
        let newest: Option<i64> = sqlx::query_scalar(NEWEST).fetch_one(&mut connection).await?;
        let check_options = readers.clone();
        // One of them is always open, and so the write-ahead log always has its name.
        let readers = SqlitePoolOptions::new()
            .min_connections(1)
            .max_connections(2)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(readers)
            .await?;
        Ok(Self {
            writer: Mutex::new(Writer::new(options, connection, lock)),
            readers,
            check_options,
            last_log_id: AtomicI64::new(last.unwrap_or(0)),
            clock: StoreClock::resume(newest, SystemTime::now()),
            file: DatabaseFile::open_at(path)?,
            damage: FoundDamage::default(),
        })
    }

    /// The connection that writes, if what it writes would be there after a restart.
    async fn writer(&self) -> Result<MutexGuard<'_, Writer>, StoreError> {
        let writer = self.writer.lock().await;
        self.file.missing().map_or(Ok(writer), |missing| Err(StoreError::new(missing.to_string())))
    }

    fn append_result(&self, result: &Result<(), sqlx::Error>) -> Result<(), AppendError> {
        match result {
            Ok(()) => Ok(()),
            Err(error) if is_conflict(error) => Err(AppendError::Conflict),
            Err(error) => self.damage.note(Err(error.into())).map_err(AppendError::Failed),
        }
    }
}

/// When something was last appended to any log.
const NEWEST: &str = "SELECT max(at) FROM ends, events WHERE number = last";

impl Store for Sqlite {
    fn new_log_id(&self) -> LogId {
        LogId(self.last_log_id.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), AppendError>>> {
        async move {
            let mut writer = match self.writer().await {
                Ok(writer) => writer,
                Err(error) => return vec![Err(AppendError::Failed(error)); batch.len()],
            };
            let at = self.clock.now();
            let together = writer.insert(batch, at).await;
            let is_one_to_blame = together.as_ref().is_err_and(is_about_content);
            if !is_one_to_blame || batch.len() == 1 {
                // Whatever else went wrong was waited for once, and must not be for each of them.
                return batch.iter().map(|_| self.append_result(&together)).collect();
            }
            // Each is tried alone. After a failure, the rest of the same log must fail too, or it
            // would have a gap.
            let mut results = Vec::with_capacity(batch.len());
            let mut failed = HashSet::new();
            for append in batch {
                let result = if failed.contains(&append.log) {
                    Err(AppendError::Conflict)
                } else {
                    self.append_result(&writer.insert(std::slice::from_ref(append), at).await)
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
                logs.push(self.damage.note(read_log(&self.readers, table, *from).await));
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
        async move { Ok(self.writer().await?.delete(logs).await?) }.boxed()
    }

    fn shrink(&self) -> BoxFuture<'_, Result<bool, StoreError>> {
        async move { Ok(self.writer().await?.shrink().await?) }.boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move { Ok(self.writer().await?.probe().await?) }.boxed()
    }

    fn check(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            // On a connection of its own: those who play do not wait for it.
            let mut connection = self.check_options.connect().await?;
            let broken = broken_page_quickly(&mut connection).await.map_err(StoreError::from);
            let found =
                broken.and_then(|broken| broken.map_or(Ok(()), |it| Err(StoreError::damage(it))));
            self.damage.note(found)
        }
        .boxed()
    }

    fn room(&self) -> BoxFuture<'_, Result<Room, StoreError>> {
        ready(Ok(self.file.room())).boxed()
    }

    fn trouble(&self) -> Option<Trouble> {
        let missing = self.file.missing();
        missing
            .map(|missing| Trouble::NothingStored(missing.to_string()))
            .or_else(|| self.damage.trouble())
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

#[cfg(test)]
mod tests;
