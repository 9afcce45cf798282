use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use parlor_protocol::TableId;
use tokio::sync::{OnceCell, RwLock, RwLockWriteGuard};
use tokio::time::Instant;

use crate::error::Error;
use crate::store::Store;
use crate::tables::hosted_table::HostedTable;

/// Which tables are in memory: how they get there, and when they go.
///
/// A table is in memory once at most, or two of one id would decide different things.
pub(crate) struct Registry {
    store: Arc<dyn Store>,
    tables: Mutex<HashMap<TableId, Arc<Slot>>>,
    /// Held for reading while a log is read, and for writing while logs are deleted: no client
    /// comes to a table that is just being deleted.
    deletion: RwLock<()>,
}

/// A table that is in memory, or is being read by the first of those who asked for it.
type Slot = OnceCell<Arc<HostedTable>>;

impl Registry {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, tables: Mutex::default(), deletion: RwLock::default() }
    }

    /// The table with this id, read from the store if need be.
    pub(crate) async fn find(&self, id: &TableId) -> Result<Arc<HostedTable>, Error> {
        let table = self.get_or_read(id).await?;
        if !table.lock().is_broken {
            return Ok(table);
        }
        self.remove(&table);
        self.get_or_read(id).await
    }

    /// Adds a new table.
    pub(crate) fn insert(&self, table: Arc<HostedTable>) {
        let id = table.id.clone();
        self.tables.lock().insert(id, Arc::new(OnceCell::new_with(Some(table))));
    }

    /// Drops a table that is broken.
    pub(crate) fn remove(&self, table: &Arc<HostedTable>) {
        let mut tables = self.tables.lock();
        // It may have been read again already.
        let known = tables.get(&table.id).and_then(|slot| slot.get());
        if known.is_some_and(|known| Arc::ptr_eq(known, table)) {
            tables.remove(&table.id);
        }
    }

    /// Drops tables without connections where nothing is going on.
    pub(crate) fn unload_unused(&self, unused_for: Duration) {
        let now = Instant::now();
        self.tables.lock().retain(|_, slot| {
            let Some(table) = slot.get() else { return Arc::strong_count(slot) > 1 };
            let state = table.lock();
            let is_idle = state.participants.is_empty()
                && state.is_all_committed()
                && state.timer.is_none()
                && !state.computer_thinks
                && now.duration_since(state.last_used) >= unused_for;
            let is_unused = is_idle || state.is_broken;
            drop(state);
            // A client that is about to come to it holds it, and can only have got it from this
            // map.
            !(is_unused && Arc::strong_count(table) == 1 && Arc::strong_count(slot) == 1)
        });
    }

    /// Keeps logs from being read while they are deleted.
    pub(crate) async fn lock_for_deletion(&self) -> RwLockWriteGuard<'_, ()> {
        self.deletion.write().await
    }

    /// The table with this id, if it is in memory.
    pub(crate) fn get(&self, id: &TableId) -> Option<Arc<HostedTable>> {
        self.tables.lock().get(id).and_then(|slot| slot.get().cloned())
    }

    pub(crate) fn contains(&self, id: &TableId) -> bool {
        self.tables.lock().contains_key(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.tables.lock().len()
    }

    /// All tables in memory.
    pub(crate) fn all(&self) -> Vec<Arc<HostedTable>> {
        self.tables.lock().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    async fn get_or_read(&self, id: &TableId) -> Result<Arc<HostedTable>, Error> {
        let slot = self.tables.lock().entry(id.clone()).or_default().clone();
        match slot.get_or_try_init(|| self.read(id)).await {
            Ok(table) => Ok(table.clone()),
            Err(error) => {
                self.remove_empty(id, &slot);
                Err(error)
            }
        }
    }

    /// Drops a slot whose table could not be read. While others wait for the same slot they read
    /// again, and it must stay, or there could be a second table of the same id: the last one drops
    /// it.
    fn remove_empty(&self, id: &TableId, slot: &Arc<Slot>) {
        let mut tables = self.tables.lock();
        let is_last = Arc::strong_count(slot) == 2 && !slot.initialized();
        if is_last && tables.get(id).is_some_and(|known| Arc::ptr_eq(known, slot)) {
            tables.remove(id);
        }
    }

    async fn read(&self, id: &TableId) -> Result<Arc<HostedTable>, Error> {
        let _not_deleted_meanwhile = self.deletion.read().await;
        let stored = self.store.read_one(id, 0).await?.ok_or(Error::NoSuchTable)?;
        let log = stored.id;
        let table = HostedTable::from_log(stored);
        Ok(Arc::new(table.map_err(|error| Error::DamagedLog { log, error })?))
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::Ordering;

    use futures_util::poll;
    use parlor_protocol::message::Reason;
    use parlor_table::Refusal;

    use super::*;
    use crate::store::memory::MemoryStore;

    fn registry() -> (Registry, Arc<MemoryStore>) {
        let store = MemoryStore::new();
        (Registry::new(store.clone()), store)
    }

    #[tokio::test]
    async fn a_table_is_in_memory_once_even_if_reading_it_fails_while_others_wait() {
        let (registry, store) = registry();
        let id = store.insert(["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen"]);
        store.read_gate.close();
        store.failing_reads.store(1, Ordering::Relaxed);
        let [mut first, mut second, mut third] =
            [pin!(registry.find(&id)), pin!(registry.find(&id)), pin!(registry.find(&id))];
        assert!(poll!(first.as_mut()).is_pending());
        assert!(poll!(second.as_mut()).is_pending(), "it waits for what the first one reads");
        store.read_gate.let_one_through();
        assert_eq!(
            first.await.err().map(|error| error.reason()),
            Some(Reason::Refused(Refusal::Unavailable))
        );
        assert!(poll!(second.as_mut()).is_pending());
        assert!(poll!(third.as_mut()).is_pending());
        store.read_gate.let_one_through();
        let [second, third] = [second.await, third.await].map(|found| found.expect("the table"));
        assert!(Arc::ptr_eq(&second, &third));
        assert_eq!(store.reads.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn what_could_not_be_read_is_not_kept_in_memory() {
        let (registry, _) = registry();
        let unknown = crate::tokens::new_table_id();
        let missing = registry.find(&unknown).await.err();
        assert!(matches!(missing, Some(Error::NoSuchTable)));
        assert_eq!(registry.len(), 0);
    }
}
