//! The database as a file: one server at a time uses it, and only its owner may read it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::backup::folder_of;

/// A lock that keeps other servers from using the same database.
///
/// Two servers would give the same id to two logs, and each would delete tables that people sit at
/// with the other. The lock is on a file of its own: however the process ends, the system releases
/// the lock, and the file stays.
///
/// Once the database has been used, the file says so. Then it is known of an empty one that it was
/// emptied, and not made just now.
#[derive(Debug)]
pub(crate) struct DatabaseLock(File);

/// Why a database could not be locked.
#[derive(Debug)]
pub(crate) enum LockError {
    /// Another server holds the lock.
    Held,
    /// The file that is locked cannot be used.
    Failed(io::Error),
}

impl DatabaseLock {
    /// Locks the database in this file, whether the file is there or not, and by whatever links it is
    /// reached.
    pub(crate) fn acquire(database: &Path) -> Result<Self, LockError> {
        let database = real_path(database).map_err(LockError::Failed)?;
        let file = open_private(&beside(&database, "-lock")).map_err(LockError::Failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(LockError::Held),
            Err(TryLockError::Error(error)) => Err(LockError::Failed(error)),
        }
    }

    /// Whether a database is empty although it was used: something else has emptied it.
    pub(super) fn was_emptied(&self, database: &Path) -> io::Result<bool> {
        let was_used = self.0.metadata()?.len() > 0;
        match std::fs::metadata(database) {
            Ok(file) => Ok(was_used && file.len() == 0),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if was_used {
                    tracing::warn!("the database is gone, and a new one takes its place");
                }
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes down that the database has something in it from now on.
    pub(super) fn note_that_it_is_used(&mut self) -> io::Result<()> {
        if self.0.metadata()?.len() == 0 {
            self.0.write_all(b"used\n")?;
        }
        Ok(())
    }
}

/// The name that a database has where it really is, by whatever links it is reached. It need not be
/// there yet.
pub(super) fn real_path(database: &Path) -> io::Result<PathBuf> {
    match database.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    if let Ok(target) = std::fs::read_link(database) {
        // The link leads to where it will be.
        return real_path(&folder_of(database).join(target));
    }
    let name = database.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(folder_of(database).canonicalize()?.join(name))
}

/// Makes sure that only the owner can read a database and what `SQLite` keeps beside it: the
/// secrets of coin tosses are in it. A new database is created here, and `SQLite` gives the files
/// that it then puts beside it the same permissions.
pub(crate) fn restrict_permissions(database: &Path) -> io::Result<()> {
    open_private(database)?;
    for file in PARTS.map(|part| beside(database, part)) {
        if let Err(error) = restrict_to_owner(&file) {
            tracing::warn!(%error, file = %file.display(), "others may be able to read this file");
        }
    }
    Ok(())
}

/// Opens a file to write in it, or creates one that only its owner can read.
pub(super) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes the permission to read or write a file from everyone but its owner.
#[cfg(unix)]
fn restrict_to_owner(path: &Path) -> io::Result<()> {
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
fn restrict_to_owner(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Gives a file to the owner of the folder that it is in, if it is root who made it: the server that
/// will use it runs as somebody else. Others can give nothing away, and keep it.
#[cfg(unix)]
pub(super) fn give_to_owner_of(folder: &Path, file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let (folder, now) = (std::fs::metadata(folder)?, std::fs::metadata(file)?);
    if now.uid() == folder.uid() {
        return Ok(());
    }
    match chown(file, Some(folder.uid()), Some(folder.gid())) {
        Err(error) if error.kind() != io::ErrorKind::PermissionDenied => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Elsewhere a file belongs to whoever can use its folder.
#[cfg(not(unix))]
pub(super) fn give_to_owner_of(_folder: &Path, _file: &Path) -> io::Result<()> {
    Ok(())
}

/// A database, and what `SQLite` keeps beside it. A write-ahead log that stays where its database goes
/// would be taken for that of the next one.
pub(super) const PARTS: [&str; 3] = ["", "-wal", "-shm"];

/// The file beside a database whose name ends so.
pub(super) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A name for another database beside this one that no part of one has yet.
pub(super) fn free_name(database: &Path, ending: &str) -> PathBuf {
    let others = (2..).map(|number| format!("{ending}-{number}"));
    let endings = std::iter::once(ending.to_owned()).chain(others);
    let mut names = endings.map(|ending| beside(database, &ending));
    let is_free = |name: &PathBuf| !PARTS.iter().any(|part| beside(name, part).exists());
    names.find(is_free).expect("there are names without end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_locked_by_one_server_at_a_time() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let database = folder.path().join("parlor.db");
        let lock = DatabaseLock::acquire(&database).expect("no server uses it");
        assert!(matches!(DatabaseLock::acquire(&database), Err(LockError::Held)));
        DatabaseLock::acquire(&folder.path().join("other.db")).expect("another one is free");
        drop(lock);
        DatabaseLock::acquire(&database).expect("it is free again");
    }

    #[test]
    #[cfg(unix)]
    fn a_database_is_locked_by_whatever_links_it_is_reached() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("real")).expect("a folder");
        std::os::unix::fs::symlink("real", path("folder")).expect("a link");
        std::os::unix::fs::symlink("folder/parlor.db", path("link.db")).expect("a link");
        std::os::unix::fs::symlink(path("link.db"), path("link to link.db")).expect("a link");
        let names = ["real/parlor.db", "folder/parlor.db", "link.db", "link to link.db"].map(path);
        for is_there in [false, true] {
            if is_there {
                open_private(&names[0]).expect("a file");
            }
            for held in &names {
                let lock = DatabaseLock::acquire(held).expect("no server uses it");
                for name in &names {
                    let second = DatabaseLock::acquire(name);
                    assert!(matches!(second, Err(LockError::Held)), "{held:?} {name:?}");
                }
                drop(lock);
            }
        }
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
            restrict_permissions(database).expect("files can be made here");
        }
        for path in [&new, &old, &log] {
            assert_eq!(mode(path) & 0o777, 0o600, "{}", path.display());
        }
        assert_eq!(std::fs::read(&old).expect("a file"), b"games");
    }
}
