use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use super::console::{Asked, Console, Line, Painter, Seen};
use super::inbox::{Inbox, Wake};
use super::scene::Scene;
use crate::board::Room;
use crate::palette::{STRONG, paint};

/// Lines in, lines out: for pipes, scripts and terminals that cannot be drawn on.
///
/// A line can hold several words, and a row of digits is a row of moves, as if they were typed.
pub(super) struct Lines<O> {
    inbox: Inbox,
    output: O,
    words: VecDeque<String>,
    /// Whether nothing more can be typed.
    ended: bool,
    /// How many sentences have been printed in all, so that nothing is said twice.
    said: usize,
    /// The board and the question that were printed last, as long as no one has answered.
    shown: Option<(Vec<String>, String)>,
}

impl<O: Write> Lines<O> {
    /// Reads standard input, on a thread of its own.
    pub(super) fn open(inbox: Inbox, output: O) -> Self {
        let sender = inbox.sender();
        thread::spawn(move || read_lines(io::stdin().lock(), &sender));
        Self { inbox, output, words: VecDeque::new(), ended: false, said: 0, shown: None }
    }

    /// Waits for what comes next, and puts aside what was typed. `false` when it is time to look
    /// elsewhere.
    fn wait_for_input(&mut self, until: Option<Instant>) -> io::Result<bool> {
        match self.inbox.wait(until) {
            Some(Wake::Line(line)) => self.words.extend(words(&line)),
            Some(Wake::InputEnded) => self.ended = true,
            Some(Wake::InputFailed(error)) => return Err(error),
            Some(Wake::Key(_) | Wake::Resized) => {}
            Some(Wake::News) | None => return Ok(false),
        }
        Ok(true)
    }

    /// What was said since the last time.
    fn print_told(&mut self, scene: &Scene) -> io::Result<()> {
        let told = scene.told(self.said, Room::PAPER.columns);
        self.said = scene.earlier + scene.sentences.len();
        self.print_lines(&told)
    }

    /// What happened, what it led to, and what comes next: as far as that was not printed before.
    fn print(&mut self, scene: &Scene) -> io::Result<()> {
        self.print_told(scene)?;
        let (board, prompt) = self.shown.take().unzip();
        if board.as_ref() != Some(&scene.board.lines) {
            self.print_lines(&scene.board.lines)?;
        }
        if board.as_ref() != Some(&scene.board.lines) || prompt.as_ref() != Some(&scene.prompt) {
            writeln!(self.output, "{}", paint(STRONG, &scene.prompt))?;
        }
        self.shown = Some((scene.board.lines.clone(), scene.prompt.clone()));
        self.output.flush()
    }

    fn print_lines(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{}", line.trim_end())?;
        }
        self.output.flush()
    }
}

impl<O: Write> Console for Lines<O> {
    /// Text does not move.
    fn show_for(&mut self, _: Duration, _: Painter) -> io::Result<Seen> {
        Ok(Seen::Enough)
    }

    /// A line is printed when there is something to say.
    fn watch(&mut self, _: Painter, _: &dyn Fn() -> bool) -> io::Result<Seen> {
        Ok(Seen::All)
    }

    fn ask(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<String>> {
        let scene = painter(Room::PAPER);
        if scene.busy {
            // Words that were typed ahead are about what comes of it.
            self.print_told(&scene)?;
            while self.wait_for_input(until)? {}
            return Ok(Asked::News);
        }
        self.print(&scene)?;
        loop {
            if let Some(word) = self.words.pop_front() {
                self.shown = None;
                writeln!(self.output)?;
                return Ok(Asked::Answer(word));
            }
            if self.ended {
                return Ok(Asked::Closed);
            }
            if !self.wait_for_input(until)? {
                return Ok(Asked::News);
            }
        }
    }

    fn wait(&mut self, painter: Painter, _: Option<Instant>) -> io::Result<Asked<()>> {
        self.print_told(&painter(Room::PAPER))?;
        Ok(Asked::Answer(()))
    }

    fn show_page(&mut self, painter: Painter, _: Option<Instant>) -> io::Result<Asked<()>> {
        let scene = painter(Room::PAPER);
        self.print_told(&scene)?;
        self.print_lines(&scene.board.lines)?;
        Ok(Asked::Answer(()))
    }

    fn ask_line(
        &mut self,
        _: &mut Line,
        painter: Painter,
        until: Option<Instant>,
    ) -> io::Result<Asked<Option<String>>> {
        let scene = painter(Room::PAPER);
        self.print_told(&scene)?;
        let asked = self.shown.as_ref().is_some_and(|(_, prompt)| *prompt == scene.prompt);
        if !asked {
            writeln!(self.output, "{}", paint(STRONG, &scene.prompt))?;
            self.output.flush()?;
            self.shown = Some((Vec::new(), scene.prompt));
        }
        if self.ended {
            return Ok(Asked::Closed);
        }
        match self.inbox.wait(until) {
            Some(Wake::Line(line)) => {
                self.shown = None;
                Ok(Asked::Answer(Some(line)))
            }
            Some(Wake::InputEnded) => {
                self.ended = true;
                Ok(Asked::Closed)
            }
            Some(Wake::InputFailed(error)) => Err(error),
            Some(Wake::Key(_) | Wake::Resized | Wake::News) | None => Ok(Asked::News),
        }
    }

    fn is_open(&self) -> bool {
        true
    }
}

fn read_lines(mut input: impl BufRead, sender: &Sender<Wake>) {
    loop {
        let mut line = Vec::new();
        let wake = match input.read_until(b'\n', &mut line) {
            Ok(0) => Wake::InputEnded,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                Wake::Line(text.trim_end_matches(['\r', '\n']).to_owned())
            }
            Err(error) => Wake::InputFailed(error),
        };
        let goes_on = matches!(wake, Wake::Line(_));
        if sender.send(wake).is_err() || !goes_on {
            return;
        }
    }
}

fn words(line: &str) -> impl Iterator<Item = String> {
    line.split([',', ' ', '\t']).filter(|word| !word.is_empty()).flat_map(|word| {
        if word.chars().all(|letter| letter.is_ascii_digit()) {
            word.chars().map(String::from).collect()
        } else {
            vec![word.to_owned()]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_digits_is_a_row_of_moves() {
        assert_eq!(words(" 36,u\t1 new ").collect::<Vec<_>>(), ["3", "6", "u", "1", "new"]);
    }
}
