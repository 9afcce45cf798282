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
    /// The most bytes that the endgame tables of one take.
    endgame_bytes: u64,
}

/// How many opponents are kept.
const CAPACITY: usize = 4;
/// How much larger than the endgame tables in memory the cache on the disk may get. Visitors choose the
/// rules, and must not fill the disk.
const CACHED: u64 = 4;
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
    /// No opponents yet. They will load endgame tables from this cache, and store new ones there. In
    /// memory all tables together take at most so many bytes.
    pub(crate) fn new(endgames: EndgameCache, endgame_memory: u64) -> Self {
        // Half of the processors are for people.
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            queue: EngineQueue::new(processors.div_ceil(2)),
            kept: Arc::default(),
            endgames: endgames.limited_to(endgame_memory.saturating_mul(CACHED)),
            endgame_bytes: endgame_memory / CAPACITY as u64,
        }
    }

    /// The opponent for a game, at once. Games that differ only in how they start have the same.
    pub(crate) fn get(&self, variant: Variant) -> Arc<Learner> {
        if let Some(known) = self.kept.lock().used(variant) {
            return known;
        }
        // To make room for large tables takes a while, for which nobody else waits.
        let learner = Arc::new(Learner::new(variant, self.endgame_bytes));
        // Nor for giving it back: this one goes after the lock.
        let dropped;
        let mut kept = self.kept.lock();
        if let Some(known) = kept.used(variant) {
            // Another thread has been faster.
            return known;
        }
        if kept.opponents.len() == CAPACITY {
            dropped = kept.opponents.remove(0);
            dropped.is_dropped.store(true, Relaxed);
        }
        kept.opponents.push(learner.clone());
        if !kept.is_learning {
            let (endgames, opponents) = (self.endgames.clone(), self.kept.clone());
            let thread = thread::Builder::new().name("endgames".to_owned());
            // Without a thread it plays without endgame tables.
            kept.is_learning = thread.spawn(move || learn(&endgames, &opponents)).is_ok();
        }
        learner
    }
}

impl Kept {
    /// The opponent for a game, if it is kept. It is the one used last now.
    fn used(&mut self, variant: Variant) -> Option<Arc<Learner>> {
        let place = self.opponents.iter().position(|it| it.opponent.plays(variant))?;
        let learner = self.opponents.remove(place);
        self.opponents.push(learner.clone());
        Some(learner)
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
    fn new(variant: Variant, endgame_bytes: u64) -> Self {
        let size = |rules: &Rules| Size {
            endgame_stones: Size::endgame_stones_within(rules, endgame_bytes),
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

    const MEMORY: u64 = 128_000_000;

    /// Games with boards so small that their endgames are worked out in no time, each of another kind.
    fn variant(at: usize) -> Variant {
        let kinds = ["captures=off", "captures=on", "over=stuck", "rest=stay", "origin=skip"];
        format!("kalah,pits=1,{}", kinds[at]).parse().expect("valid rules")
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
        let opponents = Opponents::new(EndgameCache::at(folder.path()), MEMORY);
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
        let opponents = Opponents::new(EndgameCache::NONE, MEMORY);
        let kept: Vec<_> = (0..CAPACITY).map(|at| opponents.get(variant(at))).collect();
        opponents.get(variant(0));
        opponents.get(variant(CAPACITY));
        let dropped: Vec<usize> =
            (0..CAPACITY).filter(|&at| kept[at].is_dropped.load(Relaxed)).collect();
        assert_eq!(dropped, [1]);
    }

    #[test]
    fn games_that_differ_only_in_their_start_share_an_opponent() {
        let opponents = Opponents::new(EndgameCache::NONE, MEMORY);
        let get = |game: &str| opponents.get(game.parse().expect("valid rules"));
        let learner = get("kalah,pits=1,stones=4");
        assert!(Arc::ptr_eq(&learner, &get("kalah,pits=1,stones=5,first=2")));
        assert!(!Arc::ptr_eq(&learner, &get("kalah,pits=2,stones=4")));
        assert!(!Arc::ptr_eq(&learner, &get("tic-tac-toe")));
    }

    #[test]
    fn tables_are_as_large_as_the_memory_for_all_of_them_allows() {
        for (memory, stones) in [(0, 0), (MEMORY, 16), (1_000_000_000, 20)] {
            let rules = "kalah".parse().expect("a preset");
            let opponents = Opponents::new(EndgameCache::NONE, memory);
            assert_eq!(Size::endgame_stones_within(&rules, opponents.endgame_bytes), stones);
        }
    }

    #[test]
    fn endgames_are_not_worked_out_for_a_server_that_is_gone() {
        let opponents = Opponents::new(EndgameCache::NONE, MEMORY);
        let learner = opponents.get("kalah".parse().expect("a preset"));
        drop(opponents);
        assert!(learner.is_dropped.load(Relaxed));
        wait_until(|| learner.has_learnt.load(Relaxed) || Arc::strong_count(&learner) == 1);
    }
}
