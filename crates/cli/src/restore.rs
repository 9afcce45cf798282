//! `parlor restore`: a copy of all online games, put back in place.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use parlor_server::{DamagedTables, ExistingDatabase, RestoreError, Restored};
use parlor_wording::terminal;

use crate::database::Database;
use crate::refusal::Failure;

/// Put a copy of the database of online games in place, while no server uses it.
///
/// The copy, made by `parlor backup`, is checked first: that it is a database of Parlor, that every page
/// of it can be read, and that no event of any game was altered or lost. It is not changed. People who come
/// back find their seats, and their games as they were when the copy was made.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The copy.
    #[arg(value_name = "COPY")]
    from: PathBuf,

    #[command(flatten)]
    database: Database,

    /// Replace a database that is there already. It is kept beside the restored one, with `.replaced` after
    /// its name.
    #[arg(long)]
    replace: bool,

    /// Restore a copy in which some tables are damaged. These cannot be opened.
    #[arg(long)]
    accept_damage: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (from, to) = (&arguments.from, arguments.database.file()?);
    ensure!(from.is_file(), "there is no copy at {}", from.display());
    let (replace, accept) = (arguments.replace, arguments.accept_damage);
    let existing = if replace { ExistingDatabase::KeptBeside } else { ExistingDatabase::Refused };
    let damaged = if accept { DamagedTables::Accepted } else { DamagedTables::Refused };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let restored = runtime.block_on(parlor_server::restore(from, &to, existing, damaged));
    let restored = restored.map_err(|why| refusal(from, &to, &why))?;
    report(from, &to, &restored);
    Ok(())
}

fn refusal(from: &Path, to: &Path, why: &RestoreError) -> Failure {
    let advice = match why {
        RestoreError::Exists => ": name another file, or replace it with --replace",
        RestoreError::Damaged(..) => ": use another copy, or give them up with --accept-damage",
        RestoreError::InUse
        | RestoreError::CopyInUse
        | RestoreError::SameFile
        | RestoreError::Unusable(_)
        | RestoreError::Failed(_) => "",
    };
    let (from, to) = (from.display(), to.display());
    Failure::new(format!("could not restore {from} to {to}: {why}{advice}"))
}

fn report(from: &Path, to: &Path, restored: &Restored) {
    let Restored { tables, events, damaged, kept } = restored;
    println!("{}", terminal::restored(&from.display(), &to.display(), *tables, *events));
    for table in damaged {
        println!("Damaged: {table}.");
    }
    if let Some(kept) = kept {
        println!("What was there before is in {}.", kept.display());
    }
}
