//! Where online games are kept.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use directories::ProjectDirs;

/// Which database is meant.
#[derive(Args)]
pub(crate) struct Database {
    /// Where online games are kept: a file, for one server, or the URL of a PostgreSQL database, for as
    /// many servers as you like, such as `postgres://parlor@db.example/parlor`. By default the file
    /// `parlor.db` in the folder where this system keeps application data.
    #[arg(
        long = "database",
        value_name = "FILE|URL",
        env = "PARLOR_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
}

impl Database {
    /// The database. The default folder is created if it does not exist.
    pub(crate) fn location(&self) -> Result<parlor_server::Database> {
        if let Some(database) = &self.database {
            return Ok(parlor_server::Database::new(database));
        }
        let folders = ProjectDirs::from("", "", "parlor")
            .context("this system has no folder for application data: use --database")?;
        let folder = folders.data_dir();
        make(folder)?;
        Ok(folder.join("parlor.db").into())
    }

    /// The file, if it is one.
    pub(crate) fn file(&self) -> Result<PathBuf> {
        match self.location()? {
            parlor_server::Database::File(path) => Ok(path),
            parlor_server::Database::Postgres(_) => {
                bail!("this is for databases in a file: use pg_dump for PostgreSQL")
            }
        }
    }
}

fn make(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("could not make the folder {}", folder.display()))
}
