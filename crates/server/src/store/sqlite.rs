use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
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
            .disable_statement_logging();
        let mut writer = options.connect().await?;
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
    INSERT INTO next_events SELECT log, version, at, line FROM sorted_events ORDER BY log, version;
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
        played: SystemTime,
        unplayed: SystemTime,
    ) -> BoxFuture<'_, Result<Vec<(LogKey, TableId)>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT key, id FROM logs, ends, events
                 WHERE ends.log = key AND number = last AND (at < ?1 OR at < ?2 AND NOT played)",
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
    /// What `SQLite` calls the refusal of a trigger.
    const REFUSED: &str = "1811";
    match result {
        Ok(()) => Ok(()),
        Err(sqlx::Error::Database(error))
            if error.kind() == ErrorKind::UniqueViolation
                || error.code().is_some_and(|code| code == REFUSED) =>
        {
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

/// Appends events by one statement. It may have more rows than there are events: what is not bound is
/// null, and a row without a log is passed over.
async fn insert_events(
    writer: &mut SqliteConnection,
    events: &[Event<'_>],
) -> Result<(), sqlx::Error> {
    let rows = ", (?, ?, ?, ?)".repeat(events.len().next_power_of_two());
    let statement = format!("INSERT INTO next_events VALUES {}", &rows[2..]);
    let now = seconds(SystemTime::now());
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for event in events {
        query = query
            .bind(event.log.0)
            .bind(event.version)
            .bind(now)
            .bind(Arc::<str>::from(event.line));
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

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed())
}

#[cfg(test)]
mod tests {
    use super::NotAppended::TooLate;
    use super::*;
    use crate::store::Lines;

    fn table(number: usize) -> TableId {
        format!("table-{number}").parse().expect("a name")
    }

    fn append(log: LogKey, version: u32, lines: &str) -> Append {
        let lines = Lines::of_message(format!("events\n{lines}"));
        Append { log, begins: None, version, lines, seat: None }
    }

    async fn begin(store: &Sqlite, number: usize) -> LogKey {
        let log = store.new_key();
        let (secret, keys) = ([7; 16], [None; 2]);
        let beginning = Beginning { table: table(number), secret, anyone: false, keys };
        let begins = Some(Box::new(beginning));
        let outcomes = store.append(&[Append { begins, ..append(log, 0, "opened") }]).await;
        assert!(matches!(outcomes[..], [Ok(())]), "{outcomes:?}");
        log
    }

    async fn lines(store: &Sqlite, number: usize, from: u32) -> Option<Vec<String>> {
        store.read(&table(number), from).await.expect("a store").map(|stored| stored.lines)
    }

    #[tokio::test]
    async fn every_log_gets_its_events_out_of_a_large_batch() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Sqlite::open(&folder.path().join("games")).await.expect("a store");
        let mut batch = Vec::new();
        for number in 0..ROWS {
            let log = begin(&store, number).await;
            batch.push(append(log, 1, &format!("moved\t{number}\nresigned\t1")));
        }
        batch.push(append(batch[0].log, 3, "rematched\t1"));
        assert!(store.append(&batch).await.iter().all(Result::is_ok));
        for number in 1..ROWS {
            let expected = ["opened", &format!("moved\t{number}"), "resigned\t1"];
            assert_eq!(lines(&store, number, 0).await.expect("a log"), expected);
        }
        let news = ["resigned\t1", "rematched\t1"];
        assert_eq!(lines(&store, 0, 2).await.expect("a log"), news);
        assert_eq!(lines(&store, 0, 4).await, Some(Vec::new()));
    }

    #[tokio::test]
    async fn what_is_not_the_next_event_is_refused_and_others_do_not_suffer() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Sqlite::open(&folder.path().join("games")).await.expect("a store");
        let (one, two) = (begin(&store, 1).await, begin(&store, 2).await);
        let batch = [
            append(one, 2, "moved\t5"),
            append(one, 1, "moved\t5"),
            append(two, 1, "moved\t1\nmoved\t2\nmoved\t3"),
            append(two, 1, "moved\t4"),
            append(LogKey(99), 0, "opened"),
        ];
        let outcomes = store.append(&batch).await;
        assert!(
            matches!(
                outcomes[..],
                [Err(TooLate), Err(TooLate), Ok(()), Err(TooLate), Err(TooLate)]
            ),
            "{outcomes:?}"
        );
        assert_eq!(lines(&store, 1, 0).await.expect("a log"), ["opened"]);
        assert_eq!(lines(&store, 2, 3).await.expect("a log"), ["moved\t3"]);
    }

    #[tokio::test]
    async fn a_forgotten_log_leaves_nothing_behind_and_the_others_as_they_were() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Sqlite::open(&folder.path().join("games")).await.expect("a store");
        let (one, two) = (begin(&store, 1).await, begin(&store, 2).await);
        for version in 1..4 {
            let batch = [one, two].map(|log| append(log, version, "moved\t1"));
            assert!(store.append(&batch).await.iter().all(Result::is_ok));
        }
        let unplayed = begin(&store, 3).await;
        let (past, future) = (UNIX_EPOCH, SystemTime::now() + Duration::from_hours(1));
        assert_eq!(store.abandoned(past, past).await.expect("a store"), []);
        assert_eq!(store.abandoned(past, future).await.expect("a store"), [(unplayed, table(3))]);
        assert_eq!(store.abandoned(future, past).await.expect("a store").len(), 3);

        store.forget(&[one]).await.expect("a store");
        assert_eq!(lines(&store, 1, 0).await, None);
        assert_eq!(lines(&store, 2, 0).await.expect("a log").len(), 4);
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM events WHERE log = ?")
            .bind(one.0)
            .fetch_one(&store.readers)
            .await
            .expect("a number");
        assert_eq!(left, 0);
    }

    #[tokio::test]
    async fn a_database_of_version_1_goes_on_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = options.connect().await.expect("a database");
        for statement in [
            include_str!("schema.sql"),
            "CREATE TABLE events (
                 log INTEGER NOT NULL,
                 version INTEGER NOT NULL,
                 at INTEGER NOT NULL,
                 line TEXT NOT NULL,
                 PRIMARY KEY (log, version)
             ) STRICT, WITHOUT ROWID;
             INSERT INTO logs VALUES (3, 'table-3', zeroblob(16), 0), (4, 'table-4', zeroblob(16), 0);
             INSERT INTO events VALUES (3, 0, 50, 'opened'), (4, 0, 50, 'opened');
             INSERT INTO events VALUES (3, 1, 90, 'moved' || char(9) || '2'), (3, 2, 80, 'restarted');
             PRAGMA user_version = 1;",
        ] {
            sqlx::raw_sql(statement).execute(&mut old).await.expect("an old database");
        }
        old.close().await.expect("closed");

        let store = Sqlite::open(&path).await.expect("a store");
        assert_eq!(store.new_key(), LogKey(5));
        let outcomes = store.append(&[append(LogKey(4), 1, "moved\t3")]).await;
        assert!(outcomes[0].is_ok(), "{outcomes:?}");
        let moved = ["opened", "moved\t2", "restarted"];
        assert_eq!(lines(&store, 3, 0).await.expect("a log"), moved);
        assert_eq!(lines(&store, 4, 0).await.expect("a log"), ["opened", "moved\t3"]);
        let before_85 = UNIX_EPOCH + Duration::from_secs(85);
        assert_eq!(store.abandoned(before_85, UNIX_EPOCH).await.expect("a store").len(), 1);
        store.close().await;
        Sqlite::open(&path).await.expect("it is of this version now");
    }
}
