use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::backup::folder_of;
use super::database_file::{PARTS, beside};
use crate::store::Room;
use crate::store::room::disk_free;

/// A database that is open, as a file with a name.
#[derive(Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    identity: FileIdentity,
}

/// A part of an open database that has not got its name any more. What is written to it would be gone
/// after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    Database,
    /// The write-ahead log.
    Log,
}

impl Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Database => {
                "nothing can be stored: the database was deleted or replaced under the server. \
                 Put it back, or stop the server and restore a copy with `parlor restore`"
            }
            // The last one who closes a database has its log written to it, name or no name.
            Self::Log => {
                "nothing can be stored: the database's -wal file was deleted under the server. \
                 Restart the server, which saves what was in it"
            }
        })
    }
}

impl DatabaseFile {
    /// The file that is open, and has this name.
    pub(super) fn open_at(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), identity: FileIdentity::of(path)? })
    }

    /// The part that is missing, if one is.
    pub(super) fn missing(&self) -> Option<Missing> {
        if FileIdentity::of(&self.path).ok() != Some(self.identity) {
            return Some(Missing::Database);
        }
        (!beside(&self.path, "-wal").exists()).then_some(Missing::Log)
    }

    /// How much room it takes, and how much there is.
    pub(super) fn room(&self) -> Room {
        let bytes = |part: &str| fs::metadata(beside(&self.path, part)).map_or(0, |it| it.len());
        Room {
            disk_free: disk_free(folder_of(&self.path)),
            database: PARTS.into_iter().map(bytes).sum(),
        }
    }
}

/// What tells a file from others, whatever they are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileIdentity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    number: u64,
}

impl FileIdentity {
    #[cfg(unix)]
    fn of(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::MetadataExt;
        let file = fs::metadata(path)?;
        Ok(Self { device: file.dev(), number: file.ino() })
    }

    /// Elsewhere a file that is open cannot be deleted or replaced.
    #[cfg(not(unix))]
    fn of(path: &Path) -> io::Result<Self> {
        fs::metadata(path)?;
        Ok(Self {})
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_missed_when_another_one_has_its_name() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let [path, log, elsewhere] =
            ["a.db", "a.db-wal", "b.db"].map(|name| folder.path().join(name));
        for file in [&path, &log] {
            std::fs::write(file, "games").expect("a file");
        }
        let open = DatabaseFile::open_at(&path).expect("a file");
        assert_eq!(open.missing(), None);
        std::fs::rename(&path, &elsewhere).expect("ours");
        assert_eq!(open.missing(), Some(Missing::Database));
        std::fs::write(&path, "other games").expect("a file");
        assert_eq!(open.missing(), Some(Missing::Database));
        std::fs::rename(&elsewhere, &path).expect("ours");
        assert_eq!(open.missing(), None, "it was put back");
        std::fs::remove_file(&log).expect("ours");
        assert_eq!(open.missing(), Some(Missing::Log));
    }
}
