//! `parlor restore`: a copy of all online games, put back in place.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
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
///
/// For PostgreSQL, restore the copy with `pg_restore`, and then run this without a copy, before any server is
/// started: it checks the games in the database, and has clients told that their history is another one.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The copy, for a database in a file.
    #[arg(value_name = "COPY")]
    from: Option<PathBuf>,

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
    let database = arguments.database.location()?;
    match (&database, &arguments.from) {
        (parlor_server::Database::File(to), Some(from)) => restore_file(arguments, from, to),
        (parlor_server::Database::File(_), None) => bail!("name the copy that is to be restored"),
        (parlor_server::Database::Postgres(url), None) => {
            ensure!(!arguments.replace, "--replace is for databases in a file");
            begin_epoch(arguments, url, &database)
        }
        (parlor_server::Database::Postgres(_), Some(_)) => {
            bail!("restore the copy with pg_restore, and then run this without it")
        }
    }
}

fn restore_file(arguments: &Arguments, from: &Path, to: &Path) -> Result<()> {
    ensure!(from.is_file(), "there is no copy at {}", from.display());
    let replace = arguments.replace;
    let existing = if replace { ExistingDatabase::KeptBeside } else { ExistingDatabase::Refused };
    let (copy, database) = (from.display(), to.display());
    let restored = run_to_end(parlor_server::restore(from, to, existing, arguments.damaged()))?;
    let restored = restored
        .map_err(|why| refusal(&format!("could not restore {copy} to {database}"), &why))?;
    let Restored { tables, events, .. } = restored;
    println!("{}", terminal::restored(&copy, &database, tables, events));
    report(&restored);
    Ok(())
}

fn begin_epoch(arguments: &Arguments, url: &str, database: &dyn Display) -> Result<()> {
    let restored = run_to_end(parlor_server::begin_epoch(url, arguments.damaged()))?;
    let restored =
        restored.map_err(|why| refusal(&format!("could not take over {database}"), &why))?;
    let Restored { tables, events, .. } = restored;
    println!("{}", terminal::epoch_begun(database, tables, events));
    report(&restored);
    Ok(())
}

impl Arguments {
    fn damaged(&self) -> DamagedTables {
        if self.accept_damage { DamagedTables::Accepted } else { DamagedTables::Refused }
    }
}

fn run_to_end<T>(task: impl Future<Output = T>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(task))
}

fn refusal(what: &str, why: &RestoreError) -> Failure {
    let advice = match why {
        RestoreError::Exists => ": name another file, or replace it with --replace",
        RestoreError::Damaged(..) => ": use another copy, or give them up with --accept-damage",
        RestoreError::InUse
        | RestoreError::CopyInUse
        | RestoreError::SameFile
        | RestoreError::Unusable(_)
        | RestoreError::Failed(_) => "",
    };
    Failure::new(format!("{what}: {why}{advice}"))
}

fn report(restored: &Restored) {
    for table in &restored.damaged {
        println!("Damaged: {table}.");
    }
    if let Some(kept) = &restored.kept {
        println!("What was there before is in {}.", kept.display());
    }
}
