use std::io;
use std::time::{Duration, Instant};

use super::scene::Scene;
use crate::board::Room;

/// Makes the scene for the room that there is; asked again when the room changes.
pub(super) type Painter<'a> = &'a dyn Fn(Room) -> Scene;

/// Where people see the game and say what they want: a screen with keys, or lines of text.
///
/// What waits for a person also returns when there are news, or when the time `until` has come.
pub(super) trait Console {
    /// Shows a scene for a while. Says whether the person has seen enough of this turn.
    fn show_for(&mut self, time: Duration, painter: Painter) -> io::Result<Seen>;

    /// Shows a scene until something is done. Says whether the person wants it done at once.
    fn watch(&mut self, painter: Painter, done: &dyn Fn() -> bool) -> io::Result<Seen>;

    /// Shows a scene and waits for a key or a word.
    fn ask(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<String>>;

    /// Shows a scene and waits until the person wants to go on; lines of text wait for no one.
    fn wait(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<()>>;

    /// Shows a page and waits until the person has read it; lines of text are printed, and can be read
    /// at any time.
    fn show_page(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<()>>;

    /// Shows a scene and reads a line of text, which grows in `line`. The answer is `None` if the
    /// person would rather not say.
    fn ask_line(
        &mut self,
        line: &mut Line,
        painter: Painter,
        until: Option<Instant>,
    ) -> io::Result<Asked<Option<String>>>;

    /// Whether the console has not been closed.
    fn is_open(&self) -> bool;
}

/// What came of showing something for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    All,
    /// A key was pressed: go to the end.
    Enough,
}

/// What came of asking a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked<T> {
    Answer(T),
    /// There are news, or the time has come: ask again after looking.
    News,
    /// The console was closed, or its input has ended.
    Closed,
}

/// A line of text that is being typed.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) typed: String,
    /// The most characters that it can have.
    pub(super) longest: usize,
}

impl Line {
    pub(super) fn of_at_most(longest: usize) -> Self {
        Self { typed: String::new(), longest }
    }
}
