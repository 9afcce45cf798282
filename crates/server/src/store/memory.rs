//! A store for tests that keeps logs in memory.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use parking_lot::Mutex;
use parlor_protocol::TableId;
use parlor_protocol::event_log::write_entry;
use parlor_protocol::old_text::read_entry;
use tokio::sync::Semaphore;

use super::{
    Append, AppendError, ChainHash, ExpiredLog, LogHeader, LogId, ReadLog, Room, SeatChange, Store,
    StoreError, StoredLog, Trouble, Vocabulary,
};
use crate::tokens::TokenHash;

/// Logs in memory. A test can hold everything back, and have reads and commits fail.
pub(crate) struct MemoryStore {
    logs: Mutex<Vec<StoredLog>>,
    last_id: AtomicI64,
    /// How many reads have begun.
    pub(crate) reads: AtomicUsize,
    /// Reads wait for a permit each, if they are held back.
    pub(crate) read_gate: Gate,
    /// How many reads fail before the next one succeeds.
    pub(crate) failing_reads: AtomicUsize,
    pub(crate) append_gate: Gate,
    /// How many commits fail before the next one succeeds.
    pub(crate) failing_appends: AtomicUsize,
    /// What happens to commits, if anything does.
    pub(crate) faults: Mutex<Option<NextFault>>,
    pub(crate) delete_gate: Gate,
    /// How much room there is, as it says.
    pub(crate) room: Mutex<Room>,
    /// How often it can be shrunk.
    pub(crate) unused_room: AtomicUsize,
    /// What is wrong with it, as it says.
    pub(crate) trouble: Mutex<Option<Trouble>>,
    /// Whether to panic when it is looked for expired logs.
    pub(crate) panics_at_expiry: AtomicBool,
}

/// What happens to the next commit.
pub(crate) type NextFault = Box<dyn FnMut() -> Fault + Send>;

/// What can happen to a commit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Nothing,
    /// Nothing is stored.
    Fails,
    /// Everything is stored, and the answer says that it is not.
    AnswerIsLost,
    /// It takes so long.
    Stalls(Duration),
}

/// Where operations wait until a test lets them go on.
pub(crate) struct Gate {
    closed: AtomicBool,
    permits: Semaphore,
    arrived: Semaphore,
}

impl Gate {
    fn open() -> Self {
        Self {
            closed: AtomicBool::new(false),
            permits: Semaphore::new(0),
            arrived: Semaphore::new(0),
        }
    }

    /// From now on operations wait here.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Lets one operation go on.
    pub(crate) fn let_one_through(&self) {
        self.permits.add_permits(1);
    }

    /// Waits until an operation has come here.
    pub(crate) async fn arrival(&self) {
        self.arrived.acquire().await.expect("it is never closed").forget();
    }

    async fn pass(&self) {
        if self.closed.load(Ordering::Relaxed) {
            self.arrived.add_permits(1);
            self.permits.acquire().await.expect("it is never closed").forget();
        }
    }
}

/// Counts down, and says whether there was anything left.
fn one_less(left: &AtomicUsize) -> bool {
    let less = |left: usize| left.checked_sub(1);
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
}

impl MemoryStore {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            logs: Mutex::default(),
            last_id: AtomicI64::new(0),
            reads: AtomicUsize::new(0),
            read_gate: Gate::open(),
            failing_reads: AtomicUsize::new(0),
            append_gate: Gate::open(),
            failing_appends: AtomicUsize::new(0),
            faults: Mutex::default(),
            delete_gate: Gate::open(),
            room: Mutex::new(Room { disk_free: Some(u64::MAX), database: 0 }),
            unused_room: AtomicUsize::new(0),
            trouble: Mutex::default(),
            panics_at_expiry: AtomicBool::new(false),
        })
    }

    /// Puts a log of these lines into the store, whose seats no token opens, and gives back the
    /// name of its table. The lines are in the text of earlier versions, which is shorter than JSON.
    pub(crate) fn insert<'a>(&self, lines: impl IntoIterator<Item = &'a str>) -> TableId {
        let header = LogHeader {
            table: crate::tokens::new_table_id(),
            secret: [0; 16],
            seeks_opponent: false,
            tokens: [None; 2],
            epoch: LogHeader::FIRST_EPOCH,
        };
        let table = header.table.clone();
        let json = |line| write_entry(&read_entry(line).expect("an event"));
        let events: Vec<String> = lines.into_iter().map(json).collect();
        let start = ChainHash::start(&table);
        let hash = events.iter().fold(start, |hash, event| hash.next(event));
        let id = self.new_log_id();
        self.logs.lock().push(StoredLog {
            id,
            header,
            events,
            key_uses: Vec::new(),
            version: 0,
            hash: Some(hash),
            age: Duration::ZERO,
        });
        table
    }

    /// Appends an event to a log, as another node would: a line in the text of earlier versions.
    pub(crate) fn append_line(&self, table: &TableId, line: &str) {
        let json = write_entry(&read_entry(line).expect("an event"));
        let mut logs = self.logs.lock();
        let stored = logs.iter_mut().find(|log| log.header.table == *table).expect("a log");
        stored.hash = stored.hash.map(|hash| hash.next(&json));
        stored.events.push(json);
    }

    /// How many events are stored in all logs.
    pub(crate) fn stored_events(&self) -> usize {
        self.logs.lock().iter().map(|log| log.events.len()).sum()
    }

    /// The table of a log, and how many events are stored of it.
    pub(crate) fn version_of(&self, log: LogId) -> Option<(TableId, u32)> {
        let logs = self.logs.lock();
        let stored = logs.iter().find(|stored| stored.id == log)?;
        Some((stored.header.table.clone(), stored.events.len() as u32))
    }

    /// How many events are stored of these tables.
    pub(crate) fn versions(&self, tables: &[TableId]) -> Vec<(TableId, u32)> {
        let logs = self.logs.lock();
        let stored = logs.iter().filter(|stored| tables.contains(&stored.header.table));
        stored.map(|log| (log.header.table.clone(), log.events.len() as u32)).collect()
    }

    fn append_one(&self, append: &Append) -> Result<(), AppendError> {
        let Append { log, header, version, events, seat, key_use } = append;
        let mut logs = self.logs.lock();
        if let Some(header) = header {
            logs.push(StoredLog {
                id: *log,
                header: (**header).clone(),
                events: Vec::new(),
                key_uses: Vec::new(),
                version: 0,
                hash: None,
                age: Duration::ZERO,
            });
        }
        let stored = logs.iter_mut().find(|stored| stored.id == *log);
        let stored = stored.ok_or(AppendError::Conflict)?;
        if stored.events.len() != *version as usize {
            return Err(AppendError::Conflict);
        }
        stored.key_uses.extend(key_use.map(|key_use| (*version, key_use)));
        stored.hash = events.iter().last().map(|event| event.hash).or(stored.hash);
        stored.events.extend(events.iter().map(|event| event.json.to_owned()));
        if let Some(SeatChange { seat, token }) = seat {
            stored.header.tokens[seat.index()] = *token;
        }
        Ok(())
    }
}

impl Store for MemoryStore {
    fn new_log_id(&self) -> LogId {
        LogId(self.last_id.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), AppendError>>> {
        async move {
            self.append_gate.pass().await;
            let fault = self.faults.lock().as_mut().map(|next_fault| next_fault());
            if let Some(Fault::Stalls(time)) = fault {
                tokio::time::sleep(time).await;
            }
            let fails = one_less(&self.failing_appends) || matches!(fault, Some(Fault::Fails));
            let mut failed = HashSet::new();
            let mut results = Vec::new();
            for append in batch {
                let result = if fails {
                    Err(AppendError::Failed(StoreError::new("the disk is full")))
                } else if failed.contains(&append.log) {
                    Err(AppendError::Conflict)
                } else {
                    self.append_one(append)
                };
                if result.is_err() {
                    failed.insert(append.log);
                }
                results.push(result);
            }
            if matches!(fault, Some(Fault::AnswerIsLost)) {
                let lost = || AppendError::Failed(StoreError::new("the answer was lost"));
                return batch.iter().map(|_| Err(lost())).collect();
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
            self.reads.fetch_add(1, Ordering::Relaxed);
            self.read_gate.pass().await;
            if one_less(&self.failing_reads) {
                return Err(StoreError::new("the disk hiccups"));
            }
            let logs = self.logs.lock();
            let read = |(table, from): &(TableId, u32)| {
                let stored = logs.iter().find(|log| log.header.table == *table);
                let Some(mut stored) = stored.cloned() else { return Ok(None) };
                stored.version = stored.events.len() as u32;
                stored.events.drain(..(*from as usize).min(stored.events.len()));
                stored.hash = stored.hash.filter(|_| !stored.events.is_empty());
                stored.key_uses.retain(|(version, _)| version >= from);
                Ok(Some(stored))
            };
            Ok(tables.iter().map(read).collect())
        }
        .boxed()
    }

    fn find_seat<'a>(
        &'a self,
        token: &'a TokenHash,
        other_than: Option<LogId>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            if one_less(&self.failing_reads) {
                return Err(StoreError::new("the disk hiccups"));
            }
            let logs = self.logs.lock();
            let opens = |log: &&StoredLog| {
                Some(log.id) != other_than
                    && log.header.tokens.iter().flatten().any(|known| known.matches(token))
            };
            Ok(logs.iter().find(opens).map(|log| log.header.table.clone()))
        }
        .boxed()
    }

    /// Every log has expired if it may at once.
    fn expired(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<ExpiredLog>, StoreError>> {
        async move {
            assert!(!self.panics_at_expiry.load(Ordering::Relaxed), "a test has this fail");
            let logs = self.logs.lock();
            let expired = logs.iter().filter(|log| {
                let was_played =
                    log.events.iter().any(|json| json.starts_with(r#"{"type":"moved""#));
                if was_played { played.is_zero() } else { unplayed.is_zero() }
            });
            let listed = |log: &StoredLog| ExpiredLog {
                id: log.id,
                table: log.header.table.clone(),
                events: log.events.len() as u32,
            };
            Ok(expired.map(listed).collect())
        }
        .boxed()
    }

    fn delete<'a>(
        &'a self,
        logs: &'a [LogId],
        _: Duration,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.delete_gate.pass().await;
            self.logs.lock().retain(|log| !logs.contains(&log.id));
            Ok(())
        }
        .boxed()
    }

    fn shrink(&self) -> BoxFuture<'_, Result<bool, StoreError>> {
        let is_more = |left: usize| left.checked_sub(1);
        let shrunk = self.unused_room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, is_more);
        ready(Ok(shrunk.is_ok_and(|left| left > 1))).boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        async { Ok(()) }.boxed()
    }

    fn room(&self) -> BoxFuture<'_, Result<Room, StoreError>> {
        ready(Ok(*self.room.lock())).boxed()
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble.lock().clone()
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::NEWEST
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {}.boxed()
    }
}

mod tests {
    use super::*;

    crate::store::laws::test_store_laws!((
        Arc::into_inner(MemoryStore::new()).expect("the only one"),
        ()
    ));
}
