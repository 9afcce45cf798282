use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parlor_engine::{Analysis, Dice, Limits, MoveValue, Size};
use parlor_rules::Level;

use super::console::{Console, Painter, Seen};
use crate::board::Note;
use crate::insight::{Studied, worth};

/// The computer at the table: it moves where it has a seat, and advises where it is asked.
pub(super) struct Computer<'a, G: Studied> {
    mind: &'a G::Mind,
    dice: Dice,
    /// The last advice, and the position that it was for.
    advice: Option<(G, Analysis<G::Move>)>,
}

/// Boards that are looked at for one move or one piece of advice: about a second's work.
const EFFORT: u64 = 3_000_000;

/// How large a mind is needed at a table.
pub(super) fn size<G: Studied>(start: &G) -> Size {
    // A table of sixteen stones on the usual board, and no larger on others.
    let endgame_stones = start.endgame_stones_within(32 << 20).min(16);
    Size { endgame_stones, transposition_bits: 22 }
}

impl<'a, G: Studied> Computer<'a, G> {
    pub(super) fn new(mind: &'a G::Mind) -> Self {
        Self { mind, dice: Dice::new(fastrand::u64(..)), advice: None }
    }

    /// Chooses a move while people watch; `None` if the game is over.
    pub(super) fn choose(
        &mut self,
        position: &G,
        level: Level,
        console: &mut dyn Console,
        painter: Painter,
    ) -> io::Result<Option<G::Move>> {
        let Self { mind, dice, .. } = self;
        watched(console, painter, |stop| position.choose(mind, level, EFFORT, dice, stop))
    }

    /// What each move is worth, worked out while people watch.
    pub(super) fn advise(
        &mut self,
        position: &G,
        console: &mut dyn Console,
        painter: Painter,
    ) -> io::Result<&Analysis<G::Move>> {
        let known = self.advice.take().filter(|(known, _)| known == position);
        let advice = if let Some(advice) = known {
            advice
        } else {
            let analysis = watched(console, painter, |stop| {
                let limits = Limits { nodes: EFFORT, ..Limits::until(stop) };
                position.think(self.mind, &limits, |_| {})
            })?;
            (position.clone(), analysis)
        };
        Ok(&self.advice.insert(advice).1)
    }
}

/// What is to be written beside each move: a proved value after a colon, an estimate after a tilde.
pub(super) fn notes<M: Copy>(analysis: &Analysis<M>) -> Vec<Note<M>> {
    let note = |entry: &MoveValue<M>| {
        let value = worth(entry.value, entry.is_proved());
        let text = if entry.is_proved() { format!(":{value}") } else { value };
        Note { choice: entry.choice, text }
    };
    analysis.moves.iter().map(note).collect()
}

/// Does some thinking while the console stays alive. A key ends it early.
fn watched<T: Send>(
    console: &mut dyn Console,
    painter: Painter,
    job: impl FnOnce(&AtomicBool) -> T + Send,
) -> io::Result<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let thinking = scope.spawn(|| job(&stop));
        let seen = console.watch(painter, &|| thinking.is_finished());
        if !matches!(seen, Ok(Seen::All)) {
            stop.store(true, Relaxed);
        }
        let thought = thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        seen.map(|_| thought)
    })
}
