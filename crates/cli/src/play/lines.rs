use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use super::console::{Console, Painter, Seen};
use super::scene::Scene;
use crate::board::Room;
use crate::palette::{STRONG, paint};

/// Lines in, lines out: for pipes, scripts and terminals that cannot be drawn on.
///
/// A line can hold several words, and a row of digits is a row of moves, as if they were typed.
pub(super) struct Lines<I, O> {
    input: I,
    output: O,
    words: VecDeque<String>,
    /// How much has been said since the last answer, so that nothing is said twice.
    said: usize,
}

impl<I: BufRead, O: Write> Lines<I, O> {
    pub(super) fn new(input: I, output: O) -> Self {
        Self { input, output, words: VecDeque::new(), said: 0 }
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
    }

    /// What happened, what it led to where the board is asked for, and what comes next.
    fn print(&mut self, scene: &Scene, with_board: bool) -> io::Result<()> {
        let told = scene.told(self.said, Room::PAPER.columns);
        self.said = scene.sentences.len();
        let board: &[String] = if with_board { &scene.board.lines } else { &[] };
        for line in told.iter().chain(board) {
            writeln!(self.output, "{}", line.trim_end())?;
        }
        self.output.flush()
    }
}

impl<I: BufRead, O: Write> Console for Lines<I, O> {
    /// Text does not move.
    fn show_for(&mut self, _: Duration, _: Painter) -> io::Result<Seen> {
        Ok(Seen::Enough)
    }

    /// A line is printed when there is something to say.
    fn watch(&mut self, _: Painter, _: &dyn Fn() -> bool) -> io::Result<Seen> {
        Ok(Seen::All)
    }

    fn ask(&mut self, painter: Painter) -> io::Result<Option<String>> {
        let scene = painter(Room::PAPER);
        self.print(&scene, true)?;
        writeln!(self.output, "{}", paint(STRONG, &scene.prompt))?;
        while self.words.is_empty() {
            let Some(line) = self.read_line()? else { return Ok(None) };
            self.words.extend(words(&line));
        }
        self.said = 0;
        writeln!(self.output)?;
        Ok(self.words.pop_front())
    }

    fn wait(&mut self, painter: Painter) -> io::Result<bool> {
        self.print(&painter(Room::PAPER), false)?;
        Ok(true)
    }

    fn ask_line(&mut self, _: usize, painter: Painter) -> io::Result<Option<String>> {
        let scene = painter(Room::PAPER);
        self.print(&scene, false)?;
        writeln!(self.output, "{}", paint(STRONG, &scene.prompt))?;
        self.read_line()
    }

    fn is_open(&self) -> bool {
        true
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
