//! Where online games are kept.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use directories::ProjectDirs;

/// Which database is meant.
#[derive(Args)]
pub(crate) struct Database {
    /// The file in which online games are kept. By default `parlor.db` in the folder where this
    /// system keeps application data.
    #[arg(long = "database", value_name = "FILE", env = "PARLOR_DATABASE")]
    file: Option<PathBuf>,
}

impl Database {
    /// The file. The default folder is created if it does not exist.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        if let Some(file) = &self.file {
            return Ok(file.clone());
        }
        let folders = ProjectDirs::from("", "", "parlor")
            .context("this system has no folder for application data: use --database")?;
        let folder = folders.data_dir();
        make(folder)?;
        Ok(folder.join("parlor.db"))
    }
}

fn make(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("could not make the folder {}", folder.display()))
}
