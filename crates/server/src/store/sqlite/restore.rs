//! How a copy of a database becomes the database.

use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;

use super::backup::{folder_of, sync_folder};
use super::database_file::{
    DatabaseLock, LockError, PARTS, beside, free_name, give_to_owner_of, open_private, real_path,
};
use super::migration::{self, Original};
use super::schema::{self, Contents};
use super::verify::{broken_page, take_inventory};
use crate::store::restore::{
    DamagedTables, ExistingDatabase, RestoreError, Restored, epochs_to_skip,
};

/// Puts a copy of a database in place, after a look whether it is whole.
///
/// The copy itself is not touched. It may be of an earlier version of Parlor. What is restored gets
/// the database's name when it is whole and on the disk, and it belongs to the owner of its folder,
/// alone. Every log begins another epoch: what clients were told after the copy was made did not
/// happen.
///
/// # Errors
/// If a server is using either of them, if the copy is damaged, and if a database is there already.
pub async fn restore(
    copy: &Path,
    database: &Path,
    existing: ExistingDatabase,
    damaged: DamagedTables,
) -> Result<Restored, RestoreError> {
    let lock = DatabaseLock::acquire(database).map_err(|error| match error {
        LockError::Held => RestoreError::InUse,
        LockError::Failed(error) => error.into(),
    })?;
    // A link stays one: what it leads to is replaced.
    let target = real_path(database)?;
    give_to_owner_of(folder_of(&target), &beside(&target, "-lock"))?;
    if copy.canonicalize()? == target {
        return Err(RestoreError::SameFile);
    }
    let there = PARTS.iter().any(|part| beside(&target, part).exists());
    if there && existing == ExistingDatabase::Refused {
        return Err(RestoreError::Exists);
    }
    let workshop = Workshop::beside(&target)?;
    workshop.bring(copy)?;
    let mut restored = make_ready(&workshop.file, damaged).await?;
    give_to_owner_of(folder_of(&target), &workshop.file)?;
    std::fs::File::open(&workshop.file)?.sync_all()?;
    if there {
        restored.kept = Some(put_aside(&target)?);
    }
    std::fs::rename(&workshop.file, &target)?;
    sync_folder(folder_of(&target))?;
    drop(lock);
    Ok(restored)
}

/// A folder beside the database where a copy is made ready. It goes away with everything in it.
struct Workshop {
    file: PathBuf,
    _folder: TempDir,
}

impl Workshop {
    fn beside(database: &Path) -> io::Result<Self> {
        let path = beside(database, ".restoring");
        // Whoever made it was killed: it is we who have locked the database.
        match std::fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let name = path.file_name().unwrap_or_default();
        let folder =
            tempfile::Builder::new().prefix(name).rand_bytes(0).tempdir_in(folder_of(&path))?;
        Ok(Self { file: folder.path().join("copy.db"), _folder: folder })
    }

    /// Copies a database into it, and its write-ahead log: what is in there is part of it.
    fn bring(&self, copy: &Path) -> Result<(), RestoreError> {
        // A lock is looked at where there is one, and none is made where there is not.
        if beside(&real_path(copy)?, "-lock").exists()
            && let Err(LockError::Held) = DatabaseLock::acquire(copy)
        {
            return Err(RestoreError::CopyInUse);
        }
        for part in ["", "-wal"] {
            let from = beside(&real_path(copy)?, part);
            if part.is_empty() || from.exists() {
                let mut to = open_private(&beside(&self.file, part))?;
                io::copy(&mut std::fs::File::open(from)?, &mut to)?;
            }
        }
        Ok(())
    }
}

/// Looks whether a copy is whole and ours, brings it to this version, and begins another epoch.
async fn make_ready(file: &Path, damaged: DamagedTables) -> Result<Restored, RestoreError> {
    let unusable = |why: &str| RestoreError::Unusable(why.to_owned());
    let mut connection = SqliteConnectOptions::new()
        .filename(file)
        // All of it is in the file then, and nothing beside it.
        .journal_mode(SqliteJournalMode::Delete)
        .disable_statement_logging()
        .connect()
        .await?;
    let contents = schema::contents(&mut connection).await?;
    if let Some(broken) = broken_page(&mut connection).await? {
        return Err(RestoreError::Unusable(format!("it is damaged ({broken})")));
    }
    match contents {
        Contents::Current => {}
        Contents::Earlier(version) => {
            migration::migrate(&mut connection, Original::Elsewhere, version).await?;
        }
        Contents::Nothing => return Err(unusable("it is empty")),
        Contents::AnotherPrograms => return Err(unusable("it belongs to another program")),
        Contents::Newer(problem) => return Err(RestoreError::Unusable(problem)),
    }
    let restored = take_inventory(&mut connection).await?.into_restored(damaged)?;
    begin_epoch(&mut connection).await?;
    connection.close().await?;
    Ok(restored)
}

/// Begins another epoch of every log.
async fn begin_epoch(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let statement = "UPDATE logs SET epoch = epoch + ?";
    sqlx::query(statement).bind(epochs_to_skip()).execute(connection).await.map(drop)
}

/// Gives a database another name, and what is beside it with it.
fn put_aside(database: &Path) -> io::Result<PathBuf> {
    let kept = free_name(database, ".replaced");
    for part in PARTS {
        match std::fs::rename(beside(database, part), beside(&kept, part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests;
