//! Where the program keeps endgame tables.

use std::path::PathBuf;

use clap::Args;
use directories::ProjectDirs;
use parlor_endgame_cache::EndgameCache;

/// Which folder endgame tables are kept in, or that none are.
#[derive(Args)]
pub(crate) struct Cache {
    /// Folder for endgame tables [default: the system's cache folder]
    #[arg(long, value_name = "FOLDER", env = "PARLOR_CACHE")]
    cache: Option<PathBuf>,

    /// Build endgame tables from scratch and keep none
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

impl Cache {
    pub(crate) fn open(&self) -> EndgameCache {
        if self.no_cache {
            return EndgameCache::NONE;
        }
        let usual = || Some(ProjectDirs::from("", "", "parlor")?.cache_dir().to_owned());
        self.cache.clone().or_else(usual).map_or(EndgameCache::NONE, EndgameCache::at)
    }
}
