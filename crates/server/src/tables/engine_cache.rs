use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;
use parlor_endgame_cache::EndgameCache;
use parlor_engine::{Engine, Size};
use parlor_rules::mancala::Rules;

/// Engines for the rules that were played last; each remembers what it worked out.
///
/// An engine is played with as soon as it is asked for. Meanwhile a thread of the lowest priority has
/// it learn its endgames, one engine after the other, and ends when all know theirs.
pub(crate) struct Engines {
    desk: Arc<Mutex<Desk>>,
    cache: EndgameCache,
}

/// How many engines are kept.
const ENGINES: usize = 4;
/// The most bytes that the endgames of an engine take: those of up to 16 stones with six pits a side.
const ENDGAMES: u64 = 32 << 20;
/// What the cached endgames may take. Visitors choose the rules, and must not fill the disk.
const CACHE_BYTES: u64 = 512 << 20;
/// An engine remembers a million boards, in 16 MiB.
const TRANSPOSITION_BITS: u32 = 20;

#[derive(Default)]
struct Desk {
    /// The one used last stands last.
    kept: Vec<Arc<Student>>,
    /// Whether the thread that has engines learn is there.
    studying: bool,
}

/// An engine that is kept, or was until a moment ago.
pub(crate) struct Student {
    pub(crate) engine: Engine,
    /// Raised when it is not kept any more: it need not learn more than it knows.
    dismissed: AtomicBool,
    /// Whether it has learnt all that it has room for.
    studied: AtomicBool,
}

impl Engines {
    /// No engines yet. They will load endgame tables from this cache, and store new ones there.
    pub(crate) fn new(cache: EndgameCache) -> Self {
        Self { desk: Arc::default(), cache: cache.limited_to(CACHE_BYTES) }
    }

    /// The engine for these rules, at once.
    pub(crate) fn get(&self, rules: &Rules) -> Arc<Student> {
        let mut desk = self.desk.lock();
        let known = desk.kept.iter().position(|student| student.engine.rules() == rules);
        let student = match known {
            Some(place) => desk.kept.remove(place),
            None => Arc::new(Student::new(rules)),
        };
        if desk.kept.len() == ENGINES {
            desk.kept.remove(0).dismissed.store(true, Relaxed);
        }
        desk.kept.push(student.clone());
        if known.is_none() && !desk.studying {
            let (cache, students) = (self.cache.clone(), self.desk.clone());
            let thread = thread::Builder::new().name("endgames".to_owned());
            // Without a thread it plays without endgames.
            desk.studying = thread.spawn(move || study(&cache, &students)).is_ok();
        }
        student
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        for student in self.desk.lock().kept.drain(..) {
            student.dismissed.store(true, Relaxed);
        }
    }
}

impl Student {
    fn new(rules: &Rules) -> Self {
        let endgame_stones = Size::endgame_stones_within(rules, ENDGAMES);
        let engine =
            Engine::new(rules, Size { endgame_stones, transposition_bits: TRANSPOSITION_BITS });
        Self { engine, dismissed: AtomicBool::new(false), studied: AtomicBool::new(false) }
    }
}

/// Has the engines learn what they do not know yet, the one used last first, until all know it.
fn study(cache: &EndgameCache, desk: &Mutex<Desk>) {
    yield_to_everybody();
    loop {
        let mut at = desk.lock();
        let ignorant = at.kept.iter().rev().find(|student| !student.studied.load(Relaxed));
        let Some(student) = ignorant.cloned() else {
            at.studying = false;
            return;
        };
        drop(at);
        cache.load_or_build(&student.engine, 1, &student.dismissed);
        student.studied.store(true, Relaxed);
    }
}

/// Gives this thread the lowest priority, where threads have one of their own.
fn yield_to_everybody() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "endgames are worked out at the usual priority");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use super::*;

    /// Rules with a board so small that its endgames are learnt in no time.
    fn rules(stones: usize) -> Rules {
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
    fn an_engine_is_kept_and_learns_its_endgames_by_itself() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let engines = Engines::new(EndgameCache::at(folder.path()));
        let student = engines.get(&rules(3));
        wait_until(|| student.studied.load(Relaxed));
        assert!(student.engine.endgame_known_below() > 16);
        assert!(Arc::ptr_eq(&student, &engines.get(&rules(3))));
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1, "one table");

        wait_until(|| !engines.desk.lock().studying);
        let other = engines.get(&rules(4));
        wait_until(|| other.studied.load(Relaxed));
        assert!(!student.dismissed.load(Relaxed), "there is room for both");
    }

    #[test]
    fn the_engine_used_longest_ago_makes_room() {
        let engines = Engines::new(EndgameCache::NONE);
        let students: Vec<_> = (1..=ENGINES).map(|stones| engines.get(&rules(stones))).collect();
        engines.get(&rules(1));
        engines.get(&rules(ENGINES + 1));
        let dismissed: Vec<usize> =
            (0..ENGINES).filter(|&at| students[at].dismissed.load(Relaxed)).collect();
        assert_eq!(dismissed, [1]);
    }

    #[test]
    fn nobody_learns_for_a_server_that_is_gone() {
        let engines = Engines::new(EndgameCache::NONE);
        let student = engines.get(&"kalah".parse().expect("a preset"));
        drop(engines);
        assert!(student.dismissed.load(Relaxed));
        wait_until(|| student.studied.load(Relaxed) || Arc::strong_count(&student) == 1);
    }
}
