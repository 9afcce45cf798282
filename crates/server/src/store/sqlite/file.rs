//! The database as a file: one server at a time uses it, and nobody else reads it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A database that no other server uses while this one does.
///
/// Two servers would give the same number to two logs, and each would forget tables that people sit
/// at with the other. The claim is a lock on a file of its own: whatever happens to the process, the
/// system takes the lock away, and the file stays.
#[derive(Debug)]
pub(crate) struct Claim(
    #[expect(dead_code, reason = "the lock lasts for as long as the file is open")] File,
);

/// Why a database cannot be claimed.
#[derive(Debug)]
pub(crate) enum NotClaimed {
    /// Another server uses it.
    Taken,
    /// The file that is locked cannot be used.
    Failed(io::Error),
}

impl Claim {
    /// Claims the database in this file, whether it is there or not.
    pub(crate) fn on(database: &Path) -> Result<Self, NotClaimed> {
        let file = private(&beside(database, "-lock")).map_err(NotClaimed::Failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(NotClaimed::Taken),
            Err(TryLockError::Error(error)) => Err(NotClaimed::Failed(error)),
        }
    }
}

/// Makes sure that a database and what `SQLite` keeps beside it can be read by their owner alone:
/// the secrets of coin tosses are in it. A new database is made here, and what `SQLite` then puts
/// beside it may be read by the same people.
pub(crate) fn keep_private(database: &Path) -> io::Result<()> {
    private(database)?;
    for file in [database, &beside(database, "-wal"), &beside(database, "-shm")] {
        if let Err(error) = close_to_others(file) {
            tracing::warn!(%error, file = %file.display(), "others may be able to read this file");
        }
    }
    Ok(())
}

/// Opens a file to write in it, or makes one that its owner alone can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes the right to read or write a file from everybody but its owner.
#[cfg(unix)]
fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = match std::fs::metadata(path) {
        Ok(metadata) => metadata.permissions(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mode = permissions.mode();
    let owner_alone = mode & !0o077;
    if mode == owner_alone {
        return Ok(());
    }
    permissions.set_mode(owner_alone);
    std::fs::set_permissions(path, permissions)
}

/// Elsewhere a file is as private as the folder that it is in.
#[cfg(not(unix))]
fn close_to_others(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The file beside a database whose name ends so.
fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_claimed_by_one_at_a_time() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let database = folder.path().join("parlor.db");
        let claim = Claim::on(&database).expect("nobody has it");
        assert!(matches!(Claim::on(&database), Err(NotClaimed::Taken)));
        Claim::on(&folder.path().join("other.db")).expect("another one is free");
        drop(claim);
        Claim::on(&database).expect("it is free again");
    }

    #[test]
    #[cfg(unix)]
    fn a_database_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode();
        let [new, old] = ["new.db", "old.db"].map(|name| folder.path().join(name));
        let log = beside(&old, "-wal");
        for path in [&old, &log] {
            std::fs::write(path, "games").expect("a file");
            std::fs::set_permissions(path, PermissionsExt::from_mode(0o644)).expect("ours");
        }
        for database in [&new, &old] {
            keep_private(database).expect("files can be made here");
        }
        for path in [&new, &old, &log] {
            assert_eq!(mode(path) & 0o777, 0o600, "{}", path.display());
        }
        assert_eq!(std::fs::read(&old).expect("a file"), b"games");
    }
}
