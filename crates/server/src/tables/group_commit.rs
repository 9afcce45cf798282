use std::sync::Arc;
use std::time::Instant;

use crate::store::Append;
use crate::tables::commit_queue::{Batch, Pending};
use crate::tables::hosted_table::HostedTable;
use crate::tables::service::Tables;

impl Tables {
    /// Commits what is queued and then broadcasts it, until the queue is closed. There is one such
    /// task: what a client is told is committed, and in the order in which it was decided.
    pub(crate) async fn run_group_commit(self: Arc<Self>) {
        let _unhealthy_when_this_ends = self.health.writer_guard();
        while let Some(batch) = self.commit_queue.next_batch().await {
            let Batch { appends, pending } = without_broken(batch);
            if appends.is_empty() {
                continue;
            }
            let begun = Instant::now();
            let results = self.store.append(&appends).await;
            self.metrics.count_commit(begun.elapsed(), appends.len());
            self.health.record(&results);
            for ((append, pending), result) in appends.into_iter().zip(pending).zip(results) {
                match result {
                    Ok(()) => self.broadcast_committed(&append, pending),
                    Err(error) => {
                        tracing::error!(log = append.log.0, %error, "events could not be stored");
                        self.give_up(&pending.table);
                    }
                }
            }
        }
    }

    /// Tells everyone at a table what has been committed. For its sender that is the
    /// acknowledgement: there is no other.
    fn broadcast_committed(self: &Arc<Self>, append: &Append, pending: Pending) {
        let Pending { table, committed, moves, receipt } = pending;
        let events = append.events.count();
        let mut state = table.lock();
        let seats_changed = state.confirm(append.version + events, committed);
        state.participants.broadcast(append.events.message());
        if seats_changed {
            state.broadcast_presence();
        }
        drop(state);
        self.metrics.count_events(events, moves);
        self.let_computer_play(&table);
        if let Some(receipt) = receipt {
            // The client that waited may have gone.
            let _ = receipt.send(());
        }
    }

    /// Drops a table from memory whose events could not be stored.
    fn give_up(&self, table: &Arc<HostedTable>) {
        table.lock().break_up();
        self.registry.remove(table);
    }
}

/// What may be stored of a batch: after something could not be, nothing that builds on it may.
fn without_broken(batch: Batch) -> Batch {
    let (appends, pending) = batch
        .appends
        .into_iter()
        .zip(batch.pending)
        .filter(|(_, pending)| !pending.table.lock().is_broken)
        .unzip();
    Batch { appends, pending }
}
