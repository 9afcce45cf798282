use axum::extract::ws::Utf8Bytes;
use parlor_protocol::message::EventsMessage;

use crate::store::ChainHash;

/// The log of a table as the JSON that is sent and stored, an object for each event.
///
/// It is kept in pages. A page that is full is the message that tells of its events: however many
/// clients wait for it, there is one copy of it.
#[derive(Debug)]
pub(crate) struct LogJson {
    /// The hash before the first event.
    start: ChainHash,
    /// The hash after the last one.
    hash: ChainHash,
    /// The pages that are full.
    pages: Vec<Page>,
    /// The events after those, with a comma after each, and the number of the first of them.
    open: String,
    first_open: u32,
    /// Where each event ends in its page.
    ends: Vec<u32>,
    /// The message that was made last for events that fill no page.
    rest: Option<Rest>,
}

#[derive(Debug)]
struct Page {
    /// The number of its first event, and where that begins.
    first: u32,
    begin: u32,
    message: Utf8Bytes,
    /// The hash after its last event.
    hash: ChainHash,
}

#[derive(Debug)]
struct Rest {
    from: u32,
    to: u32,
    message: Utf8Bytes,
}

/// How many bytes of events fill a page. A client that does not read keeps one in the buffer of its
/// socket, and one in its welcome.
pub(crate) const PAGE_BYTES: usize = 16 * 1024;

impl LogJson {
    /// A log without events, which has this hash.
    pub(crate) fn new(start: ChainHash) -> Self {
        Self {
            start,
            hash: start,
            pages: Vec::new(),
            open: String::new(),
            first_open: 0,
            ends: Vec::new(),
            rest: None,
        }
    }

    pub(crate) fn push(&mut self, event: &str) {
        self.hash = self.hash.next(event);
        self.open.push_str(event);
        self.ends.push(self.open.len() as u32);
        self.open.push(',');
        if self.open.len() >= PAGE_BYTES {
            self.close_page();
        }
    }

    /// How many events there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The event with this number.
    pub(crate) fn event(&self, number: u32) -> Option<&str> {
        let end = *self.ends.get(number as usize)? as usize;
        let (first, begin, text) = self.page_of(number);
        let begin = if number == first { begin } else { self.ends[number as usize - 1] + 1 };
        text.get(begin as usize..end)
    }

    /// The events from a number up to another, with commas between them.
    pub(crate) fn between(&self, from: u32, to: u32) -> String {
        let mut events = String::new();
        for event in (from..to).map_while(|number| self.event(number)) {
            if !events.is_empty() {
                events.push(',');
            }
            events.push_str(event);
        }
        events
    }

    /// The number after the last event of the page that an event is in.
    pub(crate) fn end_of_page(&self, number: u32) -> u32 {
        let pages = self.pages.partition_point(|page| page.first <= number);
        match self.pages.get(pages) {
            Some(next) => next.first,
            None if number < self.first_open => self.first_open,
            None => self.len(),
        }
    }

    /// Messages that tell of the events from a number up to another.
    pub(crate) fn messages(&mut self, from: u32, to: u32) -> Vec<Utf8Bytes> {
        let mut messages = Vec::new();
        let mut next = from;
        while next < to {
            let end = self.end_of_page(next);
            let page = self.pages.binary_search_by_key(&next, |page| page.first);
            messages.push(match page {
                Ok(page) if end <= to => self.pages[page].message.clone(),
                Ok(_) | Err(_) => self.rest(next, end.min(to)),
            });
            next = end;
        }
        messages
    }

    /// The hash after the last event.
    pub(crate) fn hash(&self) -> ChainHash {
        self.hash
    }

    /// The hash when there were so many events.
    pub(crate) fn hash_at(&self, version: u32) -> ChainHash {
        if version == self.len() {
            return self.hash;
        }
        let begun = self.pages.partition_point(|page| page.first <= version);
        let whole = if version < self.first_open { begun.saturating_sub(1) } else { begun };
        let first = self.pages.get(whole).map_or(self.first_open, |page| page.first);
        let before = whole.checked_sub(1).map_or(self.start, |page| self.pages[page].hash);
        let events = (first..version).map_while(|number| self.event(number));
        events.fold(before, ChainHash::next)
    }

    /// The message about events that fill no page. Clients that come one after the other share it.
    fn rest(&mut self, from: u32, to: u32) -> Utf8Bytes {
        if let Some(rest) = self.rest.as_ref().filter(|rest| (rest.from, rest.to) == (from, to)) {
            return rest.message.clone();
        }
        let events = (from..to).map_while(|number| self.event(number));
        let (message, _) = EventsMessage::of(from, events).finish(Some(&self.hash_at(to).told()));
        let message = Utf8Bytes::from(message);
        self.rest = Some(Rest { from, to, message: message.clone() });
        message
    }

    fn close_page(&mut self) {
        let first = self.first_open;
        let events = (first..self.len()).map_while(|number| self.event(number));
        let (message, places) = EventsMessage::of(first, events).finish(Some(&self.hash.told()));
        for (end, place) in self.ends[first as usize..].iter_mut().zip(&places) {
            *end = place.end as u32;
        }
        let begin = places.first().map_or(0, |place| place.start as u32);
        self.pages.push(Page { first, begin, message: message.into(), hash: self.hash });
        self.open = String::new();
        self.first_open = self.len();
    }

    /// The first event and the text of the page that an event is in, and where that event begins there.
    fn page_of(&self, number: u32) -> (u32, u32, &str) {
        if number >= self.first_open {
            return (self.first_open, 0, &self.open);
        }
        let page = self.pages.partition_point(|page| page.first <= number).saturating_sub(1);
        let Page { first, begin, message, .. } = &self.pages[page];
        (*first, *begin, message)
    }
}

#[cfg(test)]
mod tests {
    use parlor_protocol::message::FromServer;

    use super::*;

    const START: ChainHash = ChainHash([7; 16]);

    /// A log of so many events that need pages, and what they are.
    fn log_of(events: u32) -> (LogJson, Vec<String>) {
        let renamed = |number| {
            let name = format!("B{number}");
            format!(r#"{{"type":"renamed","data":{{"player":2,"name":"{name}"}},"by":2}}"#)
        };
        let events: Vec<String> = (0..events).map(renamed).collect();
        let mut log = LogJson::new(START);
        for event in &events {
            log.push(event);
        }
        (log, events)
    }

    #[test]
    fn any_stretch_of_it_can_be_read() {
        let mut log = LogJson::new(START);
        for event in ["{}", "[1]", "[2]"] {
            log.push(event);
        }
        assert_eq!(log.between(1, 3), "[1],[2]");
        assert_eq!(log.between(2, 99), "[2]");
        assert_eq!([log.between(3, 3), log.between(9, 3), log.between(2, 1)], ["", "", ""]);
        assert_eq!((log.event(1), log.event(3), log.len()), (Some("[1]"), None, 3));
        let (log, events) = log_of(1_000);
        assert!(log.pages.len() > 2, "{} pages", log.pages.len());
        assert!((0..1_000).map_while(|number| log.event(number)).eq(&events));
        assert_eq!(log.between(100, 700), events[100..700].join(","));
    }

    #[test]
    fn the_hash_at_a_version_is_that_of_the_events_before_it() {
        let (log, events) = log_of(1_000);
        let mut hash = START;
        for (version, event) in (0..).zip(&events) {
            assert_eq!(log.hash_at(version), hash, "{version}");
            hash = hash.next(event);
        }
        assert_eq!((log.hash_at(1_000), log.hash()), (hash, hash));
    }

    #[test]
    fn it_is_told_in_pages_that_all_share() {
        let (mut log, events) = log_of(1_000);
        let first_page = log.end_of_page(0);
        for (from, to) in [(0, 1_000), (0, 999), (first_page, 990), (0, first_page), (7, 9)] {
            let messages = log.messages(from, to);
            let mut next = from;
            for message in &messages {
                assert!(message.len() < PAGE_BYTES + 500, "{} bytes", message.len());
                let Ok(FromServer::Events(told)) = message.parse() else { panic!("{message}") };
                assert_eq!(told.from, next as usize);
                next += told.entries.len() as u32;
                assert_eq!(told.hash, Some(log.hash_at(next).told()));
            }
            assert_eq!(next, to);
            let told: String = messages.iter().map(Utf8Bytes::as_str).collect();
            assert!(
                told.contains(&events[to as usize - 1]) && told.contains(&events[from as usize])
            );
            let again = log.messages(from, to);
            let same = |(one, other): (&Utf8Bytes, &Utf8Bytes)| one.as_ptr() == other.as_ptr();
            assert!(messages.iter().zip(&again).all(same), "they are not copied");
        }
        assert!(log.messages(1_000, 1_000).is_empty());
    }
}
