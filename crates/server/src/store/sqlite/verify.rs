//! Whether a database in a file is whole.

use std::collections::BTreeMap;

use futures_util::TryStreamExt;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::store::StoreError;
use crate::store::inventory::{Followed, FollowedLog, Inventory};

/// Has `SQLite` look at every page of a file. The answer is what is wrong, if anything is.
pub(super) async fn broken_page(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, sqlx::Error> {
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await?;
    Ok((found != "ok").then_some(found))
}

/// The same without a look whether indexes and tables agree, which takes a fraction of the time.
pub(super) async fn broken_page_quickly(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, sqlx::Error> {
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(connection).await?;
    Ok((found != "ok").then_some(found))
}

/// Reads every event of every log, and follows the hash chains. One pass over the file, in the order
/// in which it was written: log by log would be all over it.
pub(super) async fn take_inventory(
    connection: &mut SqliteConnection,
) -> Result<Inventory, StoreError> {
    let mut logs = logs(connection).await?;
    let mut rows =
        sqlx::query("SELECT number, log, version, before, hash, event FROM events ORDER BY number")
            .fetch(&mut *connection);
    while let Some(row) = rows.try_next().await? {
        // What belongs to no log is found by no reader.
        if let Some(log) = logs.get_mut(&row.try_get::<i64, _>("log")?) {
            log.follow(&row)?;
        }
    }
    drop(rows);
    let mut inventory = Inventory::default();
    for StoredLog { followed: log, last, end } in logs.into_values() {
        let is_whole = end == Some((log.events().into(), last));
        let followed = if is_whole { Followed::ToItsEnd } else { Followed::NotToItsEnd };
        inventory.add(log, followed);
    }
    Ok(inventory)
}

/// A log, and how it lies in the file.
struct StoredLog {
    followed: FollowedLog,
    /// The place of the last event that was followed.
    last: i64,
    /// How many events the log has, and the place of the last of them, as the file says.
    end: Option<(i64, i64)>,
}

async fn logs(connection: &mut SqliteConnection) -> Result<BTreeMap<i64, StoredLog>, StoreError> {
    let statement = "SELECT key, id, events, last FROM logs LEFT JOIN ends ON log = key";
    let rows = sqlx::query(statement).fetch_all(connection).await?;
    let read = |row: SqliteRow| {
        let events: Option<i64> = row.try_get("events")?;
        let last: Option<i64> = row.try_get("last")?;
        let followed = FollowedLog::new(row.try_get("id")?);
        Ok((row.try_get("key")?, StoredLog { followed, last: 0, end: events.zip(last) }))
    };
    rows.into_iter().map(read).collect()
}

impl StoredLog {
    /// Takes the next row into account. One that does not follow the last is no part of the log.
    fn follow(&mut self, row: &SqliteRow) -> Result<(), sqlx::Error> {
        let place: (i64, i64) = (row.try_get("version")?, row.try_get("before")?);
        if place == (self.followed.events().into(), self.last) {
            self.followed.follow(row.try_get("event")?, row.try_get("hash")?);
            self.last = row.try_get("number")?;
        }
        Ok(())
    }
}
