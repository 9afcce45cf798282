use parlor_wording::terminal::Sentence;

use crate::board::{Drawing, Room};
use crate::palette::{FAINT, STRONG, of_tone, paint};
use crate::text::{clipped, columns, wrapped};

/// Everything on the screen at one moment.
pub(super) struct Scene {
    /// What is played.
    pub(super) title: String,
    /// How the match stands.
    pub(super) status: String,
    pub(super) board: Drawing,
    pub(super) sentences: Vec<Sentence>,
    /// How many sentences were said before these.
    pub(super) earlier: usize,
    /// Whether an answer is on its way: words that were typed ahead wait for it.
    pub(super) busy: bool,
    /// What is asked of the person.
    pub(super) prompt: String,
    /// The keys that do something.
    pub(super) keys: &'static str,
}

impl Scene {
    /// The lines of a screen, in the middle of it.
    pub(super) fn screen(&self, room: Room) -> Vec<String> {
        let width = self.board.columns.max(MIN_WIDTH).min(room.columns);
        let mut lines = self.heading(width);
        lines.push(String::new());
        if !self.board.lines.is_empty() {
            lines.extend(self.board.lines.iter().cloned());
            lines.push(String::new());
        }
        let mut told = self.told(0, width);
        if self.board.lines.is_empty() {
            told.push(String::new());
        } else {
            // The newest sentences are the ones to read.
            told.drain(..told.len().saturating_sub(TOLD));
            told.resize(TOLD, String::new());
        }
        lines.extend(told);
        let prompt =
            if self.prompt.is_empty() { vec![String::new()] } else { wrapped(&self.prompt, width) };
        lines.extend(prompt.iter().map(|line| paint(STRONG, line)));
        lines.extend(wrapped(self.keys, width).iter().map(|line| paint(FAINT, line)));
        // Where there is too little room, air goes first.
        while lines.len() > room.rows
            && let Some(blank) = lines.iter().rposition(String::is_empty)
        {
            lines.remove(blank);
        }
        let margin = " ".repeat((room.columns - width) / 2);
        lines.into_iter().map(|line| margin.clone() + &line).collect()
    }

    fn heading(&self, width: usize) -> Vec<String> {
        let (title, status) = (clipped(&self.title, width), clipped(&self.status, width));
        let used = columns(&title) + columns(&status);
        if used + 2 <= width {
            let gap = " ".repeat(width - used);
            vec![format!("{}{gap}{}", paint(STRONG, &title), paint(FAINT, &status))]
        } else {
            vec![paint(STRONG, &title), paint(FAINT, &status)]
        }
    }

    /// What is said, without the first `known` of all sentences. An empty one is air.
    pub(super) fn told(&self, known: usize, width: usize) -> Vec<String> {
        let lines = |sentence: &Sentence| -> Vec<String> {
            let lines = wrapped(&sentence.text, width);
            if lines.is_empty() {
                return vec![String::new()];
            }
            lines.iter().map(|line| paint(of_tone(sentence.tone), line)).collect()
        };
        self.sentences.iter().skip(known.saturating_sub(self.earlier)).flat_map(lines).collect()
    }
}

/// The lines kept for sentences, so that what is below them stays where it is.
const TOLD: usize = 5;
/// A small board does not squeeze the text around it.
const MIN_WIDTH: usize = 60;
