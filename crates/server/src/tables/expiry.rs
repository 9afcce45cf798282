use std::sync::Arc;
use std::time::Instant;

use crate::store::{ExpiredLog, LogId, StoreError};
use crate::tables::service::Tables;

impl Tables {
    /// Drops from memory what is not used, and deletes tables that have expired, every now and
    /// then, for ever.
    pub(crate) async fn run_expiry(self: Arc<Self>) {
        let mut last_expiry: Option<Instant> = None;
        loop {
            tokio::time::sleep(self.config.unload_every).await;
            self.registry.unload_unused(self.config.unload_after);
            if last_expiry.is_some_and(|last| last.elapsed() < self.config.expire_every) {
                continue;
            }
            last_expiry = Some(Instant::now());
            match self.delete_expired().await {
                Ok(0) => {}
                Ok(tables) => tracing::info!(tables, "deleted expired tables"),
                Err(error) => tracing::error!(%error, "could not delete expired tables"),
            }
        }
    }

    /// Deletes tables at which nothing has happened for long, and says how many.
    async fn delete_expired(&self) -> Result<usize, StoreError> {
        let (played, unplayed) = (self.config.expire_after, self.config.expire_unplayed_after);
        let mut deleted = 0;
        for batch in small_batches(self.store.expired(played, unplayed).await?) {
            let _no_client_comes_meanwhile = self.registry.lock_for_deletion().await;
            // A player may be sitting there after all, waiting; or has come since the list was
            // made, and then the table is in memory still, because no other task drops tables from
            // there.
            let unused = batch.iter().filter(|log| !self.registry.contains(&log.table));
            let logs: Vec<LogId> = unused.map(|log| log.id).collect();
            if !logs.is_empty() {
                self.store.delete(&logs, played.min(unplayed)).await?;
            }
            deleted += logs.len();
        }
        if deleted > 0 {
            // A little at a time: whoever waits to store something comes in between.
            while self.store.shrink().await? {}
        }
        Ok(deleted)
    }
}

/// About how many events are deleted at once. All moves wait meanwhile.
const EVENTS_IN_A_BATCH: u32 = 10_000;

/// The logs in batches that are deleted quickly.
fn small_batches(mut logs: Vec<ExpiredLog>) -> Vec<Vec<ExpiredLog>> {
    let mut batches = Vec::new();
    while !logs.is_empty() {
        let mut events = 0;
        let fitting = logs.iter().take_while(|log| {
            // To delete a log is some work besides that of its events.
            events += log.events + 3;
            events <= EVENTS_IN_A_BATCH
        });
        let count = fitting.count().max(1);
        let rest = logs.split_off(count);
        batches.push(std::mem::replace(&mut logs, rest));
    }
    batches
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use futures_util::FutureExt;

    use super::*;
    use crate::error::Error;
    use crate::tables::test_rig::{Rig, hello, network};
    use crate::tokens;

    #[tokio::test]
    async fn no_client_comes_to_a_table_that_is_being_deleted() {
        let rig = Rig::with(|config| config.expire_unplayed_after = Duration::ZERO);
        let new = r#"{"game":"gems"}"#.parse().expect("a table");
        let seat = rig.tables.create(new, false).await.expect("a table");
        // The task that commits lets go of the table after it has said that it is committed.
        while rig.tables.registry.contains(&seat.table) {
            rig.tables.registry.unload_unused(Duration::ZERO);
            tokio::task::yield_now().await;
        }
        rig.store.delete_gate.close();
        let deleting = tokio::spawn({
            let tables = rig.tables.clone();
            async move { tables.delete_expired().await }
        });
        rig.store.delete_gate.arrival().await;
        let hello = hello(seat.table, Some(seat.token));
        let mut connecting = Box::pin(rig.tables.connect(hello, network()));
        assert!((&mut connecting).now_or_never().is_none());
        let reads = rig.store.reads.load(Ordering::Relaxed);
        assert_eq!(reads, 0, "a client that comes now waits until it is decided");
        rig.store.unused_room.store(3, Ordering::Relaxed);
        rig.store.delete_gate.let_one_through();
        assert_eq!(deleting.await.expect("it ends").expect("it works"), 1);
        assert!(matches!(connecting.await, Err(Error::NoSuchTable)));
        let unused = rig.store.unused_room.load(Ordering::Relaxed);
        assert_eq!(unused, 0, "the room that it took is given back");
    }

    #[test]
    fn logs_are_deleted_in_small_batches() {
        let table = tokens::new_table_id();
        let usual = (0..1_000).map(|number| (LogId(number), 50));
        let long = (1_000..1_003).map(|number| (LogId(number), EVENTS_IN_A_BATCH));
        let all: Vec<ExpiredLog> = usual
            .chain(long)
            .map(|(id, events)| ExpiredLog { id, table: table.clone(), events })
            .collect();
        let batches = small_batches(all.clone());
        assert_eq!(batches.concat(), all);
        for batch in batches {
            let events: u32 = batch.iter().map(|log| log.events).sum();
            assert!(events <= EVENTS_IN_A_BATCH && !batch.is_empty(), "{} logs", batch.len());
        }
        assert!(small_batches(Vec::new()).is_empty());
    }
}
