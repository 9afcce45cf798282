use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::store::Append;
use crate::tables::committed::Committed;
use crate::tables::hosted_table::HostedTable;
use crate::tables::request::{Deferred, ReceiptSender, Request};

/// Events that wait to be stored.
///
/// Whatever has queued up while one commit is in progress goes into the next one (group commit):
/// the busier the server, the fewer commits for each event.
#[derive(Default)]
pub(crate) struct CommitQueue {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    batch: Batch,
    /// Nothing more will come.
    is_closed: bool,
}

/// What goes into one commit: for each append, what is done when it is committed.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) appends: Vec<Append>,
    pub(crate) pending: Vec<Pending>,
}

/// What is done when events are committed.
pub(crate) struct Pending {
    pub(crate) table: Arc<HostedTable>,
    /// What is committed of the table then.
    pub(crate) committed: Committed,
    /// How many of the events are moves.
    pub(crate) moves: u32,
    /// The command that led to them, if it was a client's. What time or the computer led to is found
    /// again by itself.
    pub(crate) request: Option<Request>,
    /// Sent when they are committed; dropped if they could not be.
    pub(crate) receipt: Option<ReceiptSender>,
}

impl Pending {
    /// The command, to be decided again.
    pub(crate) fn into_deferred(self) -> Option<Deferred> {
        let Self { request, receipt, .. } = self;
        request.map(|request| Deferred { request, receipt })
    }
}

impl CommitQueue {
    /// As much as is committed within some seconds.
    pub(crate) const CAPACITY: usize = 50_000;

    /// Queues events. The table has to be locked meanwhile, so that its events keep their order.
    pub(crate) fn push(&self, append: Append, pending: Pending) {
        let mut waiting = self.waiting.lock();
        waiting.batch.appends.push(append);
        waiting.batch.pending.push(pending);
        drop(waiting);
        self.changed.notify_one();
    }

    /// Takes the events of a table off the queue. The table has to be locked meanwhile.
    pub(crate) fn take_back(&self, table: &Arc<HostedTable>) -> Vec<Pending> {
        let mut waiting = self.waiting.lock();
        let Batch { appends, pending } = std::mem::take(&mut waiting.batch);
        let mut taken = Vec::new();
        for (append, pending) in appends.into_iter().zip(pending) {
            if Arc::ptr_eq(&pending.table, table) {
                taken.push(pending);
            } else {
                waiting.batch.appends.push(append);
                waiting.batch.pending.push(pending);
            }
        }
        taken
    }

    /// Whether so much waits that no more commands should be taken on (backpressure).
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.lock().batch.appends.len() >= Self::CAPACITY
    }

    /// Lets the writer end once everything is stored.
    pub(crate) fn close(&self) {
        self.waiting.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Everything that waits; `None` when nothing does and nothing will.
    pub(crate) async fn next_batch(&self) -> Option<Batch> {
        loop {
            {
                let mut waiting = self.waiting.lock();
                if !waiting.batch.appends.is_empty() {
                    return Some(std::mem::take(&mut waiting.batch));
                }
                if waiting.is_closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}
