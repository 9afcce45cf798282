use std::net::Ipv4Addr;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use parlor_protocol::TableId;
use parlor_protocol::message::{Hello, PROTOCOL, Reason};
use tempfile::TempDir;
use tokio::sync::Notify;

use super::*;
use crate::config::Config;
use crate::store::{Append, NotAppended, Sqlite, Store, Stored};
use crate::tables::group_commit;
use crate::tokens::TokenHash;

/// A real store that stops before it forgets anything, until it may go on, and tells what it was
/// asked for.
struct Watched {
    store: Sqlite,
    forgets: Notify,
    go_on: Notify,
    reads: Mutex<usize>,
}

impl Store for Watched {
    fn new_key(&self) -> LogKey {
        self.store.new_key()
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), NotAppended>>> {
        self.store.append(batch)
    }

    fn read<'a>(
        &'a self,
        table: &'a TableId,
        from: u32,
    ) -> BoxFuture<'a, Result<Option<Stored>, StoreError>> {
        *self.reads.lock() += 1;
        self.store.read(table, from)
    }

    fn seat_elsewhere<'a>(
        &'a self,
        key: &'a TokenHash,
        log: Option<LogKey>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        self.store.seat_elsewhere(key, log)
    }

    fn abandoned(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<Abandoned>, StoreError>> {
        self.store.abandoned(played, unplayed)
    }

    fn forget<'a>(&'a self, logs: &'a [LogKey]) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.forgets.notify_one();
            self.go_on.notified().await;
            self.store.forget(logs).await
        }
        .boxed()
    }

    fn try_out(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.try_out()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.store.close()
    }
}

async fn room() -> (Arc<Room>, Arc<Watched>, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let database = folder.path().join("parlor.db");
    let store = Arc::new(Watched {
        store: Sqlite::open(&database).await.expect("a new database"),
        forgets: Notify::new(),
        go_on: Notify::new(),
        reads: Mutex::new(0),
    });
    // Whatever is a second old is abandoned.
    let config = Config { forget_unplayed_after: Duration::ZERO, ..Config::new(database) };
    let room = Arc::new(Room::new(config, store.clone()));
    tokio::spawn(group_commit::run(room.clone()));
    (room, store, folder)
}

#[tokio::test]
async fn nobody_comes_to_a_table_that_is_being_forgotten() {
    let (room, store, _folder) = room().await;
    let new = "table\tgame=gems".parse().expect("a table");
    let key = room.open(new, false).await.expect("a table");
    room.unload(Duration::ZERO);
    assert!(!room.is_in_memory(&key.table));
    while store.abandoned(Duration::ZERO, Duration::ZERO).await.expect("a list").is_empty() {}

    let forgetting = tokio::spawn({
        let room = room.clone();
        async move { forget(&room).await }
    });
    store.forgets.notified().await;
    let hello = Hello { protocol: PROTOCOL, table: key.table, token: Some(key.token), version: 0 };
    let mut coming = Box::pin(room.greet(hello, Ipv4Addr::LOCALHOST.into()));
    assert!((&mut coming).now_or_never().is_none());
    assert_eq!(*store.reads.lock(), 0, "who comes now waits until it is decided");
    store.go_on.notify_one();
    assert_eq!(forgetting.await.expect("it ends").expect("it works"), 1);
    assert_eq!(coming.await.err(), Some(Reason::NoSuchTable));
}

#[test]
fn logs_are_forgotten_few_at_a_time() {
    let table: TableId = "q3mX0aVbT9Lk2PzR".parse().expect("a name");
    let usual = (0..1_000).map(|number| (LogKey(number), 50));
    let long = (1_000..1_003).map(|number| (LogKey(number), EVENTS_AT_ONCE));
    let all: Vec<Abandoned> = usual
        .chain(long)
        .map(|(log, events)| Abandoned { log, table: table.clone(), events })
        .collect();
    let parts = few_at_a_time(all.clone());
    assert_eq!(parts.concat(), all);
    for part in parts {
        let events: u32 = part.iter().map(|log| log.events).sum();
        assert!(events <= EVENTS_AT_ONCE && !part.is_empty(), "{} logs", part.len());
    }
    assert!(few_at_a_time(Vec::new()).is_empty());
}
