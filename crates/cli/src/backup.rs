//! `parlor backup`: a copy of all online games.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::database::Database;

/// Copy the database of online games to a new file, while people play.
///
/// The copy is a consistent snapshot. `parlor restore` puts it back in place.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The new file. It must not exist yet.
    #[arg(value_name = "FILE")]
    to: PathBuf,

    #[command(flatten)]
    database: Database,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let from = arguments.database.file()?;
    let to = &arguments.to;
    ensure!(from.is_file(), "there is no database at {}: name it with --database", from.display());
    ensure!(!to.exists(), "{} is there already: name a new file", to.display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let deleted = runtime
        .block_on(parlor_server::backup(&from, to))
        .with_context(|| format!("could not copy {} to {}", from.display(), to.display()))?;
    for abandoned in deleted {
        println!("Deleted {}, which a backup that was killed had left.", abandoned.display());
    }
    println!("Copied {} to {}.", from.display(), to.display());
    Ok(())
}
