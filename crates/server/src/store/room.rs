use std::path::Path;

/// How much room there is for what is stored, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// What is left of the disk, where that is known.
    pub(crate) disk_free: Option<u64>,
    /// What the database takes.
    pub(crate) database: u64,
}

/// What is left of the disk that a folder is on, for those who are not root.
#[cfg(unix)]
pub(super) fn disk_free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// Elsewhere it is not known.
#[cfg(not(unix))]
pub(super) fn disk_free(_folder: &Path) -> Option<u64> {
    None
}
