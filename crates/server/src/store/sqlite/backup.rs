use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::store::StoreError;

/// Copies a database to a new file, as it is at one moment, whether or not a server is using it.
///
/// The copy is made beside the new file, readable by its owner alone, and gets its name when it is
/// complete: what has the name is a whole copy. What backups that were killed have left behind there
/// is deleted, and given back by name.
///
/// # Errors
/// If the database cannot be read, or the new file is there already or cannot be written.
pub async fn backup(database: &Path, to: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |error: io::Error| StoreError::new(error.to_string());
    let folder = folder_of(to);
    let name = to.file_name().ok_or_else(|| StoreError::new("the new file has no name"))?;
    let deleted = delete_abandoned(folder).map_err(failed)?;
    let part = tempfile::Builder::new().prefix(name).suffix(PART).tempfile_in(folder);
    let part = part.map_err(failed)?.into_temp_path();
    let part_text =
        part.to_str().ok_or_else(|| StoreError::new("the new file's name is no text"))?;
    let mut connection = SqliteConnectOptions::new()
        .filename(database)
        .busy_timeout(Duration::from_secs(30))
        .disable_statement_logging()
        .connect()
        .await?;
    sqlx::query("VACUUM INTO ?").bind(part_text.to_owned()).execute(&mut connection).await?;
    connection.close().await?;
    // The copy is there for good when this is done, not some seconds later.
    std::fs::File::open(&part).and_then(|file| file.sync_all()).map_err(failed)?;
    part.persist_noclobber(to).map_err(|error| failed(error.error))?;
    sync_folder(folder).map_err(failed)?;
    Ok(deleted)
}

/// How the names of copies end that are not whole yet.
const PART: &str = ".parlor.part";
/// After how long one that is not written to any more is abandoned: a backup never pauses.
const ABANDONED_AFTER: Duration = Duration::from_hours(1);

/// Deletes the copies in a folder that will never be whole.
fn delete_abandoned(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut deleted = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        if !file.file_name().to_string_lossy().ends_with(PART) {
            continue;
        }
        let age = file.metadata()?.modified()?.elapsed();
        // One that seems to be of the future is left alone.
        if age.is_ok_and(|age| age > ABANDONED_AFTER) {
            std::fs::remove_file(file.path())?;
            deleted.push(file.path());
        }
    }
    Ok(deleted)
}

/// The folder that a file is in.
pub(super) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Has a folder remember the names in it, whatever happens to the machine.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

/// Elsewhere a folder is no file that could be opened, and the system sees to it.
#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::store::{Sqlite, Store};

    #[tokio::test]
    async fn what_a_killed_backup_has_left_behind_is_deleted_by_the_next_one() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = |name: &str| folder.path().join(name);
        let store = Sqlite::open(&path("parlor.db")).await.expect("a database");
        let [abandoned, in_progress, anothers] =
            ["a.dbXYZ.parlor.part", "b.dbXYZ.parlor.part", "film.part"].map(path);
        let long_ago = SystemTime::now() - 2 * ABANDONED_AFTER;
        for (file, modified) in
            [(&abandoned, long_ago), (&in_progress, SystemTime::now()), (&anothers, long_ago)]
        {
            let file = std::fs::File::create(file).expect("a file");
            file.set_modified(modified).expect("ours");
        }
        let deleted = backup(&path("parlor.db"), &path("copy.db")).await.expect("a copy");
        assert_eq!(deleted, std::slice::from_ref(&abandoned));
        let there = [&abandoned, &in_progress, &anothers].map(|file| file.exists());
        assert_eq!(there, [false, true, true]);
        store.close().await;
    }
}
