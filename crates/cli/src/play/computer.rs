use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parlor_engine::{Analysis, Dice, Limits, MoveValue, Opponent, Size};
use parlor_rules::mancala::Rules;
use parlor_rules::{AnyPosition, Choice, Level, Ply};
use parlor_table::{Command, Table};

use super::console::{Console, Painter, Seen};
use crate::board::Note;
use crate::insight::worth;

/// The computer at the table: it moves where it has a seat, and advises where it is asked.
pub(super) struct Computer<'a> {
    opponent: &'a Opponent,
    dice: Dice,
    /// The last advice, and the position that it was for.
    advice: Option<(AnyPosition, Analysis<Choice>)>,
}

/// Boards that are looked at for one move or one piece of advice: about a second's work.
const EFFORT: u64 = 3_000_000;

/// How much the engine may know at a table.
pub(super) fn size(rules: &Rules) -> Size {
    // A table of sixteen stones on the usual board, and no larger on others.
    let endgame_stones = Size::endgame_stones_within(rules, 32 << 20).min(16);
    Size { endgame_stones, transposition_bits: 22 }
}

impl<'a> Computer<'a> {
    pub(super) fn new(opponent: &'a Opponent) -> Self {
        Self { opponent, dice: Dice::new(fastrand::u64(..)), advice: None }
    }

    /// Takes a turn while people watch; `None` if the game is over.
    pub(super) fn choose(
        &mut self,
        table: &Table,
        level: Level,
        console: &mut dyn Console,
        painter: Painter,
    ) -> io::Result<Option<Command>> {
        let Self { opponent, dice, .. } = self;
        let (position, may_swap) = (table.play().position(), table.may_swap());
        let ply = watched(console, painter, |stop| {
            opponent.play(position, may_swap, level, EFFORT, dice, stop)
        })?;
        Ok(ply.map(|ply| match ply {
            Ply::Move(choice) => Command::Move { choice },
            Ply::Swap => Command::Swap,
        }))
    }

    /// What each move is worth, worked out while people watch.
    pub(super) fn advise(
        &mut self,
        position: &AnyPosition,
        console: &mut dyn Console,
        painter: Painter,
    ) -> io::Result<&Analysis<Choice>> {
        let known = self.advice.take().filter(|(known, _)| known == position);
        let advice = if let Some(advice) = known {
            advice
        } else {
            let analysis = watched(console, painter, |stop| {
                let limits = Limits { nodes: EFFORT, ..Limits::until(stop) };
                self.opponent.analyze(position, &limits, |_| {})
            })?;
            (*position, analysis)
        };
        Ok(&self.advice.insert(advice).1)
    }
}

/// What is to be written beside each move: a proved value after a colon, an estimate after a tilde.
pub(super) fn notes(analysis: &Analysis<Choice>) -> Vec<Note> {
    let note = |entry: &MoveValue<Choice>| {
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
