use std::str;

use crate::MAX_CHARACTERS;
use crate::error::NotALine;

/// Cuts lines out of bytes as they arrive. It never keeps more than one line may have.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the first line begins that has not been given back.
    start: usize,
    /// Up to where no end of a line was found.
    searched: usize,
    /// Whether the rest of a line that is too long is being skipped.
    is_skipping: bool,
}

/// What arrived.
pub type Arrived = Result<String, NotALine>;

/// The most bytes of a line: each character has four at most.
const MAX_BYTES: usize = 4 * MAX_CHARACTERS;

impl LineBuffer {
    /// Takes in bytes. Take out the lines in between, so that only the unfinished one is kept.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes in a message that is a line, whether it has the end of one or not.
    pub fn push_message(&mut self, text: &str) {
        self.push(text.as_bytes());
        if !text.ends_with('\n') {
            self.push(b"\n");
        }
    }

    /// The next whole line without its end, CRLF or LF alone; or what is wrong with it.
    pub fn next_line(&mut self) -> Option<Arrived> {
        loop {
            let found = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n');
            let Some(end) = found.map(|at| self.searched + at) else {
                self.searched = self.bytes.len();
                return self.overflow();
            };
            let line = &self.bytes[self.start..end];
            let arrived = read(line);
            self.start = end + 1;
            self.searched = self.start;
            // That it was too long has been told.
            if !std::mem::take(&mut self.is_skipping) {
                return Some(arrived);
            }
        }
    }

    /// Forgets a line that is longer than any may be, and tells so once.
    fn overflow(&mut self) -> Option<Arrived> {
        if !self.is_skipping && self.bytes.len() - self.start <= MAX_BYTES {
            return None;
        }
        self.bytes.clear();
        (self.start, self.searched) = (0, 0);
        (!std::mem::replace(&mut self.is_skipping, true)).then_some(Err(NotALine::TooLong))
    }
}

fn read(line: &[u8]) -> Arrived {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > MAX_BYTES {
        return Err(NotALine::TooLong);
    }
    let text = str::from_utf8(line).map_err(|_| NotALine::NotText)?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_out_wherever_the_bytes_are_torn() {
        let all = b"one\r\ntwo\n\xff\r\n\nthree";
        for torn in 0..=all.len() {
            let (mut buffer, mut lines) = (LineBuffer::default(), Vec::new());
            for part in [&all[..torn], &all[torn..], b"\r\n"] {
                buffer.push(part);
                lines.extend(std::iter::from_fn(|| buffer.next_line()));
            }
            let texts = lines.iter().map(|line| line.as_deref().unwrap_or("?")).collect::<Vec<_>>();
            assert_eq!(texts, ["one", "two", "?", "", "three"], "{torn}");
        }
    }

    #[test]
    fn a_line_that_never_ends_takes_no_more_room_than_one_that_does() {
        let mut buffer = LineBuffer::default();
        let mut wrong = 0;
        for _ in 0..1_000 {
            buffer.push(&[b'x'; 4096]);
            wrong += std::iter::from_fn(|| buffer.next_line()).count();
            assert!(buffer.bytes.len() <= MAX_BYTES + 4096);
        }
        assert_eq!(wrong, 1, "it is told once");
        buffer.push(b"\r\nping\r\n");
        assert_eq!(buffer.next_line(), Some(Ok("ping".to_owned())));
        assert_eq!(buffer.next_line(), None);
    }
}
