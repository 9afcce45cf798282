//! The tables of the database, and how those of older versions become them.

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection};

/// The schema that this program reads and writes.
const VERSION: i64 = 2;

/// Makes the tables of a new file, and refuses those of another program or a newer version.
pub(super) async fn prepare(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let version: i64 =
        sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    match version {
        VERSION => {}
        0 => execute_all(connection, &[include_str!("schema.sql"), EVENTS]).await?,
        1 => execute_all(connection, &[SET_ASIDE_VERSION_1, EVENTS, CARRY_OVER_VERSION_1]).await?,
        _ => {
            let problem = format!("it is of version {version}, not of version {VERSION}");
            return Err(sqlx::Error::Configuration(problem.into()));
        }
    }
    sqlx::raw_sql(SEATS_BY_HASH).execute(connection).await.map(drop)
}

/// The seats that a key opens are looked for by its hash. Files from before this was needed get it
/// when they are opened.
const SEATS_BY_HASH: &str = "CREATE INDEX IF NOT EXISTS seats_by_hash ON seats (hash)";

/// The events and what keeps them in order.
const EVENTS: &str = include_str!("events.sql");

/// Version 1 had the events sorted by log.
const SET_ASIDE_VERSION_1: &str = "ALTER TABLE events RENAME TO sorted_events";
const CARRY_OVER_VERSION_1: &str = "
    INSERT INTO ends (log, events, last, played) SELECT key, 0, 0, 0 FROM logs;
    INSERT INTO next_events SELECT log, version, at, line FROM sorted_events
        WHERE log IN (SELECT key FROM logs) ORDER BY log, version;
    DROP TABLE sorted_events;";

/// Notes the version in the file.
pub(super) async fn write_version(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let statement = format!("PRAGMA user_version = {VERSION}");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.map(drop)
}

async fn execute_all(
    connection: &mut SqliteConnection,
    statements: &[&'static str],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for statement in statements {
        sqlx::raw_sql(*statement).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}
