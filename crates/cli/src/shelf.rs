//! Where endgame tables are kept from one day to the next.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::AtomicBool;

use clap::Args;
use directories::ProjectDirs;
use parlor_engine::Engine;

/// A folder with endgame tables, or none.
#[derive(Args)]
pub(crate) struct Shelf {
    /// The folder where endgame tables are kept [default: this system's folder for caches]
    #[arg(long, value_name = "FOLDER", env = "PARLOR_CACHE")]
    cache: Option<PathBuf>,

    /// Work out all endgame tables anew, and keep none
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

/// Smaller tables are worked out faster than they are read.
const WORTH_KEEPING: u8 = 10;

impl Shelf {
    /// No folder at all.
    pub(crate) const NONE: Self = Self { cache: None, no_cache: true };

    /// Has an engine learn all endgames that it has room for, until `stop` is raised. What was kept
    /// is taken over; what was not, or is damaged, is worked out and kept.
    pub(crate) fn study(&self, engine: &Engine, threads: usize, stop: &AtomicBool) {
        let path = self.path(engine);
        if let Some(table) = path.as_ref().and_then(|path| fs::read(path).ok()) {
            // What is refused is worked out below, as if it had not been there.
            let _ = engine.load_endgame(&table);
        }
        let kept = engine.endgame_known_below();
        engine.build_endgame(threads, stop);
        let known = engine.endgame_known_below();
        if let Some(path) = path.filter(|_| known > kept && known > WORTH_KEEPING) {
            // Without room on the disk it is worked out again next time.
            let _ = keep(&path, &engine.save_endgame());
        }
    }

    fn path(&self, engine: &Engine) -> Option<PathBuf> {
        let folder = match &self.cache {
            _ if self.no_cache => return None,
            Some(folder) => folder.clone(),
            None => ProjectDirs::from("", "", "parlor")?.cache_dir().to_owned(),
        };
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
