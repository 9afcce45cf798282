//! Where endgame tables are kept from one day to the next.
//!
//! The engine reads no files. This is the one place that has them read and written for it, for all
//! programs that have a disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::AtomicBool;

use parlor_engine::Engine;

/// A folder with endgame tables, or none.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: Option<PathBuf>,
    /// How many bytes all tables together may take.
    room: u64,
}

/// Smaller tables are worked out faster than they are read.
const WORTH_KEEPING: u8 = 10;

impl Shelf {
    /// No folder at all: everything is worked out anew, and nothing is kept.
    pub const NONE: Self = Self { folder: None, room: 0 };

    /// A shelf in this folder, which is made when there is something to keep.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), room: u64::MAX }
    }

    /// The same shelf, to which nothing is added once its tables would take more bytes than this:
    /// for programs whose visitors choose the rules.
    #[must_use]
    pub fn with_room_for(self, bytes: u64) -> Self {
        Self { room: bytes, ..self }
    }

    /// Has an engine learn all endgames that it has room for, until `stop` is raised. What was kept
    /// is taken over; what was not, or is damaged, is worked out and kept.
    pub fn study(&self, engine: &Engine, threads: usize, stop: &AtomicBool) {
        let path = self.path(engine);
        if let Some(table) = path.as_ref().and_then(|path| fs::read(path).ok()) {
            // What is refused is worked out below, as if it had not been there.
            let _ = engine.load_endgame(&table);
        }
        let kept = engine.endgame_known_below();
        engine.build_endgame(threads, stop);
        let known = engine.endgame_known_below();
        if let Some(path) = path.filter(|_| known > kept && known > WORTH_KEEPING) {
            let table = engine.save_endgame();
            if self.has_room(table.len() as u64) {
                // Without room on the disk it is worked out again next time.
                let _ = keep(&path, &table);
            }
        }
    }

    fn has_room(&self, bytes: u64) -> bool {
        let tables = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let taken: u64 = tables
            .into_iter()
            .flatten()
            .filter_map(|table| Some(table.ok()?.metadata().ok()?.len()))
            .sum();
        taken.saturating_add(bytes) <= self.room
    }

    fn path(&self, engine: &Engine) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(format!("{}.endgames", engine.endgame_name())))
    }
}

/// Writes a file so that nobody ever reads half of it, whoever else writes it at the same time.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let unfinished = path.with_added_extension(process::id().to_string());
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .inspect_err(|_| drop(fs::remove_file(&unfinished)))
}

#[cfg(test)]
mod tests {
    use parlor_engine::Size;
    use tempfile::tempdir;

    use super::*;

    fn engine(endgame_stones: u8) -> Engine {
        let rules = "kalah,pits=3".parse().expect("valid rules");
        Engine::new(&rules, Size { endgame_stones, memory_bits: 20 })
    }

    fn known_after_study(shelf: &Shelf, endgame_stones: u8, stopped: bool) -> u8 {
        let engine = engine(endgame_stones);
        shelf.study(&engine, 1, &AtomicBool::new(stopped));
        engine.endgame_known_below()
    }

    #[test]
    fn what_was_kept_needs_no_work() {
        let folder = tempdir().expect("a folder for the test");
        let shelf = Shelf::at(folder.path().join("tables"));
        assert_eq!(known_after_study(&shelf, 11, true), 0, "who may not work learns nothing");
        assert_eq!(known_after_study(&shelf, 11, false), 12);
        assert_eq!(known_after_study(&shelf, 11, true), 12);
        assert_eq!(known_after_study(&Shelf::NONE, 11, true), 0);
    }

    #[test]
    fn a_smaller_table_is_extended_and_a_larger_one_is_left() {
        let folder = tempdir().expect("a folder for the test");
        let shelf = Shelf::at(folder.path());
        for stones in [11, 13, 12] {
            assert_eq!(known_after_study(&shelf, stones, false), stones + 1);
        }
        assert_eq!(known_after_study(&shelf, 14, true), 14);
    }

    #[test]
    fn a_full_shelf_takes_no_more() {
        let folder = tempdir().expect("a folder for the test");
        let shelf = Shelf::at(folder.path()).with_room_for(20_000);
        assert_eq!(known_after_study(&shelf, 11, false), 12, "12,376 boards");
        assert_eq!(known_after_study(&shelf, 12, false), 13, "it is learnt all the same");
        assert_eq!(known_after_study(&shelf, 12, true), 12);
    }

    #[test]
    fn small_tables_are_not_kept() {
        let folder = tempdir().expect("a folder for the test");
        assert_eq!(known_after_study(&Shelf::at(folder.path()), 5, false), 6);
        assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 0);
    }
}
