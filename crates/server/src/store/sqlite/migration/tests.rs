use crate::store::sqlite::database_file::beside;
use std::path::PathBuf;

use parlor_protocol::event_log::read_entry;
use parlor_table::{Entry, GameLog, fairness};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;

use super::*;
use crate::store::{LogId, Sqlite, Store};
use crate::tables::HostedTable;
use crate::tokens::TokenHash;

/// A database that an earlier version has written, in a folder of its own.
fn written(database: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("parlor.db");
    std::fs::write(&path, database).expect("a file can be written");
    (folder, path)
}

const BEFORE_THE_REDESIGN: &[u8] =
    include_bytes!("../../../../tests/databases/before-the-redesign.db");
const BEFORE_JSON: &[u8] = include_bytes!("../../../../tests/databases/before-json.db");

async fn connect(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).connect().await.expect("a database")
}

/// Every line of a database of version 2, by log.
async fn lines(path: &Path) -> HashMap<String, Vec<String>> {
    let mut connection = connect(path).await;
    let rows =
        sqlx::query("SELECT id, line FROM events JOIN logs ON key = log ORDER BY key, version")
            .fetch_all(&mut connection)
            .await
            .expect("the events of version 2");
    let mut lines = HashMap::<String, Vec<String>>::new();
    for row in rows {
        lines.entry(row.get(0)).or_default().push(row.get(1));
    }
    connection.close().await.expect("closed");
    lines
}

fn old(lines: &[String]) -> Vec<Entry> {
    lines.iter().map(|line| old_text::read_entry(line).expect("an event")).collect()
}

#[tokio::test]
async fn every_event_of_the_versions_before_is_found() {
    for (database, logs, events) in [(BEFORE_THE_REDESIGN, 7, 42), (BEFORE_JSON, 8, 48)] {
        let (_folder, path) = written(database);
        let before = lines(&path).await;
        assert_eq!((before.len(), before.values().flatten().count()), (logs, events));

        let store = Sqlite::open(&path).await.expect("it is migrated");
        let mut coins = 0;
        for (id, lines) in &before {
            let table = id.parse().expect("an id");
            let stored =
                store.read_one(&table, 0).await.expect("it can be read").expect("it is there");
            let entries: Vec<Entry> =
                stored.events.iter().map(|json| read_entry(json).expect("an event")).collect();
            assert_eq!(entries, old(lines), "{id}");
            let log = GameLog::try_from(entries).expect("a log that could have happened");
            coins += fairness::check(log.events()).expect("tosses hash what they hashed");
            HostedTable::from_log(stored).expect("people can play on");
        }
        assert!(coins >= 2, "there was a toss to check");
        store.close().await;

        let copy = beside(&path, ".version-2");
        assert_eq!(lines(&copy).await, before, "a copy is kept as it was");
        let store = Sqlite::open(&path).await.expect("it is migrated once");
        store.close().await;
        assert!(!beside(&path, ".version-2-2").exists(), "there was nothing to do");
    }
}

#[tokio::test]
async fn seats_times_and_numbers_are_kept_and_the_log_goes_on() {
    let (_folder, path) = written(BEFORE_JSON);
    let mut connection = connect(&path).await;
    let old_seats = sqlx::query(
        "SELECT id, hash, at FROM seats, logs, events
        WHERE seats.log = key AND events.log = key AND version = 0",
    )
    .fetch_all(&mut connection)
    .await
    .expect("seats");
    let last = schema::number(&mut connection, "SELECT max(key) FROM logs").await.expect("a key");
    connection.close().await.expect("closed");

    let store = Sqlite::open(&path).await.expect("it is migrated");
    assert_eq!(store.new_log_id(), LogId(last + 1));
    assert!(old_seats.len() > 8);
    for seat in &old_seats {
        let hash: Vec<u8> = seat.get(1);
        let hash = TokenHash(hash.try_into().expect("a hash"));
        let table = store.find_seat(&hash, None).await.expect("a store").expect("the seat");
        let id: String = seat.get(0);
        assert_eq!(table.as_str(), id);
    }
    store.close().await;
    let mut connection = connect(&path).await;
    let first = schema::number(&mut connection, "SELECT at FROM events WHERE number = 1").await;
    assert_eq!(first.expect("a time"), old_seats[0].get::<i64, _>(2) * 1_000);
    for (pragma, expected) in [
        ("PRAGMA auto_vacuum", 2),
        ("PRAGMA user_version", schema::VERSION),
        ("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%\\_2' ESCAPE '\\'", 0),
        ("SELECT count(*) FROM events WHERE NOT json_valid(event)", 0),
        ("SELECT count(*) FROM events WHERE event ->> 'type' = 'swapped'", 1),
        ("SELECT count(*) FROM logs WHERE epoch <> 1", 0),
    ] {
        let found = schema::number(&mut connection, pragma).await.expect("a number");
        assert_eq!(found, expected, "{pragma}");
    }
}

/// A database of version 1, whose events were sorted by log.
const VERSION_1: &str = "
    CREATE TABLE logs (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        secret BLOB NOT NULL,
        anyone INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE seats (
        log INTEGER NOT NULL,
        home INTEGER NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (log, home)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        log INTEGER NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (log, version)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO logs VALUES (3, 'table-3', zeroblob(16), 0), (4, 'table-4', zeroblob(16), 0);
    INSERT INTO events VALUES (3, 0, 50, 'restarted'), (4, 0, 50, 'swapped');
    INSERT INTO events VALUES (3, 1, 90, 'moved' || char(9) || '2'), (3, 2, 80, 'draw agreed');
    -- Of a log that is gone.
    INSERT INTO events VALUES (2, 5, 60, 'restarted');
    PRAGMA user_version = 1;";

async fn made_by(statements: &'static str) -> (TempDir, PathBuf) {
    let (folder, path) = written(&[]);
    let mut connection = connect(&path).await;
    sqlx::raw_sql(statements).execute(&mut connection).await.expect("an old database");
    connection.close().await.expect("closed");
    (folder, path)
}

async fn events(store: &Sqlite, table: &str) -> Vec<String> {
    let table = table.parse().expect("an id");
    store.read_one(&table, 0).await.expect("a store").expect("a log").events
}

#[tokio::test]
async fn a_database_of_version_1_goes_on_as_it_was() {
    let (_folder, path) = made_by(VERSION_1).await;
    let store = Sqlite::open(&path).await.expect("it is migrated");
    assert_eq!(store.new_log_id(), LogId(5));
    let moved = r#"{"type":"moved","data":{"choice":2}}"#;
    assert_eq!(
        events(&store, "table-3").await,
        [r#"{"type":"restarted"}"#, moved, r#"{"type":"draw-agreed"}"#]
    );
    assert_eq!(events(&store, "table-4").await, [r#"{"type":"swapped"}"#]);
    assert!(beside(&path, ".version-1").exists());
}

#[tokio::test]
async fn a_migration_that_fails_leaves_everything_as_it_was() {
    let (_folder, path) = written(BEFORE_JSON);
    let mut connection = connect(&path).await;
    let damage = "UPDATE logs SET id = '../' WHERE key = 2";
    sqlx::raw_sql(damage).execute(&mut connection).await.expect(damage);
    connection.close().await.expect("closed");
    let before = lines(&path).await;
    for copy in [".version-2", ".version-2-2"] {
        let error = Sqlite::open(&path).await.err().expect("no table has such an id");
        assert_eq!(error.to_string(), "a damaged name");
        assert_eq!(lines(&path).await, before);
        assert_eq!(lines(&beside(&path, copy)).await, before);
    }
}

#[tokio::test]
async fn an_event_that_cannot_be_read_is_kept_and_harms_no_other_table() {
    let (_folder, path) = written(BEFORE_JSON);
    let mut connection = connect(&path).await;
    let damage =
        "UPDATE events SET line = 'flew' || char(9) || '\"9\"' WHERE log = 1 AND version = 1";
    sqlx::raw_sql(damage).execute(&mut connection).await.expect(damage);
    let id: String = sqlx::query_scalar("SELECT id FROM logs WHERE key = 1")
        .fetch_one(&mut connection)
        .await
        .expect("a table");
    connection.close().await.expect("closed");
    let before = lines(&path).await;
    let store = Sqlite::open(&path).await.expect("it is migrated");
    let kept = events(&store, &id).await;
    assert_eq!(kept.len(), before[&id].len());
    assert_eq!(kept[1], r#"{"type":"unreadable","data":{"text":"flew\t\"9\""}}"#);
    let table = id.parse().expect("an id");
    let stored = store.read_one(&table, 0).await.expect("a store").expect("a log");
    assert!(HostedTable::from_log(stored).is_err(), "nothing is made up for it");
    for (id, lines) in before.iter().filter(|(other, _)| **other != id) {
        assert_eq!(events(&store, id).await.len(), lines.len());
    }
}
