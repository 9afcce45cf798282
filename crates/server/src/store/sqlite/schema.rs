//! The tables of the database, and which files are ours.

use std::path::Path;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection};

use super::migration::{self, Original};
use crate::store::{StoreError, Vocabulary};

/// The schema that this program reads and writes.
pub(super) const VERSION: i64 = 3;
/// By this a file says that it is Parlor's: the letters `Parl`.
const APPLICATION_ID: i64 = 0x5061_726c;

pub(super) const TABLES: &str = include_str!("schema.sql");

/// Makes the tables of a new file, migrates those of an earlier version, and refuses a file of
/// another program or of a newer version.
pub(super) async fn prepare(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<(), PrepareError> {
    match contents(connection).await? {
        Contents::Current => {}
        Contents::Nothing => create(connection).await?,
        Contents::Earlier(version) => {
            migration::migrate(connection, Original::KeptBeside(path), version).await?;
        }
        Contents::Newer(problem) => return Err(PrepareError::Unusable(StoreError::new(problem))),
        Contents::AnotherPrograms => {
            let problem = "it belongs to another program: choose another file with --database";
            return Err(PrepareError::Unusable(StoreError::new(problem)));
        }
    }
    write_vocabulary(connection).await?;
    vacuum_in_steps(connection).await?;
    Ok(())
}

/// What a database is.
pub(super) enum Contents {
    /// It has no tables.
    Nothing,
    /// It is of this version.
    Current,
    /// It is of this earlier version.
    Earlier(i64),
    /// A newer program has written it; and what that means.
    Newer(String),
    AnotherPrograms,
}

/// Looks what a database is, by what it says of itself.
pub(super) async fn contents(connection: &mut SqliteConnection) -> Result<Contents, sqlx::Error> {
    let version = number(connection, "PRAGMA user_version").await?;
    let application = number(connection, "PRAGMA application_id").await?;
    let tables = number(connection, "SELECT count(*) FROM sqlite_schema").await?;
    Ok(match (application, version) {
        (APPLICATION_ID, VERSION) => {
            let vocabulary = number(connection, "SELECT max(vocabulary) FROM format").await?;
            if vocabulary <= Vocabulary::NEWEST.0.into() {
                Contents::Current
            } else {
                Contents::Newer(
                    "a newer version of Parlor has stored what this one does not know: use that one"
                        .to_owned(),
                )
            }
        }
        (0, 0) if tables == 0 => Contents::Nothing,
        (0, 1 | 2) => Contents::Earlier(version),
        (APPLICATION_ID, _) => Contents::Newer(format!(
            "it is of version {version}, and this program knows version {VERSION}: use a newer one"
        )),
        _ => Contents::AnotherPrograms,
    })
}

/// Why a database cannot be used.
pub(super) enum PrepareError {
    /// It is not one that this program can use.
    Unusable(StoreError),
    /// `SQLite` failed.
    Failed(sqlx::Error),
}

impl From<sqlx::Error> for PrepareError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for PrepareError {
    fn from(error: StoreError) -> Self {
        Self::Unusable(error)
    }
}

/// Notes in the file what it is.
pub(super) async fn write_version(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let statement = format!("PRAGMA user_version = {VERSION}");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await.map(drop)
}

/// Notes in the file what a program must know from now on to read it.
async fn write_vocabulary(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE format SET vocabulary = ?1 WHERE vocabulary < ?1")
        .bind(Vocabulary::NEWEST.0)
        .execute(connection)
        .await
        .map(drop)
}

pub(super) async fn write_identity(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let statement = format!("PRAGMA application_id = {APPLICATION_ID}");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    write_version(connection).await
}

async fn create(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::raw_sql(TABLES).execute(&mut *transaction).await?;
    write_identity(&mut transaction).await?;
    transaction.commit().await
}

/// Has the file kept in a form in which free pages can be given back a few at a time. A file that
/// has another form is written anew once, which is a single step: it is done or not.
async fn vacuum_in_steps(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    const INCREMENTAL: i64 = 2;
    if number(connection, "PRAGMA auto_vacuum").await? == INCREMENTAL {
        return Ok(());
    }
    sqlx::raw_sql("PRAGMA auto_vacuum = INCREMENTAL").execute(&mut *connection).await?;
    sqlx::raw_sql("VACUUM").execute(connection).await.map(drop)
}

pub(super) async fn number(
    connection: &mut SqliteConnection,
    query: &'static str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(query).fetch_one(connection).await
}
