use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use parlor_engine::{Dice, Level};
use parlor_rules::{AnyRecord, Player};
use parlor_shelf::Shelf;
use parlor_table::{Command, Commitment, Event, Hand, Nonce, Note, Phase};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::engines::Engines;
use crate::hosted::{Hosted, State};
use crate::room::Room;
use crate::secrets;

/// The computer, who plays wherever it was given a seat.
///
/// It thinks on threads that nobody waits for, about few games at a time, and never about more
/// boards than the strongest level may look at.
pub(crate) struct Computer {
    engines: Arc<Engines>,
}

/// What the strongest level may look at before it moves.
const EFFORT: u64 = 1_000_000;

/// How many games it thinks about at the same time.
static THOUGHTS: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Semaphore::new(processors.div_ceil(2))
});

/// What the computer is to do at a table.
struct Task {
    player: Player,
    /// How many events there were when it began to think.
    version: u32,
    todo: Todo,
}

enum Todo {
    Choose(Level, AnyRecord),
    Do(Command),
}

impl Computer {
    /// The computer, with endgame tables from this shelf.
    pub(crate) fn new(shelf: Shelf) -> Self {
        Self { engines: Arc::new(Engines::new(shelf)) }
    }

    /// Has the computer do what it is its turn to do, if anything is.
    pub(crate) fn consider(&self, room: &Arc<Room>, hosted: &Arc<Hosted>) {
        let mut state = hosted.lock();
        let idle = !state.computer_thinks && !state.broken && state.committed == state.version();
        let Some(task) = idle.then(|| task(&state, &hosted.secret)).flatten() else { return };
        state.computer_thinks = true;
        drop(state);
        let engines = self.engines.clone();
        let room = room.clone();
        let hosted = hosted.clone();
        tokio::spawn(async move {
            let Task { player, version, todo } = task;
            let command = match todo {
                Todo::Do(command) => Some(command),
                Todo::Choose(level, game) => choose(engines, level, game).await,
            };
            act(&room, &hosted, player, version, command);
        });
    }
}

fn task(state: &State, secret: &[u8; 16]) -> Option<Task> {
    let (Phase::Tossing(player) | Phase::Playing(player)) = state.table.phase() else {
        return None;
    };
    let level = Level::new(state.table.seat(player).level()?.number())?;
    let version = state.version();
    let todo = match state.table.phase() {
        Phase::Tossing(_) => match state.table.toss()?.hand(player) {
            Hand::Empty => {
                Todo::Do(Command::Commit(Commitment::of(player, nonce(secret, version))))
            }
            Hand::Closed(commitment) => {
                let mine = Event::Committed { player, commitment };
                let version = state.last_event(|event| *event == mine)?;
                Todo::Do(Command::Reveal(nonce(secret, version)))
            }
            Hand::Open(_) => return None,
        },
        _ => Todo::Choose(level, state.table.play().record().clone()),
    };
    Some(Task { player, version, todo })
}

/// The computer's part in a toss. It follows from the table's secret, so that it can still be
/// shown after a restart.
fn nonce(secret: &[u8; 16], version: u32) -> Nonce {
    let hash = Sha256::new().chain_update(secret).chain_update(version.to_be_bytes()).finalize();
    Nonce(hash.iter().take(16).fold(0, |nonce, &byte| nonce << 8 | u128::from(byte)))
}

async fn choose(engines: Arc<Engines>, level: Level, game: AnyRecord) -> Option<Command> {
    let _permit = THOUGHTS.acquire().await.ok()?;
    let think = move || {
        let mut dice = Dice::new(u64::from_be_bytes(secrets::random()));
        let choice = match &game {
            AnyRecord::TicTacToe(record) => {
                level.choose_square(record.position(), &mut dice)?.index()
            }
            AnyRecord::Mancala(record) => {
                let position = record.position();
                let student = engines.get(position.rules());
                let stop = AtomicBool::new(false);
                level.choose_pit(&student.engine, position, EFFORT, &mut dice, &stop)?.index()
            }
        };
        Some(Command::Move { choice })
    };
    tokio::task::spawn_blocking(think).await.ok()?
}

fn act(
    room: &Arc<Room>,
    hosted: &Arc<Hosted>,
    player: Player,
    version: u32,
    command: Option<Command>,
) {
    let mut state = hosted.lock();
    state.computer_thinks = false;
    let now = Instant::now();
    if let Some(command) = command
        && !state.broken
        && !room.is_closing()
        && state.version() == version
        && state.out_of_time(now).is_none()
        && let Ok(events) = state.table.decide(Some(player), &command)
    {
        let note = Note { by: Some(player), ..Note::default() };
        // A failure has been noted where it happened.
        let _ = room.happen(hosted, &mut state, events, note, now);
        return;
    }
    // Something else has happened meanwhile; it may be the computer's turn all the same.
    let changed = state.version() != version;
    drop(state);
    if changed && !room.is_closing() {
        room.computer.consider(room, hosted);
    }
}
