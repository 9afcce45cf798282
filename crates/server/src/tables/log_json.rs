/// The log of a table as the JSON that is sent and stored, an object for each event.
#[derive(Debug, Default)]
pub(crate) struct LogJson {
    /// All events, with a comma after each.
    json: String,
    /// Where each event ends, its comma included.
    ends: Vec<u32>,
}

impl LogJson {
    pub(crate) fn push(&mut self, event: &str) {
        self.json.push_str(event);
        self.json.push(',');
        self.ends.push(self.json.len() as u32);
    }

    /// How many events there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The event with this number.
    pub(crate) fn event(&self, number: u32) -> Option<&str> {
        (number < self.len()).then(|| self.between(number, number + 1))
    }

    /// The events from a number up to another, with commas between them.
    pub(crate) fn between(&self, from: u32, to: u32) -> &str {
        let end = |events: u32| match events.min(self.len()) {
            0 => 0,
            events => self.ends[events as usize - 1] as usize,
        };
        let (from, to) = (end(from), end(to));
        let events = self.json.get(from..to).unwrap_or_default();
        events.strip_suffix(',').unwrap_or(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_stretch_of_it_can_be_read() {
        let mut log = LogJson::default();
        for event in ["{}", "[1]", "[2]"] {
            log.push(event);
        }
        assert_eq!(log.between(1, 3), "[1],[2]");
        assert_eq!(log.between(2, 99), "[2]");
        assert_eq!((log.between(3, 3), log.between(9, 3), log.between(2, 1)), ("", "", ""));
        assert_eq!((log.event(1), log.event(3), log.len()), (Some("[1]"), None, 3));
    }
}
