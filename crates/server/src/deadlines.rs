use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Instant;

use parking_lot::Mutex;
use parlor_table::{Event, Note};
use tokio::sync::Notify;
use tokio::time::sleep_until;

use crate::hosted::{Hosted, State};
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

impl Room {
    /// Has the table looked at when the next thing is due that nobody will ask for.
    pub(crate) fn wake_when_due(&self, hosted: &Arc<Hosted>, state: &mut State) {
        let Some(due) = self.due(state) else { return };
        if state.waking.is_none_or(|waking| due < waking) {
            state.waking = Some(due);
            self.deadlines.set(due, hosted);
        }
    }

    fn due(&self, state: &State) -> Option<Instant> {
        let toss = state.toss_awaits.map(|(_, since)| since + self.config.toss_within);
        [state.time_is_up(), toss, state.presence_due].into_iter().flatten().min()
    }

    /// Looks at a table because something may be due.
    pub(crate) fn wake(self: &Arc<Self>, hosted: &Arc<Hosted>) {
        let mut state = hosted.lock();
        let now = Instant::now();
        state.waking = None;
        if state.broken || self.is_closing() {
            return;
        }
        if state.presence_due.is_some_and(|due| due <= now) {
            state.tell_presence();
        }
        let silent = state.toss_awaits.filter(|(_, since)| *since + self.config.toss_within <= now);
        let event = match (state.out_of_time(now), silent) {
            (Some(player), _) => Some(Event::TimeRanOut { player }),
            (None, Some((player, _))) => Some(Event::TossForfeited { player }),
            (None, None) => None,
        };
        if let Some(event) = event {
            // A failure has been noted where it happened.
            let _ = self.happen(hosted, &mut state, vec![event], Note::default(), now);
        }
        self.wake_when_due(hosted, &mut state);
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
