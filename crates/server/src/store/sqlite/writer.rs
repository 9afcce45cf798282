use std::sync::{Arc, LazyLock};

use parlor_table::SeatId;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection};
use sqlx::{Arguments, AssertSqlSafe, ConnectOptions, Connection};

use super::database_file::DatabaseLock;
use super::failure::is_conflict;
use super::schema;
use crate::store::{Append, EncodedEvent, KeyUse, LogHeader, LogId, SeatChange};

/// The only connection that writes.
///
/// One on which something failed is not used again. When a disk is full, `SQLite` rolls a
/// transaction back by itself; the library never learns of it and begins no other one.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    /// Held until the store is closed.
    lock: Option<DatabaseLock>,
}

impl Writer {
    pub(super) fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        lock: DatabaseLock,
    ) -> Self {
        Self { options, connection: Some(connection), lock: Some(lock) }
    }

    /// Writes a batch, all or nothing.
    pub(super) async fn insert(&mut self, batch: &[Append], at: i64) -> Result<(), sqlx::Error> {
        let inserted = insert(self.connection().await?, batch, at).await;
        self.discard_if_broken(inserted)
    }

    /// Deletes logs, all or none.
    pub(super) async fn delete(&mut self, logs: &[LogId]) -> Result<(), sqlx::Error> {
        let deleted = delete(self.connection().await?, logs).await;
        self.discard_if_broken(deleted)
    }

    /// Gives some free pages back to the disk, and says whether there are more.
    pub(super) async fn shrink(&mut self) -> Result<bool, sqlx::Error> {
        let shrunk = shrink(self.connection().await?).await;
        if shrunk.is_err() {
            self.connection = None;
        }
        shrunk
    }

    /// Writes the version of the schema again, and that is a commit like any other.
    pub(super) async fn probe(&mut self) -> Result<(), sqlx::Error> {
        let written = schema::write_version(self.connection().await?).await;
        self.discard_if_broken(written)
    }

    /// Writes nothing any more, and lets another program use the file.
    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the database was not closed in order");
        }
        self.lock = None;
    }

    /// The connection, which is a new one if something failed on the last.
    pub(super) async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        if self.lock.is_none() {
            return Err(sqlx::Error::PoolClosed);
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Discards the connection after a failure, unless that was a conflict, which says nothing
    /// about the connection.
    fn discard_if_broken(&mut self, done: Result<(), sqlx::Error>) -> Result<(), sqlx::Error> {
        if done.as_ref().is_err_and(|error| !is_conflict(error)) {
            self.connection = None;
        }
        done
    }
}

/// How many events one statement appends at most. There is a prepared statement for each power of
/// two up to it.
pub(super) const ROWS: usize = 512;

async fn delete(writer: &mut SqliteConnection, logs: &[LogId]) -> Result<(), sqlx::Error> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    for &LogId(key) in logs {
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

/// How many pages are given back at once: a megabyte.
const FREED_PAGES: u32 = 1024;

async fn shrink(writer: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let statement = format!("PRAGMA incremental_vacuum({FREED_PAGES})");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *writer).await?;
    let free = schema::number(writer, "PRAGMA freelist_count").await?;
    Ok(free > 0)
}

async fn insert(
    writer: &mut SqliteConnection,
    batch: &[Append],
    at: i64,
) -> Result<(), sqlx::Error> {
    let count: u32 = batch.iter().map(|append| append.events.count()).sum();
    let mut events = Vec::with_capacity(count as usize);
    events.extend(batch.iter().flat_map(Row::all_of));
    let plain = batch.iter().all(|append| append.header.is_none() && append.seat.is_none());
    if plain && events.len() <= ROWS {
        // One statement is a transaction by itself.
        return insert_events(writer, &events, at).await;
    }
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    for append in batch {
        if let Some(header) = &append.header {
            insert_log(&mut transaction, append.log, header).await?;
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
struct Row<'a> {
    log: LogId,
    version: u32,
    key_use: Option<KeyUse>,
    event: EncodedEvent<'a>,
}

impl<'a> Row<'a> {
    fn all_of(append: &'a Append) -> impl Iterator<Item = Self> {
        let Append { log, version, key_use, .. } = *append;
        // The idempotency key is in the first one.
        let key_uses = std::iter::once(key_use).chain(std::iter::repeat(None));
        let numbered = (version..).zip(key_uses).zip(append.events.iter());
        numbered.map(move |((version, key_use), event)| Self { log, version, key_use, event })
    }
}

/// Appends events by one statement. It may have more rows than there are events: what is not bound
/// is null, and the trigger skips rows without a log.
async fn insert_events(
    writer: &mut SqliteConnection,
    events: &[Row<'_>],
    at: i64,
) -> Result<(), sqlx::Error> {
    const COLUMNS: usize = 6;
    static STATEMENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let statement = |power: u32| {
            let rows = ", (?, ?, ?, ?, ?, ?)".repeat(1 << power);
            format!("INSERT INTO next_events VALUES {}", &rows[2..])
        };
        (0..=ROWS.ilog2()).map(statement).collect()
    });
    let power = events.len().next_power_of_two().ilog2();
    let statement: &'static str = &STATEMENTS[power as usize];
    let mut arguments = SqliteArguments::default();
    arguments.reserve(COLUMNS * events.len(), 0);
    let mut query = sqlx::query_with(statement, arguments);
    for &Row { log, version, key_use, event: EncodedEvent { json, hash } } in events {
        query = query
            .bind(log.0)
            .bind(version)
            .bind(at)
            .bind(key_use.map(|KeyUse(number)| number))
            .bind(hash.0.to_vec())
            .bind(Arc::<str>::from(json));
    }
    query.execute(writer).await.map(drop)
}

async fn insert_log(
    writer: &mut SqliteConnection,
    log: LogId,
    header: &LogHeader,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO logs (key, id, secret, anyone, epoch) VALUES (?, ?, ?, ?, ?)")
        .bind(log.0)
        .bind(header.table.as_str().to_owned())
        .bind(header.secret.to_vec())
        .bind(header.seeks_opponent)
        .bind(header.epoch)
        .execute(&mut *writer)
        .await?;
    sqlx::query("INSERT INTO ends (log, events, last, played) VALUES (?, 0, 0, 0)")
        .bind(log.0)
        .execute(&mut *writer)
        .await?;
    for (seat, token) in SeatId::BOTH.into_iter().zip(header.tokens) {
        if token.is_some() {
            change_seat(writer, log, SeatChange { seat, token }).await?;
        }
    }
    Ok(())
}

async fn change_seat(
    writer: &mut SqliteConnection,
    log: LogId,
    SeatChange { seat, token }: SeatChange,
) -> Result<(), sqlx::Error> {
    let statement = match token {
        Some(_) => "INSERT OR REPLACE INTO seats (log, home, hash) VALUES (?, ?, ?)",
        None => "DELETE FROM seats WHERE log = ? AND home = ?",
    };
    let mut query = sqlx::query(statement).bind(log.0).bind(seat.index() as u32);
    if let Some(token) = token {
        query = query.bind(token.0.to_vec());
    }
    query.execute(writer).await.map(drop)
}
