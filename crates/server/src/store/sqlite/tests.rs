use sqlx::Connection;
use tempfile::TempDir;

use super::writer::ROWS;
use super::*;
use crate::store::EncodedEvents;
use crate::tokens;

async fn store() -> (Sqlite, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let store = open(&folder).await;
    (store, folder)
}

async fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("parlor.db")).await.expect("a database")
}

/// The first events of a new log.
fn new_log(store: &Sqlite) -> Append {
    let header = LogHeader {
        table: tokens::new_table_id(),
        secret: [0; 16],
        seeks_opponent: false,
        tokens: [None; 2],
    };
    Append { header: Some(Box::new(header)), ..event(store.new_log_id(), 0) }
}

/// An event of a log that is there.
fn event(log: LogId, version: u32) -> Append {
    events(log, version, "moved\t2")
}

fn events(log: LogId, version: u32, lines: &str) -> Append {
    let events = EncodedEvents::from_message(format!("events\tfrom={version}\n{lines}"));
    Append { log, header: None, version, events, seat: None }
}

/// Stores a new log with one event.
async fn begin(store: &Sqlite) -> (LogId, TableId) {
    let new = Append { events: events(LogId(0), 0, "opened").events, ..new_log(store) };
    let log = new.log;
    let table = new.header.as_ref().expect("it is a new log").table.clone();
    append(store, new).await.expect("room");
    (log, table)
}

async fn lines(store: &Sqlite, table: &TableId, from: u32) -> Option<Vec<String>> {
    store.read(table, from).await.expect("a store").map(|stored| stored.lines)
}

async fn append(store: &Sqlite, append: Append) -> Result<(), AppendError> {
    store.append(&[append]).await.pop().expect("an answer")
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
    append(&store, new_log(&store)).await.expect("there is room");
    // The limit is the connection's own: another one has as much room as it likes.
    execute(&store, "PRAGMA max_page_count = 1").await;
    let long = EncodedEvents::from_message(format!("events\tfrom=0{}", "\nmoved\t2".repeat(500)));
    match append(&store, Append { events: long, ..new_log(&store) }).await {
        Err(AppendError::Failed(error)) => assert!(error.to_string().contains("full"), "{error}"),
        other => panic!("{other:?}"),
    }

    append(&store, new_log(&store)).await.expect("there is room again");
    store.delete(&[LogId(1)]).await.expect("deleting is writing too");
    store.probe().await.expect("and so is a probe");
}

#[tokio::test]
async fn who_comes_too_late_costs_others_nothing() {
    let (store, _folder) = store().await;
    let [one, two] = [new_log(&store), new_log(&store)];
    let [first, second] = [one.log, two.log];
    let results = store.append(&[one, two]).await;
    assert!(results.iter().all(Result::is_ok));
    append(&store, event(first, 1)).await.expect("the next event");
    let results = store.append(&[event(first, 1), event(second, 1), event(first, 2)]).await;
    assert!(matches!(
        results[..],
        [Err(AppendError::Conflict), Ok(()), Err(AppendError::Conflict)]
    ));
}

#[tokio::test]
async fn a_system_clock_that_was_set_expires_nothing() {
    const DAY: Duration = Duration::from_hours(24);
    let (store, folder) = store().await;
    let [old, new] = [new_log(&store), new_log(&store)];
    let left = old.log;
    store.append(&[old, new]).await.into_iter().for_each(|stored| stored.expect("room"));
    // As if the machine's clock had jumped a hundred days ahead, while nothing was served.
    execute(&store, "UPDATE events SET at = at - 100 * 86400").await;
    store.close().await;
    drop(store);

    let store = open(&folder).await;
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(expired, [], "as far as can be known, they were played yesterday");
    execute(&store, "UPDATE events SET at = at - 90 * 86400 WHERE log = 1").await;
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    let logs: Vec<_> = expired.iter().map(|log| (log.id, log.events)).collect();
    assert_eq!(logs, [(left, 1)]);
}

#[tokio::test]
async fn a_new_log_has_a_number_of_its_own_after_a_restart() {
    let (store, folder) = store().await;
    let set = new_log(&store);
    let log = set.log;
    append(&store, set).await.expect("room");
    store.close().await;
    assert!(append(&store, event(log, 1)).await.is_err(), "it is closed");
    let store = open(&folder).await;
    assert_eq!(store.new_log_id(), LogId(log.0 + 1));
}

#[tokio::test]
async fn every_log_gets_its_events_out_of_a_large_batch() {
    let (store, _folder) = store().await;
    let (mut batch, mut tables) = (Vec::new(), Vec::new());
    for number in 0..ROWS {
        let (log, table) = begin(&store).await;
        batch.push(events(log, 1, &format!("moved\t{number}\nresigned\t1")));
        tables.push(table);
    }
    batch.push(events(batch[0].log, 3, "rematched\t1"));
    assert!(store.append(&batch).await.iter().all(Result::is_ok));
    for (number, table) in tables.iter().enumerate().skip(1) {
        let expected = ["opened", &format!("moved\t{number}"), "resigned\t1"];
        assert_eq!(lines(&store, table, 0).await.expect("a log"), expected);
    }
    let news = ["resigned\t1", "rematched\t1"];
    assert_eq!(lines(&store, &tables[0], 2).await.expect("a log"), news);
    assert_eq!(lines(&store, &tables[0], 4).await, Some(Vec::new()));
}

#[tokio::test]
async fn what_is_not_the_next_event_is_refused_and_others_do_not_suffer() {
    use AppendError::Conflict;
    let (store, _folder) = store().await;
    let ((one, first), (two, second)) = (begin(&store).await, begin(&store).await);
    let batch = [
        events(one, 2, "moved\t5"),
        events(one, 1, "moved\t5"),
        events(two, 1, "moved\t1\nmoved\t2\nmoved\t3"),
        events(two, 1, "moved\t4"),
        events(LogId(99), 0, "opened"),
    ];
    let results = store.append(&batch).await;
    let expected =
        matches!(results[..], [Err(Conflict), Err(Conflict), Ok(()), Err(Conflict), Err(Conflict)]);
    assert!(expected, "{results:?}");
    assert_eq!(lines(&store, &first, 0).await.expect("a log"), ["opened"]);
    assert_eq!(lines(&store, &second, 3).await.expect("a log"), ["moved\t3"]);
}

#[tokio::test]
async fn a_forgotten_log_leaves_nothing_behind_and_the_others_as_they_were() {
    let (store, _folder) = store().await;
    let ((one, first), (two, second)) = (begin(&store).await, begin(&store).await);
    for version in 1..4 {
        let batch = [one, two].map(|log| event(log, version));
        assert!(store.append(&batch).await.iter().all(Result::is_ok));
    }
    store.delete(&[one]).await.expect("a store");
    assert_eq!(lines(&store, &first, 0).await, None);
    assert_eq!(lines(&store, &second, 0).await.expect("a log").len(), 4);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM events WHERE log = ?")
        .bind(one.0)
        .fetch_one(&store.readers)
        .await
        .expect("a number");
    assert_eq!(left, 0);
}

#[tokio::test]
async fn what_was_never_played_is_forgotten_sooner() {
    const DAY: Duration = Duration::from_hours(24);
    let (store, _folder) = store().await;
    let ((unplayed, _), (played, _), (fresh, _)) =
        (begin(&store).await, begin(&store).await, begin(&store).await);
    append(&store, event(played, 1)).await.expect("the next event");
    execute(&store, "UPDATE events SET at = at - 3 * 86400 WHERE log < 3").await;
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(expired.iter().map(|log| log.id).collect::<Vec<_>>(), [unplayed]);
    let expired = store.expired(DAY, DAY).await.expect("a list");
    assert!(expired.len() == 2 && expired.iter().all(|log| log.id != fresh));
}

#[tokio::test]
async fn a_database_of_version_1_goes_on_as_it_was() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("parlor.db");
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
         -- Of a log that is gone.
         INSERT INTO events VALUES (2, 5, 60, 'restarted');
         PRAGMA user_version = 1;",
    ] {
        sqlx::raw_sql(statement).execute(&mut old).await.expect("an old database");
    }
    old.close().await.expect("closed");

    let store = open(&folder).await;
    assert_eq!(store.new_log_id(), LogId(5));
    append(&store, events(LogId(4), 1, "moved\t3")).await.expect("the next event");
    let table = |name: &str| name.parse().expect("a name");
    let moved = ["opened", "moved\t2", "restarted"];
    assert_eq!(lines(&store, &table("table-3"), 0).await.expect("a log"), moved);
    assert_eq!(lines(&store, &table("table-4"), 0).await.expect("a log"), ["opened", "moved\t3"]);
    store.close().await;
    open(&folder).await;
}
