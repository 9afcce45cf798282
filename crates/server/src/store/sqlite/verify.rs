//! Whether a database is whole, for those who are about to rely on it.

use std::collections::HashMap;
use std::fmt::{self, Display};

use futures_util::TryStreamExt;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::store::{ChainHash, StoreError};

/// What is in a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inventory {
    pub(super) tables: usize,
    pub(super) events: usize,
    /// The tables whose logs are not as they were stored.
    pub(super) damaged: Vec<DamagedTable>,
}

/// A table whose log is not as it was stored: it cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedTable {
    table: String,
    damage: Damage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// No table has such a name.
    Name,
    /// The hash chain is broken at this event.
    Altered(i64),
    /// The log ends before this event, and should not.
    Missing(i64),
}

impl Display for DamagedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        match self.damage {
            Damage::Name => write!(f, "{table:?} is no table's name"),
            Damage::Altered(version) => write!(f, "event {version} of table {table} was altered"),
            Damage::Missing(version) => write!(f, "table {table} has no event {version}"),
        }
    }
}

/// Has `SQLite` look at every page of a file. The answer is what is wrong, if anything is.
pub(super) async fn broken_page(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, sqlx::Error> {
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await?;
    Ok((found != "ok").then_some(found))
}

/// Reads every event of every log, and follows the hash chains. One pass over the file, in the order
/// in which it was written: log by log would be all over it.
pub(super) async fn take_inventory(
    connection: &mut SqliteConnection,
) -> Result<Inventory, StoreError> {
    let mut logs = logs(connection).await?;
    let mut inventory = Inventory { tables: logs.len(), ..Inventory::default() };
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
    for log in logs.into_values() {
        inventory.events += usize::try_from(log.events).unwrap_or_default();
        if let Some(damage) = log.damage() {
            inventory.damaged.push(DamagedTable { table: log.table, damage });
        }
    }
    inventory.damaged.sort_by(|one, two| one.table.cmp(&two.table));
    Ok(inventory)
}

/// A log, as far as it has been followed.
struct FollowedLog {
    table: String,
    /// The hash of the last event; `None` where it is not known what it should be.
    hash: Option<ChainHash>,
    events: i64,
    last: i64,
    altered: Option<i64>,
    /// How many events the log has, and the place of the last of them, as the file says.
    end: Option<(i64, i64)>,
}

async fn logs(connection: &mut SqliteConnection) -> Result<HashMap<i64, FollowedLog>, StoreError> {
    let statement = "SELECT key, id, events, last FROM logs LEFT JOIN ends ON log = key";
    let rows = sqlx::query(statement).fetch_all(connection).await?;
    let read = |row: SqliteRow| {
        let table: String = row.try_get("id")?;
        let end = (row.try_get("events")?, row.try_get("last")?);
        let log = FollowedLog {
            hash: table.parse().ok().map(|table| ChainHash::start(&table)),
            table,
            events: 0,
            last: 0,
            altered: None,
            end: match end {
                (Some(events), Some(last)) => Some((events, last)),
                _ => None,
            },
        };
        Ok((row.try_get("key")?, log))
    };
    rows.into_iter().map(read).collect()
}

impl FollowedLog {
    /// Takes the next row into account. One that does not follow the last is no part of the log.
    fn follow(&mut self, row: &SqliteRow) -> Result<(), sqlx::Error> {
        let place: (i64, i64) = (row.try_get("version")?, row.try_get("before")?);
        if place != (self.events, self.last) {
            return Ok(());
        }
        if let Some(hash) = self.hash {
            let ChainHash(expected) = hash.next(row.try_get("event")?);
            if row.try_get::<&[u8], _>("hash")? != expected && self.altered.is_none() {
                self.altered = Some(self.events);
            }
            self.hash = Some(ChainHash(expected));
        }
        self.events += 1;
        self.last = row.try_get("number")?;
        Ok(())
    }

    fn damage(&self) -> Option<Damage> {
        let missing = self.end != Some((self.events, self.last));
        match (self.hash, self.altered) {
            (None, _) => Some(Damage::Name),
            (Some(_), Some(version)) => Some(Damage::Altered(version)),
            (Some(_), None) => missing.then_some(Damage::Missing(self.events)),
        }
    }
}
