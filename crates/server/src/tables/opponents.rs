use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;
use parlor_endgame_cache::EndgameCache;
use parlor_engine::{Opponent, Size};
use parlor_rules::Variant;
use parlor_rules::mancala::Rules;

use crate::background::take_lowest_priority;
use crate::tables::engine_queue::EngineQueue;

/// The computer's players for the games that were played last; each remembers what it worked out.
/// The one used least recently makes room for another.
///
/// An opponent can play as soon as it is asked for. Meanwhile a thread of the lowest priority works
/// out the endgame tables of one after the other, and ends when all have theirs.
pub(crate) struct Opponents {
    /// Who of those who play against them comes next.
    pub(super) queue: EngineQueue,
    kept: Arc<Mutex<Kept>>,
    endgames: EndgameCache,
}

/// How many opponents are kept.
const CAPACITY: usize = 4;
/// The most bytes that the endgame tables of one take: those of up to 16 stones with six pits a
/// side.
const ENDGAME_BYTES: u64 = 32 << 20;
/// The most bytes of the cache on the disk. Visitors choose the rules, and must not fill the disk.
const CACHE_BYTES: u64 = 512 << 20;
/// A transposition table has a million positions, in 16 MiB.
const TRANSPOSITION_BITS: u32 = 20;

#[derive(Default)]
struct Kept {
    /// The one used last stands last.
    opponents: Vec<Arc<Learner>>,
    /// Whether the thread that works out endgame tables is running.
    is_learning: bool,
}

/// An opponent that is kept, or was until a moment ago.
pub(crate) struct Learner {
    pub(crate) opponent: Opponent,
    /// Set when it is not kept any more: it need not learn more than it knows.
    is_dropped: AtomicBool,
    /// Whether it has all the endgame tables that it has room for.
    has_learnt: AtomicBool,
}

impl Opponents {
    /// No opponents yet. They will load endgame tables from this cache, and store new ones there.
    pub(crate) fn new(endgames: EndgameCache) -> Self {
        // Half of the processors are for people.
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            queue: EngineQueue::new(processors.div_ceil(2)),
            kept: Arc::default(),
            endgames: endgames.limited_to(CACHE_BYTES),
        }
    }

    /// The opponent for a game, at once.
    pub(crate) fn get(&self, variant: Variant) -> Arc<Learner> {
        let mut kept = self.kept.lock();
        let known = kept.opponents.iter().position(|it| it.opponent.variant() == variant);
        let learner = match known {
            Some(place) => kept.opponents.remove(place),
            None => Arc::new(Learner::new(variant)),
        };
        if kept.opponents.len() == CAPACITY {
            kept.opponents.remove(0).is_dropped.store(true, Relaxed);
        }
        kept.opponents.push(learner.clone());
        if known.is_none() && !kept.is_learning {
            let (endgames, opponents) = (self.endgames.clone(), self.kept.clone());
            let thread = thread::Builder::new().name("endgames".to_owned());
            // Without a thread it plays without endgame tables.
            kept.is_learning = thread.spawn(move || learn(&endgames, &opponents)).is_ok();
        }
        learner
    }
}

impl Drop for Opponents {
    fn drop(&mut self) {
        for learner in self.kept.lock().opponents.drain(..) {
            learner.is_dropped.store(true, Relaxed);
        }
    }
}

impl Learner {
    fn new(variant: Variant) -> Self {
        let size = |rules: &Rules| Size {
            endgame_stones: Size::endgame_stones_within(rules, ENDGAME_BYTES),
            transposition_bits: TRANSPOSITION_BITS,
        };
        Self {
            opponent: Opponent::new(variant, size),
            is_dropped: AtomicBool::new(false),
            has_learnt: AtomicBool::new(false),
        }
    }
}

/// Works out the endgame tables that are missing, those of the opponent used last first.
fn learn(endgames: &EndgameCache, kept: &Mutex<Kept>) {
    take_lowest_priority();
    loop {
        let mut locked = kept.lock();
        let next = locked.opponents.iter().rev().find(|it| !it.has_learnt.load(Relaxed));
        let Some(learner) = next.cloned() else {
            locked.is_learning = false;
            return;
        };
        drop(locked);
        if let Some(engine) = learner.opponent.engine() {
            endgames.load_or_build(engine, 1, &learner.is_dropped);
        }
        learner.has_learnt.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use super::*;

    /// A game with a board so small that its endgames are worked out in no time.
    fn variant(stones: usize) -> Variant {
        format!("kalah,pits=1,stones={stones}").parse().expect("valid rules")
    }

    fn wait_until(happened: impl Fn() -> bool) {
        let start = Instant::now();
        while !happened() {
            assert!(start.elapsed() < Duration::from_mins(1), "it has not happened");
            thread::yield_now();
        }
    }

    #[test]
    fn an_opponent_is_kept_and_learns_its_endgames_by_itself() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let opponents = Opponents::new(EndgameCache::at(folder.path()));
        let learner = opponents.get(variant(3));
        wait_until(|| learner.has_learnt.load(Relaxed));
        let engine = learner.opponent.engine().expect("Mancala has an engine");
        assert!(engine.endgame_known_below() > 16);
        assert!(Arc::ptr_eq(&learner, &opponents.get(variant(3))));
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1, "one table");

        wait_until(|| !opponents.kept.lock().is_learning);
        let other = opponents.get(variant(4));
        wait_until(|| other.has_learnt.load(Relaxed));
        assert!(!learner.is_dropped.load(Relaxed), "there is room for both");
    }

    #[test]
    fn the_opponent_used_longest_ago_makes_room() {
        let opponents = Opponents::new(EndgameCache::NONE);
        let kept: Vec<_> = (1..=CAPACITY).map(|stones| opponents.get(variant(stones))).collect();
        opponents.get(variant(1));
        opponents.get(variant(CAPACITY + 1));
        let dropped: Vec<usize> =
            (0..CAPACITY).filter(|&at| kept[at].is_dropped.load(Relaxed)).collect();
        assert_eq!(dropped, [1]);
    }

    #[test]
    fn endgames_are_not_worked_out_for_a_server_that_is_gone() {
        let opponents = Opponents::new(EndgameCache::NONE);
        let learner = opponents.get("kalah".parse().expect("a preset"));
        drop(opponents);
        assert!(learner.is_dropped.load(Relaxed));
        wait_until(|| learner.has_learnt.load(Relaxed) || Arc::strong_count(&learner) == 1);
    }
}
