use std::ops::Range;

use parlor_table::Entry;

use crate::LogHash;
use crate::event_log::write_entry;

/// The message about events, made while they happen. Each is written once: the same bytes are sent
/// to everyone and stored.
#[derive(Debug)]
pub struct EventsMessage {
    text: String,
    events: Vec<Range<usize>>,
}

/// How a message ends whose last member is the list of events.
const END: &str = "]}}";

impl EventsMessage {
    /// A message whose first event will have this number.
    pub fn new(from: u32) -> Self {
        /// The message about a move is rarely longer.
        const USUAL_LENGTH: usize = 128;
        let mut text = String::with_capacity(USUAL_LENGTH);
        text.push_str(r#"{"type":"events","data":{"from":"#);
        text.push_str(&from.to_string());
        text.push_str(r#","events":["#);
        Self { text, events: Vec::with_capacity(1) }
    }

    /// A message about events that are JSON already.
    pub fn of<'a>(from: u32, events: impl IntoIterator<Item = &'a str>) -> Self {
        let mut message = Self::new(from);
        events.into_iter().for_each(|event| message.push_text(event));
        message
    }

    /// Adds an event, and gives back its JSON.
    pub fn push(&mut self, entry: &Entry) -> &str {
        self.push_text(&write_entry(entry));
        &self.text[self.events.last().cloned().unwrap_or_default()]
    }

    /// The events as JSON.
    pub fn events(&self) -> impl Iterator<Item = &str> {
        self.events.iter().map(|range| &self.text[range.clone()])
    }

    /// The message, with the hash of the log after the events, and where the events are in it.
    pub fn finish(mut self, hash: Option<&LogHash>) -> (String, Vec<Range<usize>>) {
        match hash {
            Some(hash) => self.text.extend([r#"],"hash":""#, hash.as_str(), r#""}}"#]),
            None => self.text.push_str(END),
        }
        (self.text, self.events)
    }

    fn push_text(&mut self, event: &str) {
        if !self.events.is_empty() {
            self.text.push(',');
        }
        let start = self.text.len();
        self.text.push_str(event);
        self.events.push(start..self.text.len());
    }
}

/// Puts events that are JSON already, with commas between them, into a message that has none.
pub(super) fn with_events(message: &str, events: &str) -> String {
    let head = message.strip_suffix(END).unwrap_or(message);
    [head, events, END].concat()
}

#[cfg(test)]
mod tests {
    use parlor_rules::Choice;
    use parlor_table::Event;

    use super::*;
    use crate::message::{Events, FromServer};

    #[test]
    fn it_is_the_message_and_its_parts_are_the_events() {
        let moved =
            |index| Entry::from(Event::Moved { choice: Choice::new(index).expect("a place") });
        let entries = vec![moved(2), moved(5), Event::DrawAgreed.into()];
        let mut message = EventsMessage::new(7);
        let written: Vec<String> =
            entries.iter().map(|entry| message.push(entry).to_owned()).collect();
        let again = EventsMessage::of(7, written.iter().map(String::as_str));
        assert!(message.events().eq(&written));
        let hash = LogHash::from("0123456789abcdef".to_owned());
        let (text, ranges) = message.finish(Some(&hash));
        assert_eq!(again.finish(Some(&hash)), (text.clone(), ranges.clone()));
        assert_eq!(ranges.into_iter().map(|range| &text[range]).collect::<Vec<_>>(), written);
        let told = Events { from: 7, entries, hash: Some(hash) };
        assert_eq!(text, FromServer::Events(told.clone()).to_string());
        let told = Events { hash: None, ..told };
        let none = Events { entries: Vec::new(), ..told.clone() };
        assert_eq!(
            with_events(&FromServer::Events(none).to_string(), &written.join(",")),
            FromServer::Events(told).to_string()
        );
    }
}
