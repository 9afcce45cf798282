//! How the databases of earlier versions become those of this one.
//!
//! A copy is made beside the file first, unless there is another. Then everything is done in one
//! transaction: whatever happens to the machine, the file is of the earlier version or of this one.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use parlor_protocol::event_log::write_entry;
use parlor_protocol::old_text;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, Row};

use super::backup::backup;
use super::database_file::free_name;
use super::schema;
use crate::store::{ChainHash, StoreError};

/// Where a database is kept as it was before.
#[derive(Clone, Copy)]
pub(super) enum Original<'a> {
    /// A copy of this file is made beside it.
    KeptBeside(&'a Path),
    /// What is migrated is a copy itself.
    Elsewhere,
}

/// Brings a database of version 1 or 2 to this version.
pub(super) async fn migrate(
    connection: &mut SqliteConnection,
    original: Original<'_>,
    version: i64,
) -> Result<(), StoreError> {
    let begun = Instant::now();
    if let Original::KeptBeside(path) = original {
        let copy = free_name(path, &format!(".version-{version}"));
        backup(path, &copy).await?;
        tracing::info!(copy = %copy.display(), "copied the database as it was");
    }
    tracing::info!(from = version, to = schema::VERSION, "migrating the database");
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if version == 1 {
        for statement in [SET_ASIDE_VERSION_1, EVENTS_OF_VERSION_2, CARRY_OVER_VERSION_1] {
            sqlx::raw_sql(statement).execute(&mut *transaction).await?;
        }
    }
    for statement in [SET_ASIDE_VERSION_2, schema::TABLES, CARRY_OVER_VERSION_2] {
        sqlx::raw_sql(statement).execute(&mut *transaction).await?;
    }
    let events = carry_over_events(&mut transaction).await?;
    sqlx::raw_sql(DROP_VERSION_2).execute(&mut *transaction).await?;
    schema::write_identity(&mut transaction).await?;
    transaction.commit().await?;
    tracing::info!(events, took = ?begun.elapsed(), "the database is migrated");
    Ok(())
}

/// Version 1 had the events sorted by log.
const SET_ASIDE_VERSION_1: &str = "ALTER TABLE events RENAME TO sorted_events";
const EVENTS_OF_VERSION_2: &str = include_str!("version_2.sql");
const CARRY_OVER_VERSION_1: &str = "
    INSERT INTO ends (log, events, last, played) SELECT key, 0, 0, 0 FROM logs;
    INSERT INTO next_events SELECT log, version, at, line FROM sorted_events
        WHERE log IN (SELECT key FROM logs) ORDER BY log, version;
    DROP TABLE sorted_events;";

/// Version 2 had events as text, and knew neither epochs nor hashes.
const SET_ASIDE_VERSION_2: &str = "
    DROP VIEW next_events;
    DROP INDEX IF EXISTS seats_by_hash;
    ALTER TABLE logs RENAME TO logs_2;
    ALTER TABLE seats RENAME TO seats_2;
    ALTER TABLE events RENAME TO events_2;
    ALTER TABLE ends RENAME TO ends_2;";
const CARRY_OVER_VERSION_2: &str = "
    INSERT INTO logs (key, id, secret, anyone, epoch) SELECT key, id, secret, anyone, 1 FROM logs_2;
    INSERT INTO seats (log, home, hash) SELECT log, home, hash FROM seats_2;
    INSERT INTO ends (log, events, last, played) SELECT log, events, last, played FROM ends_2;";
const DROP_VERSION_2: &str = "
    DROP TABLE logs_2;
    DROP TABLE seats_2;
    DROP TABLE events_2;
    DROP TABLE ends_2;";

/// How many events are read and written at a time.
const ROWS: u32 = 256;

/// Writes every event as JSON, with the hash of its log up to there. They keep their places.
async fn carry_over_events(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let mut chains = chains(connection).await?;
    let (mut last, mut events) = (i64::MIN, 0);
    loop {
        let rows = sqlx::query(
            "SELECT number, log, version, before, at, line FROM events_2
             WHERE number > ? ORDER BY number LIMIT ?",
        )
        .bind(last)
        .bind(ROWS)
        .fetch_all(&mut *connection)
        .await?;
        let Some(row) = rows.last() else { return Ok(events) };
        last = row.try_get("number")?;
        events += rows.len() as u64;
        write_events(connection, &rows, &mut chains).await?;
    }
}

/// The hash before the first event of each log.
async fn chains(connection: &mut SqliteConnection) -> Result<HashMap<i64, ChainHash>, StoreError> {
    let rows = sqlx::query("SELECT key, id FROM logs").fetch_all(connection).await?;
    let start = |row: &SqliteRow| {
        let id: &str = row.try_get("id")?;
        let table = id.parse().map_err(|_| StoreError::new("a damaged name"))?;
        Ok((row.try_get("key")?, ChainHash::start(&table)))
    };
    rows.iter().map(start).collect()
}

async fn write_events(
    connection: &mut SqliteConnection,
    rows: &[SqliteRow],
    chains: &mut HashMap<i64, ChainHash>,
) -> Result<(), StoreError> {
    let places = ", (?, ?, ?, ?, ?, ?, ?)".repeat(rows.len());
    let statement = format!(
        "INSERT INTO events (number, log, version, before, at, hash, event) VALUES {}",
        &places[2..]
    );
    let mut query = sqlx::query(AssertSqlSafe(statement));
    for row in rows {
        let log: i64 = row.try_get("log")?;
        let event = json(row.try_get("line")?);
        // What belongs to no log is found by no reader, and stays where it is.
        let hash = chains.get(&log).map(|hash| hash.next(&event));
        if let Some(hash) = hash {
            chains.insert(log, hash);
        }
        query = query
            .bind(row.try_get::<i64, _>("number")?)
            .bind(log)
            .bind(row.try_get::<i64, _>("version")?)
            .bind(row.try_get::<i64, _>("before")?)
            .bind(row.try_get::<i64, _>("at")?.saturating_mul(1_000))
            .bind(hash.map_or_else(Vec::new, |ChainHash(hash)| hash.to_vec()))
            .bind(event);
    }
    query.execute(connection).await?;
    Ok(())
}

/// An event of version 2 as JSON. One that cannot be read is damaged, as it was before: it is kept
/// as it is, and its table cannot be opened.
fn json(line: &str) -> String {
    let unreadable = |_| {
        let text = serde_json::Value::from(line);
        format!(r#"{{"type":"unreadable","data":{{"text":{text}}}}}"#)
    };
    old_text::read_entry(line).map_or_else(unreadable, |entry| write_entry(&entry))
}

#[cfg(test)]
mod tests;
