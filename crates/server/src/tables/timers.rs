use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Instant;

use parking_lot::Mutex;
use parlor_table::{Event, Note};
use tokio::sync::Notify;
use tokio::time::sleep_until;

use crate::tables::Room;
use crate::tables::hosted_table::{Hosted, State};

/// When which table is to be looked at: one list and one task for all clocks of all tables. A table
/// is in the list once at most.
#[derive(Default)]
pub(crate) struct Deadlines {
    list: Mutex<List>,
    changed: Notify,
}

#[derive(Default)]
struct List {
    due: BTreeMap<Deadline, Weak<Hosted>>,
    entries: u64,
}

/// An entry in the list: when it is due, and a number that no other entry has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Deadline {
    due: Instant,
    number: u64,
}

impl Deadlines {
    /// Has a table looked at then, and not when it would have been before.
    fn set(&self, due: Instant, hosted: &Arc<Hosted>, before: Option<Deadline>) -> Deadline {
        let mut list = self.list.lock();
        if let Some(before) = before {
            list.due.remove(&before);
        }
        list.entries += 1;
        let deadline = Deadline { due, number: list.entries };
        let sooner = list.due.first_key_value().is_none_or(|(first, _)| deadline < *first);
        list.due.insert(deadline, Arc::downgrade(hosted));
        drop(list);
        if sooner {
            self.changed.notify_one();
        }
        deadline
    }

    fn take_due(&self, now: Instant) -> BTreeMap<Deadline, Weak<Hosted>> {
        let mut list = self.list.lock();
        let later = list.due.split_off(&Deadline { due: now, number: u64::MAX });
        std::mem::replace(&mut list.due, later)
    }

    fn first(&self) -> Option<Instant> {
        self.list.lock().due.first_key_value().map(|(first, _)| first.due)
    }
}

impl Room {
    /// Has the table looked at when the next thing is due that nobody will ask for.
    pub(crate) fn wake_when_due(&self, hosted: &Arc<Hosted>, state: &mut State) {
        let Some(due) = self.due(state) else { return };
        if state.waking.is_none_or(|waking| due < waking.due) {
            state.waking = Some(self.deadlines.set(due, hosted, state.waking));
        }
    }

    fn due(&self, state: &State) -> Option<Instant> {
        let toss = state.toss_awaits.map(|(_, since)| since + self.config.toss_within);
        [state.time_is_up(), toss, state.presence_due].into_iter().flatten().min()
    }

    /// Looks at a table because something may be due.
    fn wake(self: &Arc<Self>, hosted: &Arc<Hosted>, deadline: Deadline) {
        let mut state = hosted.lock();
        let now = Instant::now();
        if state.waking != Some(deadline) {
            // An earlier one has been set since this one was taken off the list.
            return;
        }
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
        for (deadline, hosted) in room.deadlines.take_due(Instant::now()) {
            if let Some(hosted) = hosted.upgrade() {
                room.wake(&hosted, deadline);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use parlor_protocol::message::{Hello, PROTOCOL};
    use parlor_table::Name;

    use super::*;
    use crate::config::Config;
    use crate::store::Sqlite;
    use crate::tables::group_commit;
    use crate::tokens::{self, TokenHash};

    #[tokio::test]
    async fn a_table_is_in_the_list_once() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let database = folder.path().join("parlor.db");
        let store = Sqlite::open(&database).await.expect("a new database");
        let room = Arc::new(Room::new(Config::new(database), Arc::new(store)));
        tokio::spawn(group_commit::run(room.clone()));
        let new = "table\tgame=gems\tclock=300+0".parse().expect("a table");
        let key = room.open(new, false).await.expect("a table");
        let hosted = room.find(&key.table).await.expect("a table");
        let ben = tokens::seat_token();
        let seated = room.seat(&hosted, Name::new("Ben"), TokenHash::of(&ben)).await;
        seated.expect("a free seat");
        let listed = || room.deadlines.list.lock().due.len();
        assert_eq!(listed(), 0, "nobody has come yet to move");
        for token in [key.token, ben] {
            let table = key.table.clone();
            let hello = Hello { protocol: PROTOCOL, table, token: Some(token), version: 0 };
            room.greet(hello, Ipv4Addr::LOCALHOST.into()).await.expect("a seat");
        }
        assert_eq!(listed(), 1, "a clock runs");
        for _ in 0..3 {
            // A crowd comes and goes, and is counted before the clock has run out.
            let soon = Instant::now();
            hosted.lock().presence_due = Some(soon);
            room.wake_when_due(&hosted, &mut hosted.lock());
            assert_eq!(listed(), 1, "the next thing that is due");
            let due = room.deadlines.take_due(soon);
            let (&deadline, _) = due.first_key_value().expect("it is due");
            room.wake(&hosted, deadline);
            assert_eq!(hosted.lock().presence_due, None);
            assert_eq!(listed(), 1, "the clock again");
            room.wake(&hosted, deadline);
            assert_eq!(listed(), 1, "whoever comes late with the same does nothing");
        }
        let end = Instant::now() + Duration::from_secs(301);
        assert_eq!(room.deadlines.take_due(end).len(), 1);
    }
}
