//! How a copy of a database becomes the database.

use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::error::DatabaseError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;

use super::backup::{folder_of, sync_folder};
use super::database_file::{
    DatabaseLock, LockError, PARTS, beside, free_name, give_to_owner_of, open_private,
};
use super::migration::{self, Original};
use super::schema::{self, Contents};
use super::verify::{DamagedTable, Inventory, broken_page, take_inventory};
use crate::store::StoreError;
use crate::tokens::random_bytes;

/// What becomes of a database that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingDatabase {
    /// It stays, and nothing is restored.
    Refused,
    /// It gets another name, beside the restored one.
    KeptBeside,
}

/// What becomes of a copy in which some tables are damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamagedTables {
    /// Nothing is restored.
    Refused,
    /// Everything is restored. The damaged tables cannot be opened, and the others can.
    Accepted,
}

/// What was restored.
#[derive(Clone, Debug)]
pub struct Restored {
    /// How many tables there are.
    pub tables: usize,
    /// How many events they have in all.
    pub events: usize,
    /// The tables that cannot be opened.
    pub damaged: Vec<DamagedTable>,
    /// Where the database is that was there before.
    pub kept: Option<PathBuf>,
}

/// Why a copy was not restored. Everything is as it was before.
#[derive(Debug)]
pub enum RestoreError {
    /// A server is using the database that would be replaced.
    InUse,
    /// A database is there already.
    Exists,
    /// A server is using the copy.
    CopyInUse,
    /// The copy is the database that it would replace.
    SameFile,
    /// The copy is none, or cannot be read; and why.
    Unusable(String),
    /// Tables in the copy are damaged: of so many, these.
    Damaged(usize, Vec<DamagedTable>),
    /// The system or `SQLite` failed.
    Failed(StoreError),
}

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
    give_to_owner_of(folder_of(database), &beside(database, "-lock"))?;
    // A link stays one: what it leads to is replaced.
    let target = database.canonicalize().unwrap_or_else(|_| database.to_owned());
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
        if beside(copy, "-lock").exists()
            && let Err(LockError::Held) = DatabaseLock::acquire(copy)
        {
            return Err(RestoreError::CopyInUse);
        }
        for part in ["", "-wal"] {
            let from = beside(copy, part);
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
    let inventory = take_inventory(&mut connection).await?;
    if !inventory.damaged.is_empty() && damaged == DamagedTables::Refused {
        return Err(RestoreError::Damaged(inventory.tables, inventory.damaged));
    }
    begin_epoch(&mut connection).await?;
    connection.close().await?;
    let Inventory { tables, events, damaged } = inventory;
    Ok(Restored { tables, events, damaged, kept: None })
}

/// Begins another epoch of every log.
async fn begin_epoch(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    // One copy may be restored twice, and the second time nobody knows of the first. The two must not
    // be the same epoch, so it is not simply the next.
    const STEPS: u32 = 1 << 20;
    let step = 1 + u32::from_be_bytes(random_bytes()) % STEPS;
    sqlx::query("UPDATE logs SET epoch = epoch + ?").bind(step).execute(connection).await.map(drop)
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

impl Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse => f.write_str("a server is using it: stop that one first"),
            Self::Exists => f.write_str("a database is there already"),
            Self::CopyInUse => {
                f.write_str("a server is using the copy: make another one with `parlor backup`")
            }
            Self::SameFile => f.write_str("the copy is this database itself"),
            Self::Unusable(why) => write!(f, "the copy cannot be used: {why}"),
            Self::Damaged(tables, damaged) => {
                let number = damaged.len();
                write!(f, "damaged tables in the copy: {number} of {tables}")?;
                damaged.first().map_or(Ok(()), |first| write!(f, " ({first})"))
            }
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl From<io::Error> for RestoreError {
    fn from(error: io::Error) -> Self {
        Self::Failed(StoreError::new(error.to_string()))
    }
}

impl From<sqlx::Error> for RestoreError {
    fn from(error: sqlx::Error) -> Self {
        const CORRUPT: &str = "11";
        const NOT_A_DATABASE: &str = "26";
        match error.as_database_error().and_then(DatabaseError::code).as_deref() {
            Some(NOT_A_DATABASE) => Self::Unusable("it is not a database".to_owned()),
            Some(CORRUPT) => Self::Unusable("it is damaged".to_owned()),
            _ => Self::Failed(error.into()),
        }
    }
}

#[cfg(test)]
mod tests;
