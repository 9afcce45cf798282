use std::sync::Arc;
use std::time::Instant;

use crate::store::{Append, AppendError};
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
            self.health.begin_commit();
            let results = self.store.append(&appends).await;
            self.metrics.count_commit(begun.elapsed(), appends.len());
            self.health.record(&results);
            let mut lost = Vec::new();
            for ((append, pending), result) in appends.into_iter().zip(pending).zip(results) {
                match result {
                    Ok(()) => self.broadcast_committed(&append, pending),
                    Err(AppendError::Conflict) => lost.push(pending),
                    Err(AppendError::Failed(error)) => {
                        tracing::error!(log = append.log.0, %error, "events could not be stored");
                        self.give_up(&pending.table);
                    }
                }
            }
            self.decide_again(lost);
        }
    }

    /// Tells everyone at a table what has been committed. For its sender that is the
    /// acknowledgement: there is no other.
    fn broadcast_committed(self: &Arc<Self>, append: &Append, pending: Pending) {
        let Pending { table, committed, moves, request: _, receipt } = pending;
        let events = append.events.count();
        let mut state = table.lock();
        let seats_changed = state.confirm(append.version + events, committed);
        state.participants.broadcast(append.events.message());
        if seats_changed {
            self.stop_waiting_if_gone(&table, &mut state);
            self.broadcast_presence(&table, &mut state);
        }
        // Another node may have appended what follows.
        self.follow_if_behind(&table, &mut state);
        drop(state);
        self.metrics.count_events(events, moves);
        self.let_computer_play(&table);
        if let Some(receipt) = receipt {
            // The client that waited may have gone.
            let _ = receipt.send(Ok(()));
        }
    }

    /// Has commands decided again whose events are not stored because another node was faster. First
    /// the table catches up with its log.
    fn decide_again(&self, mut lost: Vec<Pending>) {
        // What belongs to one table stays in order.
        lost.sort_by_key(|pending| Arc::as_ptr(&pending.table));
        let mut lost = lost.into_iter().peekable();
        while let Some(first) = lost.next() {
            let table = first.table.clone();
            let mut in_vain = vec![first];
            while let Some(next) = lost.next_if(|next| Arc::ptr_eq(&next.table, &table)) {
                in_vain.push(next);
            }
            let mut state = table.lock();
            // What was decided since builds on what is not stored.
            in_vain.extend(self.commit_queue.take_back(&table));
            let commands = in_vain.into_iter().filter_map(Pending::into_deferred).collect();
            self.follow(&table, &mut state, commands);
        }
    }

    /// Drops a table from memory whose events could not be stored.
    pub(super) fn give_up(&self, table: &Arc<HostedTable>) {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use parlor_table::SeatId;

    use crate::tables::test_rig::{GAME, Rig, seated};

    #[tokio::test(start_paused = true)]
    async fn a_commit_that_does_not_end_makes_the_server_unhealthy_until_it_does() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        rig.store.append_gate.close();
        let renamed = r#"{"type":"rename","data":{"name":"Ada"}}"#;
        assert_eq!(rig.submit(&table, &seated(SeatId::First), renamed), None);
        rig.store.append_gate.arrival().await;
        assert!(rig.tables.health.ailment().is_none());
        tokio::time::sleep(Duration::from_mins(1)).await;
        let ailment = rig.tables.health.ailment().map(|ailment| ailment.to_string());
        assert!(ailment.is_some_and(|told| told.contains("a commit has been in progress")));
        rig.store.append_gate.let_one_through();
        while rig.tables.health.ailment().is_some() {
            tokio::task::yield_now().await;
        }
    }
}
