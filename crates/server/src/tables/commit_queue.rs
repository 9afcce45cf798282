use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::store::Append;
use crate::tables::committed::Committed;
use crate::tables::hosted_table::HostedTable;
use crate::tables::participant::Participant;
use crate::tables::request::{Deferred, ReceiptSender, Request};

/// Events that wait to be stored, and refusals that follow from them.
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

/// What goes into one commit, and what is done after it.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) appends: Vec<Append>,
    /// In the order in which it was decided. There is one [`Outcome::Events`] for each append.
    pub(crate) outcomes: Vec<Outcome>,
}

/// What commands have led to.
#[expect(clippy::large_enum_variant, reason = "a refusal seldom waits, and events always do")]
pub(crate) enum Outcome {
    Events(Pending),
    Refused(HeldRefusal),
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

/// A refusal that is told when everything is committed that it follows from. If that cannot be, it
/// was never true.
pub(crate) struct HeldRefusal {
    pub(crate) table: Arc<HostedTable>,
    /// How many events it follows from.
    pub(crate) version: u32,
    pub(crate) message: String,
    pub(crate) participant: Arc<Participant>,
    pub(crate) command: Box<Deferred>,
}

impl Outcome {
    pub(crate) fn table(&self) -> &Arc<HostedTable> {
        match self {
            Self::Events(pending) => &pending.table,
            Self::Refused(held) => &held.table,
        }
    }

    /// The command, to be decided again.
    pub(crate) fn into_deferred(self) -> Option<Deferred> {
        match self {
            Self::Events(pending) => pending.into_deferred(),
            Self::Refused(held) => Some(*held.command),
        }
    }
}

impl Batch {
    /// Takes out what belongs to tables that are broken.
    pub(crate) fn take_broken(&mut self) {
        if self.outcomes.iter().any(|outcome| outcome.table().lock().is_broken) {
            self.take(|table| table.lock().is_broken);
        }
    }

    /// Takes out what belongs to some tables. What is left stays in order, and so does what is taken.
    pub(crate) fn take(&mut self, is_taken: impl Fn(&Arc<HostedTable>) -> bool) -> Vec<Outcome> {
        let Self { appends, outcomes } = std::mem::take(self);
        let mut appends = appends.into_iter();
        let mut taken = Vec::new();
        for outcome in outcomes {
            let append = match outcome {
                Outcome::Events(_) => appends.next(),
                Outcome::Refused(_) => None,
            };
            if is_taken(outcome.table()) {
                taken.push(outcome);
            } else {
                self.appends.extend(append);
                self.outcomes.push(outcome);
            }
        }
        taken
    }
}

impl CommitQueue {
    /// As much as is committed within some seconds.
    pub(crate) const CAPACITY: usize = 50_000;

    /// Queues events. The table has to be locked meanwhile, so that its events keep their order.
    pub(crate) fn push(&self, append: Append, pending: Pending) {
        let mut waiting = self.waiting.lock();
        waiting.batch.appends.push(append);
        waiting.batch.outcomes.push(Outcome::Events(pending));
        drop(waiting);
        self.changed.notify_one();
    }

    /// Has a refusal wait for what it follows from. The table has to be locked meanwhile.
    pub(crate) fn hold(&self, refusal: HeldRefusal) {
        self.waiting.lock().batch.outcomes.push(Outcome::Refused(refusal));
        self.changed.notify_one();
    }

    /// Takes what belongs to a table off the queue. The table has to be locked meanwhile.
    pub(crate) fn take_back(&self, table: &Arc<HostedTable>) -> Vec<Outcome> {
        self.waiting.lock().batch.take(|other| Arc::ptr_eq(other, table))
    }

    /// Whether so much waits that no more commands should be taken on (backpressure).
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= Self::CAPACITY
    }

    /// How much waits.
    pub(crate) fn len(&self) -> usize {
        self.waiting.lock().batch.outcomes.len()
    }

    /// Lets the writer end once everything is stored.
    pub(crate) fn close(&self) {
        self.waiting.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Everything that waits; `None` when nothing does and nothing will. What is queued from then on
    /// goes into the emptied batch, whose memory is used again.
    pub(crate) async fn next_batch(&self, emptied: Batch) -> Option<Batch> {
        loop {
            {
                let mut waiting = self.waiting.lock();
                if !waiting.batch.outcomes.is_empty() {
                    return Some(std::mem::replace(&mut waiting.batch, emptied));
                }
                if waiting.is_closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}
