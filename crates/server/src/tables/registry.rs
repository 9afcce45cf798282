//! Which tables are in memory: how they get there, and when they go.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_protocol::TableId;
use parlor_protocol::message::Reason;

use crate::tables::Room;
use crate::tables::hosted_table::Hosted;

impl Room {
    pub(crate) fn drop_from_memory(&self, hosted: &Arc<Hosted>) {
        let mut tables = self.tables.lock();
        // It may have been read anew already.
        let known = tables.get(&hosted.id).and_then(|cell| cell.get());
        if known.is_some_and(|known| Arc::ptr_eq(known, hosted)) {
            tables.remove(&hosted.id);
        }
    }

    /// The table with this name, read from the store if need be.
    pub(crate) async fn find(&self, id: &TableId) -> Result<Arc<Hosted>, Reason> {
        let hosted = self.find_or_read(id).await?;
        if !hosted.lock().broken {
            return Ok(hosted);
        }
        self.drop_from_memory(&hosted);
        self.find_or_read(id).await
    }

    async fn find_or_read(&self, id: &TableId) -> Result<Arc<Hosted>, Reason> {
        let cell = self.tables.lock().entry(id.clone()).or_default().clone();
        let hosted = cell.get_or_try_init(|| self.read(id)).await;
        if hosted.is_err() {
            let mut tables = self.tables.lock();
            // Whoever else waits for this cell reads again; nobody may make another one meanwhile,
            // or else there would be two tables of one name. The last one takes it away.
            let alone = Arc::strong_count(&cell) == 2 && !cell.initialized();
            if alone && tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &cell)) {
                tables.remove(id);
            }
        }
        hosted.cloned()
    }

    async fn read(&self, id: &TableId) -> Result<Arc<Hosted>, Reason> {
        let _not_forgotten_meanwhile = self.forgetting.read().await;
        let stored = self.store.read(id, 0).await.map_err(|error| {
            tracing::error!(%error, "a log could not be read");
            Reason::Failed
        })?;
        let stored = stored.ok_or(Reason::NoSuchTable)?;
        let key = stored.key;
        let hosted = Hosted::of_log(stored, &self.hasher).map_err(|error| {
            tracing::error!(log = key.0, %error, "a log makes no sense");
            Reason::Failed
        })?;
        Ok(Arc::new(hosted))
    }

    /// How many tables are in memory.
    pub(crate) fn tables_in_memory(&self) -> usize {
        self.tables.lock().len()
    }

    /// Whether a table is in memory.
    pub(crate) fn is_in_memory(&self, id: &TableId) -> bool {
        self.tables.lock().contains_key(id)
    }

    /// Drops tables from memory where nobody has been for a while and nothing is going on.
    pub(crate) fn unload(&self, unused_for: Duration) {
        let now = Instant::now();
        self.tables.lock().retain(|_, cell| {
            let Some(hosted) = cell.get() else { return Arc::strong_count(cell) > 1 };
            let state = hosted.lock();
            let quiet = state.members.is_empty()
                && state.committed == state.version()
                && state.waking.is_none()
                && !state.computer_thinks
                && now.duration_since(state.used) >= unused_for;
            drop(state);
            // Whoever is about to come to it holds it, and can only have got it from this map.
            !(quiet && Arc::strong_count(hosted) == 1 && Arc::strong_count(cell) == 1)
        });
    }
}
