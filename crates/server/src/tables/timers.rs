use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// When which owner (a table) is due: one list, and one task that waits for its first entry, for
/// all clocks of all tables. An owner has one timer at most.
pub(crate) struct Timers<T> {
    list: Mutex<List<T>>,
    changed: Notify,
}

struct List<T> {
    due: BTreeMap<Timer, Weak<T>>,
    /// How many timers were ever set.
    set: u64,
}

/// A timer that was set: when it is due, and a number that no other timer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timer {
    pub(crate) due: Instant,
    number: u64,
}

impl<T> Timers<T> {
    pub(crate) fn new() -> Self {
        let list = List { due: BTreeMap::new(), set: 0 };
        Self { list: Mutex::new(list), changed: Notify::new() }
    }

    /// Sets a timer in place of the one before.
    pub(crate) fn set(&self, due: Instant, owner: &Arc<T>, before: Option<Timer>) -> Timer {
        let mut list = self.list.lock();
        if let Some(before) = before {
            list.due.remove(&before);
        }
        list.set += 1;
        let timer = Timer { due, number: list.set };
        let is_first = list.due.first_key_value().is_none_or(|(first, _)| timer < *first);
        list.due.insert(timer, Arc::downgrade(owner));
        drop(list);
        if is_first {
            self.changed.notify_one();
        }
        timer
    }

    /// Waits until timers are due, and takes them off the list.
    pub(crate) async fn next_due(&self) -> Vec<(Timer, Arc<T>)> {
        loop {
            let first = self.list.lock().due.first_key_value().map(|(first, _)| first.due);
            match first {
                Some(due) => tokio::select! {
                    () = sleep_until(due) => return self.take_due(Instant::now()),
                    () = self.changed.notified() => {}
                },
                None => self.changed.notified().await,
            }
        }
    }

    fn take_due(&self, now: Instant) -> Vec<(Timer, Arc<T>)> {
        let mut list = self.list.lock();
        let later = list.due.split_off(&Timer { due: now, number: u64::MAX });
        let due = std::mem::replace(&mut list.due, later);
        drop(list);
        due.into_iter().filter_map(|(timer, owner)| Some((timer, owner.upgrade()?))).collect()
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.list.lock().due.len()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn timers_are_due_in_order_and_a_new_one_replaces_the_one_before() {
        let timers = Timers::new();
        let [early, late] = [Arc::new("early"), Arc::new("late")];
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        timers.set(after(5), &late, None);
        let replaced = timers.set(after(3), &early, None);
        timers.set(after(2), &early, Some(replaced));
        assert_eq!(timers.len(), 2);
        for (owner, seconds) in [(&early, 2), (&late, 5)] {
            let due = timers.next_due().await;
            assert!(matches!(&due[..], [(_, it)] if Arc::ptr_eq(it, owner)));
            assert_eq!(start.elapsed(), Duration::from_secs(seconds));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_sooner_timer_is_not_missed_while_another_is_waited_for() {
        let timers = Timers::new();
        let [early, late] = [Arc::new("early"), Arc::new("late")];
        let start = Instant::now();
        timers.set(start + Duration::from_mins(1), &late, None);
        let set_later = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            timers.set(start + Duration::from_secs(2), &early, None);
        };
        let (due, ()) = tokio::join!(timers.next_due(), set_later);
        assert!(matches!(&due[..], [(_, it)] if **it == "early"));
        assert_eq!(start.elapsed(), Duration::from_secs(2));
    }
}
