use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use parlor_endgame_cache::EndgameCache;
use parlor_engine::{Character, Dice};
use parlor_rules::{AnyPosition, AnyRecord, Level, Player};
use parlor_table::{Actor, Command, Commitment, Event, Hand, Nonce, Note, Phase, Policy};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::tables::Room;
use crate::tables::engine_cache::Engines;
use crate::tables::hosted_table::{Hosted, State};
use crate::tokens;

/// The computer, who plays wherever it was given a seat.
///
/// It thinks on threads that nobody waits for, about few games at a time, and about not many more
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
    todo: Todo,
}

enum Todo {
    Choose(Level, AnyRecord),
    Do(Command),
}

impl Computer {
    /// The computer, with endgame tables from this cache.
    pub(crate) fn new(cache: EndgameCache) -> Self {
        Self { engines: Arc::new(Engines::new(cache)) }
    }

    /// Has the computer do what it is its turn to do, if anything is.
    pub(crate) fn consider(&self, room: &Arc<Room>, hosted: &Arc<Hosted>) {
        let mut state = hosted.lock();
        let idle = !state.computer_thinks && !state.broken && state.committed == state.version();
        let Some(task) = idle.then(|| task(&state, &hosted.secret)).flatten() else { return };
        let Task { player, todo } = task;
        match todo {
            // At once: its part in a toss belongs to the version it was made at.
            Todo::Do(command) => act(room, hosted, &mut state, player, &command),
            Todo::Choose(level, game) => {
                state.computer_thinks = true;
                let version = state.version() as usize;
                let (room, hosted, engines) = (room.clone(), hosted.clone(), self.engines.clone());
                tokio::spawn(async move {
                    let command = choose(engines, level, game).await;
                    moved(&room, &hosted, player, version, command);
                });
            }
        }
    }
}

fn task(state: &State, secret: &[u8; 16]) -> Option<Task> {
    let (Phase::Tossing(player) | Phase::Playing(player)) = state.table.phase() else {
        return None;
    };
    let level = state.table.seat(player).level()?;
    let todo = match state.table.phase() {
        Phase::Tossing(_) => match state.table.toss()?.hand(player) {
            Hand::Empty => {
                let nonce = nonce(secret, state.version());
                Todo::Do(Command::Commit(Commitment::of(player, nonce)))
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
    Some(Task { player, todo })
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
        let mut dice = Dice::new(u64::from_be_bytes(tokens::random()));
        let choice = match game.position() {
            AnyPosition::TicTacToe(position) => {
                Character::of(level).choose_square(position, &mut dice)?.into()
            }
            AnyPosition::Mancala(position) => {
                let student = engines.get(position.rules());
                let stop = AtomicBool::new(false);
                Character::of(level)
                    .choose_pit(&student.engine, position, EFFORT, &mut dice, &stop)?
                    .into()
            }
        };
        Some(Command::Move { choice })
    };
    tokio::task::spawn_blocking(think).await.ok()?
}

/// Plays the move that the computer has chosen, unless the game is another one now.
fn moved(
    room: &Arc<Room>,
    hosted: &Arc<Hosted>,
    player: Player,
    version: usize,
    command: Option<Command>,
) {
    let mut state = hosted.lock();
    state.computer_thinks = false;
    let Some(command) = command else { return };
    if state.is_stale(&command, version) {
        drop(state);
        // It may be the computer's turn all the same.
        if !room.is_closing() {
            room.computer.consider(room, hosted);
        }
    } else {
        act(room, hosted, &mut state, player, &command);
    }
}

fn act(
    room: &Arc<Room>,
    hosted: &Arc<Hosted>,
    state: &mut State,
    player: Player,
    command: &Command,
) {
    let now = Instant::now();
    if !state.broken
        && !room.is_closing()
        && state.out_of_time(now).is_none()
        && let Ok(events) =
            state.table.decide(Actor::Seat(state.table.seat_id(player)), command, Policy::Remote)
    {
        let note = Note { by: Some(player), ..Note::default() };
        // A failure has been noted where it happened.
        let _ = room.happen(hosted, state, events, note, now);
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Choice;

    use super::*;
    use crate::config::Config;
    use crate::store::Scripted;

    #[tokio::test]
    async fn what_was_thought_of_is_played_unless_the_game_has_changed() {
        let (store, _) = Scripted::new();
        let room = Arc::new(Room::new(Config::new("nowhere"), store));
        let lines = ["opened\tgems~S~\tXO\tcomputer 8\tOtto\tguest\tBen", "renamed\t2\tBob"];
        let stored = Scripted::log(lines.map(str::to_owned));
        let hosted = Arc::new(Hosted::of_log(stored, &room.hasher).expect("a log"));
        let thought = || Some(Command::Move { choice: Choice::new(0).expect("a pit") });
        moved(&room, &hosted, Player::One, 1, thought());
        assert_eq!(hosted.lock().table.play().played(), 1, "the new name does not matter");
        moved(&room, &hosted, Player::One, 1, thought());
        assert_eq!(hosted.lock().table.play().played(), 1, "it was thought of before the move");
    }
}
