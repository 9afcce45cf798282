use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::store::StoreError;

/// Copies a database to a new file, as it is at one moment, whether or not a server is using it.
///
/// # Errors
/// If the database cannot be read, or the new file is there already or cannot be written.
pub async fn backup(database: &Path, to: &Path) -> Result<(), StoreError> {
    let to_text = to.to_str().ok_or_else(|| StoreError::new("the new file's name is no text"))?;
    let mut connection = SqliteConnectOptions::new()
        .filename(database)
        .busy_timeout(Duration::from_secs(30))
        .disable_statement_logging()
        .connect()
        .await?;
    sqlx::query("VACUUM INTO ?").bind(to_text.to_owned()).execute(&mut connection).await?;
    connection.close().await?;
    // The copy is there for good when this is done, not some seconds later.
    std::fs::File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| StoreError::new(error.to_string()))
}
