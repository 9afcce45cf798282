/// The log of a table as the text that is sent and stored, a line for each event.
#[derive(Debug, Default)]
pub(crate) struct LogText {
    /// All lines, with a line end after each.
    text: String,
    /// Where each line ends, its line end included.
    ends: Vec<u32>,
}

impl LogText {
    pub(crate) fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.ends.push(self.text.len() as u32);
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The line with this number.
    pub(crate) fn line(&self, number: u32) -> Option<&str> {
        (number < self.len()).then(|| self.between(number, number + 1))
    }

    /// The lines from a number up to another, without the last line end.
    pub(crate) fn between(&self, from: u32, to: u32) -> &str {
        let end = |lines: u32| match lines.min(self.len()) {
            0 => 0,
            lines => self.ends[lines as usize - 1] as usize,
        };
        let (from, to) = (end(from), end(to));
        self.text.get(from..to).unwrap_or_default().trim_end_matches('\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_stretch_of_it_can_be_read() {
        let mut log = LogText::default();
        for line in ["opened\tgems~S~\tXO\tguest\t\tnobody\t", "moved\t2", "moved\t5"] {
            log.push(line);
        }
        assert_eq!(log.between(1, 3), "moved\t2\nmoved\t5");
        assert_eq!(log.between(2, 99), "moved\t5");
        assert_eq!((log.between(3, 3), log.between(9, 3), log.between(2, 1)), ("", "", ""));
        assert_eq!((log.line(1), log.line(3), log.len()), (Some("moved\t2"), None, 3));
        assert!(log.between(0, 1).ends_with("nobody\t"), "an empty name at the end is kept");
    }
}
