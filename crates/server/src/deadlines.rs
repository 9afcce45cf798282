use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::sleep_until;

use crate::hosted::Hosted;
use crate::room::Room;

/// When which table is to be looked at: one list and one task for all clocks of all tables.
#[derive(Default)]
pub(crate) struct Deadlines {
    list: Mutex<List>,
    changed: Notify,
}

#[derive(Default)]
struct List {
    due: BTreeMap<(Instant, u64), Weak<Hosted>>,
    entries: u64,
}

impl Deadlines {
    /// Has a table looked at then.
    pub(crate) fn set(&self, due: Instant, hosted: &Arc<Hosted>) {
        let mut list = self.list.lock();
        list.entries += 1;
        let key = (due, list.entries);
        let sooner = list.due.first_key_value().is_none_or(|(first, _)| key < *first);
        list.due.insert(key, Arc::downgrade(hosted));
        drop(list);
        if sooner {
            self.changed.notify_one();
        }
    }

    fn take_due(&self, now: Instant) -> Vec<Weak<Hosted>> {
        let mut list = self.list.lock();
        let later = list.due.split_off(&(now, u64::MAX));
        std::mem::replace(&mut list.due, later).into_values().collect()
    }

    fn first(&self) -> Option<Instant> {
        self.list.lock().due.first_key_value().map(|((due, _), _)| *due)
    }
}

/// Looks at tables when something is due, for ever.
pub(crate) async fn run(room: Arc<Room>) {
    loop {
        match room.deadlines.first() {
            Some(due) => tokio::select! {
                () = sleep_until(due.into()) => {}
                () = room.deadlines.changed.notified() => {}
            },
            None => room.deadlines.changed.notified().await,
        }
        for hosted in room.deadlines.take_due(Instant::now()) {
            if let Some(hosted) = hosted.upgrade() {
                room.wake(&hosted);
            }
        }
    }
}
