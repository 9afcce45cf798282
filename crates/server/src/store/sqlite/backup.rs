use std::io;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::store::StoreError;

/// Copies a database to a new file, as it is at one moment, whether or not a server is using it.
///
/// The copy is made beside the new file, readable by its owner alone, and gets its name when it is
/// complete: what has the name is a whole copy.
///
/// # Errors
/// If the database cannot be read, or the new file is there already or cannot be written.
pub async fn backup(database: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::new(error.to_string());
    let folder = folder_of(to);
    let name = to.file_name().ok_or_else(|| StoreError::new("the new file has no name"))?;
    let part = tempfile::Builder::new().prefix(name).suffix(".part").tempfile_in(folder);
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
    sync_folder(folder).map_err(failed)
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
