use sqlx::Connection;
use tempfile::TempDir;

use super::writer::ROWS;
use super::*;
use crate::store::Lines;
use crate::tokens;

async fn store() -> (Sqlite, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let store = open(&folder).await;
    (store, folder)
}

async fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("parlor.db")).await.expect("a database")
}

/// What sets a table.
fn beginning(store: &Sqlite) -> Append {
    let beginning =
        Beginning { table: tokens::table_id(), secret: [0; 16], anyone: false, keys: [None; 2] };
    Append { begins: Some(Box::new(beginning)), ..event(store.new_key(), 0) }
}

/// What happens at a table that is set.
fn event(log: LogKey, version: u32) -> Append {
    events(log, version, "moved\t2")
}

fn events(log: LogKey, version: u32, lines: &str) -> Append {
    let lines = Lines::of_message(format!("events\tfrom={version}\n{lines}"));
    Append { log, begins: None, version, lines, seat: None }
}

/// Sets a table, where nothing happens yet.
async fn begin(store: &Sqlite) -> (LogKey, TableId) {
    let begins = Append { lines: events(LogKey(0), 0, "opened").lines, ..beginning(store) };
    let log = begins.log;
    let table = begins.begins.as_ref().expect("it begins a log").table.clone();
    append(store, begins).await.expect("room");
    (log, table)
}

async fn lines(store: &Sqlite, table: &TableId, from: u32) -> Option<Vec<String>> {
    store.read(table, from).await.expect("a store").map(|stored| stored.lines)
}

async fn append(store: &Sqlite, append: Append) -> Result<(), NotAppended> {
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
    append(&store, beginning(&store)).await.expect("there is room");
    // The limit is the connection's own: whoever has another one has as much room as they like.
    execute(&store, "PRAGMA max_page_count = 1").await;
    let long = Lines::of_message(format!("events\tfrom=0{}", "\nmoved\t2".repeat(500)));
    match append(&store, Append { lines: long, ..beginning(&store) }).await {
        Err(NotAppended::Failed(error)) => assert!(error.to_string().contains("full"), "{error}"),
        other => panic!("{other:?}"),
    }

    append(&store, beginning(&store)).await.expect("there is room again");
    store.forget(&[LogKey(1)]).await.expect("forgetting is writing too");
    store.try_out().await.expect("and so is trying it out");
}

#[tokio::test]
async fn who_comes_too_late_costs_others_nothing() {
    let (store, _folder) = store().await;
    let [one, two] = [beginning(&store), beginning(&store)];
    let [first, second] = [one.log, two.log];
    let outcomes = store.append(&[one, two]).await;
    assert!(outcomes.iter().all(Result::is_ok));
    append(&store, event(first, 1)).await.expect("the next event");
    let outcomes = store.append(&[event(first, 1), event(second, 1), event(first, 2)]).await;
    assert!(matches!(outcomes[..], [Err(NotAppended::TooLate), Ok(()), Err(NotAppended::TooLate)]));
}

#[tokio::test]
async fn a_clock_that_was_set_forgets_nothing() {
    const DAY: Duration = Duration::from_hours(24);
    let (store, folder) = store().await;
    let [old, new] = [beginning(&store), beginning(&store)];
    let left = old.log;
    store.append(&[old, new]).await.into_iter().for_each(|stored| stored.expect("room"));
    // As if the machine's clock had jumped a hundred days ahead, while nothing was served.
    execute(&store, "UPDATE events SET at = at - 100 * 86400").await;
    store.close().await;
    drop(store);

    let store = open(&folder).await;
    let abandoned = store.abandoned(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(abandoned, [], "they were played yesterday, for all anybody knows");
    execute(&store, "UPDATE events SET at = at - 90 * 86400 WHERE log = 1").await;
    let abandoned = store.abandoned(90 * DAY, 2 * DAY).await.expect("a list");
    let logs: Vec<_> = abandoned.iter().map(|log| (log.log, log.events)).collect();
    assert_eq!(logs, [(left, 1)]);
}

#[tokio::test]
async fn a_new_log_has_a_number_of_its_own_after_a_restart() {
    let (store, folder) = store().await;
    let set = beginning(&store);
    let log = set.log;
    append(&store, set).await.expect("room");
    store.close().await;
    assert!(append(&store, event(log, 1)).await.is_err(), "it is closed");
    let store = open(&folder).await;
    assert_eq!(store.new_key(), LogKey(log.0 + 1));
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
    use NotAppended::TooLate;
    let (store, _folder) = store().await;
    let ((one, first), (two, second)) = (begin(&store).await, begin(&store).await);
    let batch = [
        events(one, 2, "moved\t5"),
        events(one, 1, "moved\t5"),
        events(two, 1, "moved\t1\nmoved\t2\nmoved\t3"),
        events(two, 1, "moved\t4"),
        events(LogKey(99), 0, "opened"),
    ];
    let outcomes = store.append(&batch).await;
    let expected =
        matches!(outcomes[..], [Err(TooLate), Err(TooLate), Ok(()), Err(TooLate), Err(TooLate)]);
    assert!(expected, "{outcomes:?}");
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
    store.forget(&[one]).await.expect("a store");
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
    let abandoned = store.abandoned(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(abandoned.iter().map(|log| log.log).collect::<Vec<_>>(), [unplayed]);
    let abandoned = store.abandoned(DAY, DAY).await.expect("a list");
    assert!(abandoned.len() == 2 && abandoned.iter().all(|log| log.log != fresh));
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
    assert_eq!(store.new_key(), LogKey(5));
    append(&store, events(LogKey(4), 1, "moved\t3")).await.expect("the next event");
    let table = |name: &str| name.parse().expect("a name");
    let moved = ["opened", "moved\t2", "restarted"];
    assert_eq!(lines(&store, &table("table-3"), 0).await.expect("a log"), moved);
    assert_eq!(lines(&store, &table("table-4"), 0).await.expect("a log"), ["opened", "moved\t3"]);
    store.close().await;
    open(&folder).await;
}
