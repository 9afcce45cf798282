use parlor_protocol::message::EventsMessage;
use sqlx::Connection;
use tempfile::TempDir;

use super::writer::ROWS;
use super::*;
use crate::store::{EncodedEvents, KeyHolder};
use crate::tokens;

async fn store() -> (Sqlite, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let store = open(&folder).await;
    (store, folder)
}

async fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("parlor.db")).await.expect("a database")
}

/// A log as it is in a store, or as it is about to be.
#[derive(Clone)]
struct Log {
    id: LogId,
    table: TableId,
    /// The hash of what is in the store.
    hash: ChainHash,
    version: u32,
}

impl Log {
    fn new(store: &Sqlite) -> Self {
        let table = tokens::new_table_id();
        Self { id: store.new_log_id(), hash: ChainHash::start(&table), table, version: 0 }
    }

    /// The first event of the log.
    fn open(&mut self) -> Append {
        let header = LogHeader {
            table: self.table.clone(),
            secret: [0; 16],
            seeks_opponent: false,
            tokens: [None; 2],
            epoch: LogHeader::FIRST_EPOCH,
        };
        Append { header: Some(Box::new(header)), ..self.next(&[OPENED]) }
    }

    /// Events that continue the log.
    fn next(&mut self, events: &[&str]) -> Append {
        let append = self.at(self.version, events);
        self.version += append.events.count();
        self.hash = append.events.last_hash().unwrap_or(self.hash);
        append
    }

    /// Events that claim to have this version.
    fn at(&self, version: u32, events: &[&str]) -> Append {
        let message = EventsMessage::of(version, events.iter().copied());
        let events = EncodedEvents::new(message, self.hash);
        Append { log: self.id, header: None, version, events, holder: None, seat: None }
    }

    async fn events(&self, store: &Sqlite, from: u32) -> Option<Vec<String>> {
        store.read(&self.table, from).await.expect("a store").map(|stored| stored.events)
    }
}

const OPENED: &str = r#"{"type":"opened"}"#;
const MOVED: &str = r#"{"type":"moved","data":{"choice":2}}"#;
const RESIGNED: &str = r#"{"type":"resigned","data":{"player":1}}"#;

/// Stores a new log with one event.
async fn begin(store: &Sqlite) -> Log {
    let mut log = Log::new(store);
    append(store, log.open()).await.expect("room");
    log
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
    store.delete(&[first.id]).await.expect("deleting is writing too");
    store.probe().await.expect("and so is a probe");
}

#[tokio::test]
async fn who_comes_too_late_costs_others_nothing() {
    let (store, _folder) = store().await;
    let (mut first, mut second) = (begin(&store).await, begin(&store).await);
    let late = first.clone();
    append(&store, first.next(&[MOVED])).await.expect("the next event");
    let batch = [late.at(1, &[MOVED]), second.next(&[MOVED]), late.at(2, &[MOVED])];
    let results = store.append(&batch).await;
    assert!(matches!(
        results[..],
        [Err(AppendError::Conflict), Ok(()), Err(AppendError::Conflict)]
    ));
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
async fn every_log_gets_its_events_out_of_a_large_batch() {
    let moved = |number: usize| format!(r#"{{"type":"moved","data":{{"choice":{number}}}}}"#);
    let (store, _folder) = store().await;
    let (mut batch, mut logs) = (Vec::new(), Vec::new());
    for number in 0..ROWS {
        let mut log = begin(&store).await;
        batch.push(log.next(&[&moved(number), RESIGNED]));
        logs.push(log);
    }
    batch.push(logs[0].next(&[r#"{"type":"rematched"}"#]));
    assert!(store.append(&batch).await.iter().all(Result::is_ok));
    for (number, log) in logs.iter().enumerate().skip(1) {
        let expected = [OPENED, &moved(number), RESIGNED];
        assert_eq!(log.events(&store, 0).await.expect("a log"), expected);
    }
    let news = [RESIGNED, r#"{"type":"rematched"}"#];
    assert_eq!(logs[0].events(&store, 2).await.expect("a log"), news);
    assert_eq!(logs[0].events(&store, 4).await, Some(Vec::new()));
}

#[tokio::test]
async fn what_is_not_the_next_event_is_refused_and_others_do_not_suffer() {
    use AppendError::Conflict;
    let (store, _folder) = store().await;
    let (first, mut second) = (begin(&store).await, begin(&store).await);
    let unknown = Log { id: LogId(99), ..first.clone() };
    let late = second.clone();
    let batch = [
        first.at(2, &[MOVED]),
        first.at(1, &[MOVED]),
        second.next(&[MOVED, MOVED, RESIGNED]),
        late.at(1, &[MOVED]),
        unknown.at(0, &[OPENED]),
    ];
    let results = store.append(&batch).await;
    let expected =
        matches!(results[..], [Err(Conflict), Err(Conflict), Ok(()), Err(Conflict), Err(Conflict)]);
    assert!(expected, "{results:?}");
    assert_eq!(first.events(&store, 0).await.expect("a log"), [OPENED]);
    assert_eq!(second.events(&store, 3).await.expect("a log"), [RESIGNED]);
}

#[tokio::test]
async fn a_forgotten_log_leaves_nothing_behind_and_the_others_as_they_were() {
    let (store, _folder) = store().await;
    let (mut one, mut two) = (begin(&store).await, begin(&store).await);
    for _ in 1..4 {
        let batch = [one.next(&[MOVED]), two.next(&[MOVED])];
        assert!(store.append(&batch).await.iter().all(Result::is_ok));
    }
    store.delete(&[one.id]).await.expect("a store");
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
    let error = store.read(&one.table, 0).await.expect_err("it is not what was stored");
    assert_eq!(error.to_string(), format!("event 1 of log {} was altered", one.id.0));
    assert!(other.events(&store, 0).await.is_some());
}

#[tokio::test]
async fn it_is_noted_who_held_an_idempotency_key_and_when_an_event_was_stored() {
    let (store, _folder) = store().await;
    let mut log = begin(&store).await;
    let holder = KeyHolder::from(TokenHash([0xfe; 32]));
    let both = Append { holder: Some(holder), ..log.next(&[MOVED, RESIGNED]) };
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
    assert_eq!(read("SELECT vocabulary FROM format").await, 1);
    execute(&store, "UPDATE format SET vocabulary = 2").await;
    store.close().await;
    let path = folder.path().join("parlor.db");
    let error = Sqlite::open(&path).await.err().expect("it may hold events that are not known");
    assert!(error.to_string().contains("newer version"), "{error}");
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
