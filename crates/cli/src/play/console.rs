use std::io;
use std::time::Duration;

use super::scene::Scene;
use crate::board::Room;

/// Makes the scene for the room that there is; asked again when the room changes.
pub(super) type Painter<'a> = &'a dyn Fn(Room) -> Scene;

/// Where people see the game and say what they want: a screen with keys, or lines of text.
pub(super) trait Console {
    /// Shows a scene for a while. Says whether the person has seen enough of this turn.
    fn show_for(&mut self, time: Duration, painter: Painter) -> io::Result<Seen>;

    /// Shows a scene until something is done. Says whether the person wants it done at once.
    fn watch(&mut self, painter: Painter, done: &dyn Fn() -> bool) -> io::Result<Seen>;

    /// Shows a scene and waits for a key or a word; `None` at the end of the input.
    fn ask(&mut self, painter: Painter) -> io::Result<Option<String>>;

    /// Shows a scene and waits until the person wants to go on; lines of text wait for no one.
    /// `false` when the console was closed.
    fn wait(&mut self, painter: Painter) -> io::Result<bool>;

    /// Shows a scene and reads a line of text of at most `longest` characters.
    fn ask_line(&mut self, longest: usize, painter: Painter) -> io::Result<Option<String>>;

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
