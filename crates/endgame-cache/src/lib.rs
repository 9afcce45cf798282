//! A folder that keeps endgame tables between runs.
//!
//! The engine reads no files. This crate reads and writes them for it, for every program that has a
//! disk.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Engine, Size};

/// A folder with endgame tables, or none.
#[derive(Clone, Debug)]
pub struct EndgameCache {
    folder: Option<PathBuf>,
    /// How many bytes all tables together may take.
    limit: u64,
    /// How many bytes of boards each table may have.
    largest: u64,
}

/// Smaller tables are built faster than they are read.
const WORTH_KEEPING: u8 = 10;
/// What a long proof tabulates beyond this is not worth the room on the disk: boards of up to 20 stones with
/// six pits a side take less.
const LARGEST: u64 = 300_000_000;

impl EndgameCache {
    /// No folder at all: everything is built anew, and nothing is kept.
    pub const NONE: Self = Self { folder: None, limit: 0, largest: 0 };

    /// A cache in this folder, which is created when there is something to keep.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), limit: u64::MAX, largest: LARGEST }
    }

    /// The same cache, to which nothing is added once its tables would take more bytes than this:
    /// for programs whose visitors choose the rules.
    #[must_use]
    pub fn limited_to(self, bytes: u64) -> Self {
        Self { limit: bytes, ..self }
    }

    /// Gives an engine all endgames that it has room for, until `stop` is raised. What the cache has
    /// is loaded; what is missing or damaged is built and stored, except for the boards with most stones if
    /// their table would be very large.
    pub fn load_or_build(&self, engine: &Engine, threads: usize, stop: &AtomicBool) {
        let path = self.path(engine);
        if let Some(table) = path.as_ref().and_then(|path| File::open(path).ok()) {
            // What is refused is built below, as if it had not been there.
            let _ = engine.load_endgame(table);
        }
        let kept = engine.endgame_known_below();
        let most_kept = Size::endgame_stones_within(engine.rules(), self.largest);
        engine.build_endgame_up_to(most_kept, threads, stop);
        let known = engine.endgame_known_below();
        if let Some(path) = path.filter(|_| known > kept && known > WORTH_KEEPING)
            && self.has_room(engine.saved_endgame_bytes())
        {
            // Without room on the disk it is built again next time.
            let _ = keep(&path, engine);
        }
        engine.build_endgame(threads, stop);
    }

    fn has_room(&self, bytes: u64) -> bool {
        let tables = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let taken: u64 = tables
            .into_iter()
            .flatten()
            .filter_map(|table| Some(table.ok()?.metadata().ok()?.len()))
            .sum();
        taken.saturating_add(bytes) <= self.limit
    }

    fn path(&self, engine: &Engine) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(format!("{}.endgames", engine.endgame_name())))
    }
}

/// Writes a table atomically: readers see all of it or none, even if several processes write it.
fn keep(path: &Path, engine: &Engine) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let unfinished = path.with_added_extension(process::id().to_string());
    File::create(&unfinished)
        .and_then(|file| engine.save_endgame(file))
        .and_then(|()| fs::rename(&unfinished, path))
        .inspect_err(|_| drop(fs::remove_file(&unfinished)))
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    fn engine(endgame_stones: u8) -> Engine {
        let rules = "kalah,pits=3".parse().expect("valid rules");
        Engine::new(&rules, Size { endgame_stones, transposition_bits: 20 })
    }

    fn known_after(cache: &EndgameCache, endgame_stones: u8, stopped: bool) -> u8 {
        let engine = engine(endgame_stones);
        cache.load_or_build(&engine, 1, &AtomicBool::new(stopped));
        engine.endgame_known_below()
    }

    #[test]
    fn what_was_kept_needs_no_work() {
        let folder = tempdir().expect("a folder for the test");
        let cache = EndgameCache::at(folder.path().join("tables"));
        assert_eq!(known_after(&cache, 11, true), 0, "stopped before it began");
        assert_eq!(known_after(&cache, 11, false), 12);
        assert_eq!(known_after(&cache, 11, true), 12);
        assert_eq!(known_after(&EndgameCache::NONE, 11, true), 0);
    }

    #[test]
    fn a_smaller_table_is_extended_and_a_larger_one_is_left() {
        let folder = tempdir().expect("a folder for the test");
        let cache = EndgameCache::at(folder.path());
        for stones in [11, 13, 12] {
            assert_eq!(known_after(&cache, stones, false), stones + 1);
        }
        assert_eq!(known_after(&cache, 14, true), 14);
    }

    #[test]
    fn a_full_cache_takes_no_more() {
        let folder = tempdir().expect("a folder for the test");
        let cache = EndgameCache::at(folder.path()).limited_to(20_000);
        assert_eq!(known_after(&cache, 11, false), 12, "12,376 boards");
        assert_eq!(known_after(&cache, 12, false), 13, "it is built all the same");
        assert_eq!(known_after(&cache, 12, true), 12);
    }

    #[test]
    fn of_a_very_large_table_only_a_part_is_kept() {
        let folder = tempdir().expect("a folder for the test");
        let cache = EndgameCache { largest: 20_000, ..EndgameCache::at(folder.path()) };
        assert_eq!(known_after(&cache, 14, false), 15, "it is built all the same");
        assert_eq!(known_after(&cache, 14, true), 13, "18,564 boards");
    }

    #[test]
    fn small_tables_are_not_kept() {
        let folder = tempdir().expect("a folder for the test");
        assert_eq!(known_after(&EndgameCache::at(folder.path()), 5, false), 6);
        assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 0);
    }
}
