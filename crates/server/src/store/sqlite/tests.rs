use sqlx::Connection;
use tempfile::TempDir;

use super::*;
use crate::store::KeyUse;
use crate::store::laws::{Log, MOVED, RESIGNED, append, begin, test_store_laws};

test_store_laws!(store().await);

async fn store() -> (Sqlite, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let store = open(&folder).await;
    (store, folder)
}

async fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("parlor.db")).await.expect("a database")
}

/// Has a statement carried out on the connection that writes.
async fn execute(store: &Sqlite, statement: &'static str) {
    let mut writer = store.writer.lock().await;
    let connection = writer.connection().await.expect("a connection");
    sqlx::raw_sql(statement).execute(connection).await.expect(statement);
}

#[tokio::test]
async fn a_database_that_was_full_is_written_to_again() {
    let (store, _folder) = store().await;
    let first = begin(&store).await;
    // The limit is the connection's own: another one has as much room as it likes.
    execute(&store, "PRAGMA max_page_count = 1").await;
    let mut long = Log::new(&store);
    let opened = long.open();
    let many = long.at(0, &[MOVED; 500]);
    match append(&store, Append { header: opened.header, ..many }).await {
        Err(AppendError::Failed(error)) => assert!(error.to_string().contains("full"), "{error}"),
        other => panic!("{other:?}"),
    }

    begin(&store).await;
    store.delete(&[first.id], Duration::ZERO).await.expect("deleting is writing too");
    store.probe().await.expect("and so is a probe");
}

#[tokio::test]
async fn while_another_program_locks_the_file_a_batch_waits_once() {
    let (store, folder) = store().await;
    let mut batch = Vec::new();
    for _ in 0..20 {
        batch.push(begin(&store).await.next(&[MOVED]));
    }
    let path = folder.path().join("parlor.db");
    let mut meddler = SqliteConnectOptions::new().filename(path).connect().await.expect("a file");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut meddler).await.expect("the lock");
    // It is waited for the lock on this connection for no time, and for 5 s on any other.
    execute(&store, "PRAGMA busy_timeout = 0").await;
    let appended = tokio::time::timeout(Duration::from_secs(40), store.append(&batch));
    let results = appended.await.expect("20 times 5 s would be longer");
    let is_locked = |result: &Result<(), AppendError>| matches!(result, Err(AppendError::Failed(error)) if error.to_string().contains("locked"));
    assert!(results.iter().all(is_locked), "{results:?}");

    sqlx::raw_sql("ROLLBACK").execute(&mut meddler).await.expect("no lock");
    assert!(store.append(&batch).await.iter().all(Result::is_ok), "and all goes on");
}

#[tokio::test]
async fn the_write_ahead_log_is_cut_down_when_it_has_grown() {
    let (store, folder) = store().await;
    let mut log = begin(&store).await;
    let log_file = folder.path().join("parlor.db-wal");
    let bytes = || std::fs::metadata(&log_file).expect("the write-ahead log").len();
    let event = format!(r#"{{"type":"renamed","data":{{"name":"{}"}}}}"#, "A".repeat(100_000));
    let events = vec![&*event; 20];
    // What is being read stays where it is in the log.
    let mut reader = store.readers.begin().await.expect("a reader");
    sqlx::query("SELECT count(*) FROM events").execute(&mut *reader).await.expect("a number");
    while bytes() <= u64::from(LOG_BYTES) {
        append(&store, log.next(&events)).await.expect("room");
    }
    reader.rollback().await.expect("the end of the reading");
    for _ in 0..2 {
        append(&store, log.next(&[MOVED])).await.expect("room");
    }
    assert!(bytes() <= u64::from(LOG_BYTES), "{} bytes", bytes());
}

#[tokio::test]
async fn the_file_shrinks_when_logs_are_deleted() {
    let (store, folder) = store().await;
    let (mut gone, kept) = (begin(&store).await, begin(&store).await);
    let event = format!(r#"{{"type":"renamed","data":{{"name":"{}"}}}}"#, "A".repeat(100_000));
    append(&store, gone.next(&vec![&*event; 30])).await.expect("room");
    store.delete(&[gone.id], Duration::ZERO).await.expect("a store");
    let mut steps = 1;
    while store.shrink().await.expect("a store") {
        steps += 1;
        begin(&store).await;
    }
    assert!(steps > 1, "others come in between");
    assert!(kept.events(&store, 0).await.is_some());
    store.close().await;
    let path = folder.path().join("parlor.db");
    let bytes = std::fs::metadata(&path).expect("a file").len();
    assert!(bytes < 200_000, "{bytes} bytes, of 3,000,000");
    assert!(open(&folder).await.check().await.is_ok(), "and it is whole");
}

#[tokio::test]
async fn a_system_clock_that_was_set_expires_nothing() {
    const DAY: Duration = Duration::from_hours(24);
    let (store, folder) = store().await;
    let (left, _new) = (begin(&store).await, begin(&store).await);
    // As if the machine's clock had jumped a hundred days ahead, while nothing was served.
    execute(&store, "UPDATE events SET at = at - 100 * 86400000").await;
    store.close().await;
    drop(store);

    let store = open(&folder).await;
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(expired, [], "as far as can be known, they were played yesterday");
    execute(&store, "UPDATE events SET at = at - 90 * 86400000 WHERE log = 1").await;
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    let logs: Vec<_> = expired.iter().map(|log| (log.id, log.events)).collect();
    assert_eq!(logs, [(left.id, 1)]);
}

#[tokio::test]
async fn a_new_log_has_a_number_of_its_own_after_a_restart() {
    let (store, folder) = store().await;
    let mut log = begin(&store).await;
    store.close().await;
    assert!(append(&store, log.next(&[MOVED])).await.is_err(), "it is closed");
    let store = open(&folder).await;
    assert_eq!(store.new_log_id(), LogId(log.id.0 + 1));
}

#[tokio::test]
async fn a_forgotten_log_leaves_nothing_behind_and_the_others_as_they_were() {
    let (store, _folder) = store().await;
    let (mut one, mut two) = (begin(&store).await, begin(&store).await);
    for _ in 1..4 {
        let batch = [one.next(&[MOVED]), two.next(&[MOVED])];
        assert!(store.append(&batch).await.iter().all(Result::is_ok));
    }
    store.delete(&[one.id], Duration::ZERO).await.expect("a store");
    assert_eq!(one.events(&store, 0).await, None);
    assert_eq!(two.events(&store, 0).await.expect("a log").len(), 4);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM events WHERE log = ?")
        .bind(one.id.0)
        .fetch_one(&store.readers)
        .await
        .expect("a number");
    assert_eq!(left, 0);
}

#[tokio::test]
async fn what_was_never_played_is_forgotten_sooner() {
    const DAY: Duration = Duration::from_hours(24);
    let (store, _folder) = store().await;
    let (unplayed, mut played, fresh) =
        (begin(&store).await, begin(&store).await, begin(&store).await);
    append(&store, played.next(&[MOVED])).await.expect("the next event");
    execute(&store, "UPDATE events SET at = at - 3 * 86400000 WHERE log < 3").await;
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(expired.iter().map(|log| log.id).collect::<Vec<_>>(), [unplayed.id]);
    let expired = store.expired(DAY, DAY).await.expect("a list");
    assert!(expired.len() == 2 && expired.iter().all(|log| log.id != fresh.id));
}

#[tokio::test]
async fn an_event_that_was_altered_is_found() {
    let (store, _folder) = store().await;
    let (mut one, other) = (begin(&store).await, begin(&store).await);
    append(&store, one.next(&[MOVED, RESIGNED])).await.expect("the next events");
    execute(&store, "UPDATE events SET event = replace(event, '2', '3') WHERE version = 1").await;
    let error = store.read_one(&one.table, 0).await.expect_err("it is not what was stored");
    assert_eq!(error.to_string(), format!("event 1 of log {} was altered", one.id.0));
    assert!(
        matches!(store.trouble(), Some(Trouble::Damaged(told)) if told.contains("was altered"))
    );
    assert!(other.events(&store, 0).await.is_some());
}

#[tokio::test]
async fn it_is_noted_who_held_an_idempotency_key_and_when_an_event_was_stored() {
    let (store, _folder) = store().await;
    let mut log = begin(&store).await;
    let holder = KeyUse(-2);
    let both = Append { key_use: Some(holder), ..log.next(&[MOVED, RESIGNED]) };
    append(&store, both).await.expect("the next events");
    let rows = sqlx::query("SELECT holder, at FROM events ORDER BY number")
        .fetch_all(&store.readers)
        .await
        .expect("rows");
    let held: Vec<Option<i64>> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(held, [None, Some(holder.0), None]);
    let now = store.clock.now();
    assert!(rows.iter().all(|row| (now - 60_000..=now).contains(&row.get::<i64, _>(1))));
}

#[tokio::test]
async fn the_file_says_what_it_is_and_is_vacuumed_in_steps() {
    let (store, folder) = store().await;
    let read = async |pragma: &'static str| -> i64 {
        sqlx::query_scalar(pragma).fetch_one(&store.readers).await.expect("a number")
    };
    assert_eq!(read("PRAGMA application_id").await.to_be_bytes()[4..], *b"Parl");
    assert_eq!(read("PRAGMA user_version").await, 3);
    assert_eq!(read("PRAGMA auto_vacuum").await, 2);
    let known = i64::from(Vocabulary::NEWEST.0);
    assert_eq!(read("SELECT vocabulary FROM format").await, known);
    execute(&store, "UPDATE format SET vocabulary = vocabulary + 1").await;
    store.close().await;
    let path = folder.path().join("parlor.db");
    let error = Sqlite::open(&path).await.err().expect("it may hold events that are not known");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn of_a_file_that_is_not_as_it_was_it_is_said_what_to_do() {
    let (store, folder) = store().await;
    for _ in 0..200 {
        begin(&store).await;
    }
    store.close().await;
    let path = folder.path().join("parlor.db");
    let whole = std::fs::read(&path).expect("a file");
    let cases: [(&str, &[u8], &str); 4] = [
        ("half", &whole[..whole.len() / 2], "it is damaged: restore a copy with `parlor restore`"),
        ("nothing", b"", "the file is empty, and was not when a server last used it: restore"),
        ("text", &[b'x'; 5_000], "it is not a database: choose another file with --database"),
        ("head", &whole[..50], "it is damaged: restore a copy with `parlor restore`"),
    ];
    for (name, content, expected) in cases {
        std::fs::write(&path, content).expect("ours");
        let error = Sqlite::open(&path).await.err().expect(name).to_string();
        assert!(error.starts_with(expected), "{name}: {error}");
    }
    std::fs::remove_file(&path).expect("ours");
    Sqlite::open(&path).await.expect("a new database").close().await;
}

#[tokio::test]
async fn a_file_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, made_by) in [
        ("tables", "CREATE TABLE notes (text TEXT)"),
        ("application", "PRAGMA application_id = 7; CREATE TABLE notes (text TEXT)"),
        ("version", "PRAGMA user_version = 9; CREATE TABLE notes (text TEXT)"),
    ] {
        let path = folder.path().join(name);
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut other = options.connect().await.expect("a database");
        sqlx::raw_sql(made_by).execute(&mut other).await.expect(made_by);
        other.close().await.expect("closed");
        let error = Sqlite::open(&path).await.err().expect("it is not ours");
        assert!(error.to_string().contains("another program"), "{name}: {error}");
    }
}
