use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};

use crate::store::Append;
use crate::tables::Room;
use crate::tables::committed::Told;
use crate::tables::hosted_table::Hosted;

/// What waits to be stored. Whatever has queued up while one commit was under way goes into the
/// next one: the busier the server, the fewer commits for each event.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    appends: Vec<Append>,
    /// Which table each of them is for, and who waits to hear that it is done.
    owners: Vec<Owner>,
    /// Nothing more will come.
    closed: bool,
}

/// Whose events they are.
pub(crate) struct Owner {
    pub(crate) hosted: Arc<Hosted>,
    /// What people know of the table once they are stored.
    pub(crate) told: Told,
    /// Somebody who waits to hear that they are stored.
    pub(crate) done: Option<oneshot::Sender<bool>>,
}

impl Queue {
    /// What is stored in some seconds at most.
    pub(crate) const ROOM: usize = 50_000;

    /// Leaves events to be stored. Call it while the table is locked: its events keep their order.
    pub(crate) fn push(&self, append: Append, owner: Owner) {
        let mut waiting = self.waiting.lock();
        waiting.appends.push(append);
        waiting.owners.push(owner);
        drop(waiting);
        self.changed.notify_one();
    }

    /// Whether so much waits that nothing more should be taken on.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.lock().appends.len() >= Self::ROOM
    }

    /// Lets the writer finish once everything is stored.
    pub(crate) fn close(&self) {
        self.waiting.lock().closed = true;
        self.changed.notify_one();
    }

    /// Everything that waits; `None` when nothing does and nothing will.
    async fn next(&self) -> Option<(Vec<Append>, Vec<Owner>)> {
        loop {
            {
                let mut waiting = self.waiting.lock();
                if !waiting.appends.is_empty() {
                    let appends = std::mem::take(&mut waiting.appends);
                    return Some((appends, std::mem::take(&mut waiting.owners)));
                }
                if waiting.closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}

/// Stores what is queued and tells everybody, until the queue is closed. There is one writer.
pub(crate) async fn run(room: Arc<Room>) {
    let _works = room.health.writer_works();
    while let Some((appends, owners)) = room.queue.next().await {
        // After something could not be stored, nothing that builds on it may be.
        let (appends, owners): (Vec<_>, Vec<_>) = appends
            .into_iter()
            .zip(owners)
            .filter(|(_, owner)| !owner.hosted.lock().broken)
            .unzip();
        if appends.is_empty() {
            continue;
        }
        let begun = Instant::now();
        let outcomes = room.store.append(&appends).await;
        room.metrics.committed(begun.elapsed(), appends.len());
        room.health.appended(&outcomes);
        for ((append, owner), outcome) in appends.into_iter().zip(owners).zip(outcomes) {
            let Owner { hosted, told, done } = owner;
            let stored = outcome.is_ok();
            match outcome {
                Ok(()) => room.stored(&hosted, &append, told),
                Err(error) => {
                    tracing::error!(log = append.log.0, %error, "events could not be stored");
                    room.give_up(&hosted);
                }
            }
            if let Some(done) = done {
                // Whoever waited may have gone.
                let _ = done.send(stored);
            }
        }
    }
}
