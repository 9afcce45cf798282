use tempfile::TempDir;

use super::*;
use crate::secrets;
use crate::store::Lines;

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
        Beginning { table: secrets::table_id(), secret: [0; 16], anyone: false, keys: [None; 2] };
    Append { begins: Some(Box::new(beginning)), ..event(store.new_key(), 0) }
}

/// What happens at a table that is set.
fn event(log: LogKey, version: u32) -> Append {
    let lines = Lines::of_message(format!("events\tfrom={version}\nmoved\t2"));
    Append { log, begins: None, version, lines, seat: None }
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
