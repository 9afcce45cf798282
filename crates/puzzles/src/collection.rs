use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::puzzle::{NotAPuzzle, Puzzle};
use crate::theme::Theme;

/// Puzzles in a file: one in each line, and notes after `#`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection(Vec<Puzzle>);

impl Collection {
    /// The puzzles that come with the program.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn bundled() -> Self {
        include_str!("../data/puzzles.txt").parse().expect("the bundled puzzles can be read")
    }

    /// All of them, in the order of the file.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.0
    }

    /// Those of a theme, easiest first, with their places in the whole.
    pub fn of_theme(&self, theme: Theme) -> Vec<(usize, &Puzzle)> {
        let all = self.0.iter().enumerate();
        let mut found: Vec<_> = all.filter(|(_, puzzle)| puzzle.theme() == theme).collect();
        found.sort_by_key(|(_, puzzle)| puzzle.sight());
        found
    }
}

impl FromStr for Collection {
    type Err = NotACollection;

    fn from_str(text: &str) -> Result<Self, NotACollection> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let puzzles = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(line, text): (usize, &str)| {
            text.parse().map_err(|reason| NotACollection { line, reason })
        };
        puzzles.map(read).collect::<Result<_, _>>().map(Self)
    }
}

/// Why a text is not a collection of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACollection {
    line: usize,
    reason: NotAPuzzle,
}

impl fmt::Display for NotACollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for NotACollection {}
