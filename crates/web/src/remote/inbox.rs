use std::collections::VecDeque;

use parlor_protocol::message::Events;
use parlor_table::Entry;

/// What has been heard of a log.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// How many events, those included that have been shown.
    heard: usize,
    /// Events that have not been shown yet.
    waiting: VecDeque<Entry>,
}

impl Inbox {
    /// As if so many events had been heard and shown.
    pub(super) fn after(heard: usize) -> Self {
        Self { heard, waiting: VecDeque::new() }
    }

    pub(super) fn heard(&self) -> usize {
        self.heard
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Takes in what happened; false if something before it is missing.
    pub(super) fn take_in(&mut self, Events { from, entries }: Events) -> bool {
        if from > self.heard {
            return false;
        }
        let before = self.waiting.len();
        self.waiting.extend(entries.into_iter().skip(self.heard - from));
        self.heard += self.waiting.len() - before;
        true
    }

    /// The next event to be shown.
    pub(super) fn next(&mut self) -> Option<Entry> {
        self.waiting.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Choice;
    use parlor_table::Event;

    use super::*;

    fn moved(index: u8) -> Event {
        Event::Moved { choice: Choice::new(index).expect("a place") }
    }

    fn events(from: usize, choices: &[u8]) -> Events {
        let entry = |&index: &u8| moved(index).into();
        Events { from, entries: choices.iter().map(entry).collect() }
    }

    #[test]
    fn what_is_known_already_is_passed_over_and_a_gap_is_noticed() {
        let mut inbox = Inbox::after(3);
        assert!(inbox.take_in(events(3, &[1, 2])));
        assert!(inbox.take_in(events(4, &[2, 5])));
        assert!(inbox.take_in(events(0, &[0, 0])));
        assert!(!inbox.take_in(events(7, &[4])), "event 6 is missing");
        assert_eq!((inbox.heard(), inbox.waiting()), (6, 3));
        let shown: Vec<Event> =
            std::iter::from_fn(|| inbox.next()).map(|entry| entry.event).collect();
        assert_eq!(shown, [1, 2, 5].map(moved));
        assert_eq!((inbox.heard(), inbox.waiting()), (6, 0));
    }
}
