use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlor_engine::{Analysis, Dice, Limits, Objective, Opponent, Size, margin};
use parlor_kgp::{Board, Mode, StateRef};
use parlor_rules::mancala::{Pit, Preset, Rules};
use parlor_rules::{AnyPosition, Choice, Game as _, Level, Variant};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;

/// The engine as it thinks about the boards that a server asks about.
pub(super) struct Thinker {
    level: Level,
    /// Boards that the strongest level may look at for one move.
    effort: u64,
    /// One for each rule set that was asked about.
    opponents: Mutex<HashMap<Rules, Arc<Opponent>>>,
    last_id: AtomicU64,
}

/// What has come of thinking about a state.
#[derive(Debug)]
pub(super) struct Thought {
    /// Which [`Thinking`] it comes from.
    pub(super) id: u64,
    pub(super) state: StateRef,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    /// A better move than the last one.
    Better(Pit),
    /// A better estimate than the last one.
    Worth(f64),
    /// Nothing more will come.
    Done,
}

/// A state that is thought about, until this is dropped.
pub(super) struct Thinking {
    pub(super) id: u64,
    stop: Arc<AtomicBool>,
    /// Stops it when its time is over.
    timer: Option<AbortHandle>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(timer) = &self.timer {
            timer.abort();
        }
    }
}

/// The most rule sets that are remembered.
const MAX_OPPONENTS: usize = 4;
/// The most bytes of endgames, and the most stones: worked out before the first move has to wait.
const MAX_ENDGAMES: u64 = 4 << 20;
const ENDGAME_STONES: u8 = 12;
/// Room for four million boards.
const TRANSPOSITION_BITS: u32 = 22;

impl Thinker {
    pub(super) fn new(level: Level, effort: u64) -> Self {
        let (opponents, last_id) = (Mutex::default(), AtomicU64::new(0));
        let thinker = Self { level, effort, opponents, last_id };
        // What most servers play.
        thinker.opponent(Preset::Kalah.rules());
        thinker
    }

    /// Begins to think about a board, for so long at most.
    pub(super) fn begin(
        self: &Arc<Self>,
        mode: Mode,
        state: StateRef,
        board: Board,
        time: Option<Duration>,
        thoughts: &UnboundedSender<Thought>,
    ) -> Thinking {
        let id = self.last_id.fetch_add(1, Relaxed);
        let stop = Arc::new(AtomicBool::new(false));
        let (thinker, stopped, thoughts) = (self.clone(), stop.clone(), thoughts.clone());
        tokio::task::spawn_blocking(move || {
            // If the connection has gone, there is no one to tell.
            let tell = |what| {
                let _ = thoughts.send(Thought { id, state, what });
            };
            match mode {
                Mode::Freeplay => {
                    thinker.find_moves(board, &stopped, |pit| tell(What::Better(pit)));
                }
                Mode::Eval => thinker.find_value(board, &stopped, |value| tell(What::Worth(value))),
                // The rules answer those.
                Mode::Verify => {}
            }
            tell(What::Done);
        });
        let timer = time.map(|time| {
            let stop = stop.clone();
            let timer = tokio::spawn(async move {
                tokio::time::sleep(time).await;
                stop.store(true, Relaxed);
            });
            timer.abort_handle()
        });
        Thinking { id, stop, timer }
    }

    /// Finds better and better moves.
    fn find_moves(&self, board: Board, stop: &AtomicBool, mut found: impl FnMut(Pit)) {
        let position = AnyPosition::Mancala(*board.position());
        if position.outcome().is_some() {
            return;
        }
        let opponent = self.opponent(*board.position().rules());
        if self.level != Level::STRONGEST {
            let mut dice = Dice::new(fastrand::u64(..));
            let chosen = opponent.choose(&position, self.level, self.effort, &mut dice, stop);
            chosen.and_then(pit).into_iter().for_each(found);
            return;
        }
        let mut last = None;
        let mut hear = |analysis: &Analysis<Choice>| {
            let best = analysis.best().and_then(|best| pit(best.choice));
            if best.is_some() && best != last {
                last = best;
                best.into_iter().for_each(&mut found);
            }
        };
        let analysis = opponent.analyze(&position, &self.limits(stop), &mut hear);
        hear(&analysis);
    }

    /// Finds better and better estimates of what a board is worth, in stones.
    fn find_value(&self, board: Board, stop: &AtomicBool, mut found: impl FnMut(f64)) {
        let position = AnyPosition::Mancala(*board.position());
        if position.outcome().is_some() {
            return found(f64::from(margin(&position)));
        }
        let opponent = self.opponent(*board.position().rules());
        let mut last = None;
        let mut hear = |analysis: &Analysis<Choice>| {
            let value = analysis.best().map(|best| best.value);
            if value.is_some() && value != last {
                last = value;
                value.map(f64::from).into_iter().for_each(&mut found);
            }
        };
        let analysis = opponent.analyze(&position, &self.limits(stop), &mut hear);
        hear(&analysis);
    }

    fn limits<'a>(&self, stop: &'a AtomicBool) -> Limits<'a> {
        let objective = Objective::BestMove;
        Limits { nodes: self.effort, objective, ..Limits::until(stop) }
    }

    fn opponent(&self, rules: Rules) -> Arc<Opponent> {
        let mut opponents = self.opponents.lock().expect("no thought panics");
        if let Some(opponent) = opponents.get(&rules) {
            return opponent.clone();
        }
        if opponents.len() >= MAX_OPPONENTS {
            opponents.clear();
        }
        let opponent = Opponent::new(Variant::Mancala(rules), |rules| Size {
            endgame_stones: Size::endgame_stones_within(rules, MAX_ENDGAMES).min(ENDGAME_STONES),
            transposition_bits: TRANSPOSITION_BITS,
        });
        if let Some(engine) = opponent.engine() {
            engine.build_endgame(1, &AtomicBool::new(false));
        }
        let opponent = Arc::new(opponent);
        opponents.insert(rules, opponent.clone());
        opponent
    }
}

fn pit(choice: Choice) -> Option<Pit> {
    Pit::new(choice.index())
}
