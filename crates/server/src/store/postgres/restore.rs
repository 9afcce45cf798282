//! What a database needs after it was restored from a copy with PostgreSQL's own tools.

use futures_util::TryStreamExt;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection, Row};

use crate::store::inventory::{Followed, FollowedLog, Inventory};
use crate::store::restore::{DamagedTables, RestoreError, Restored, epochs_to_skip};
use crate::store::{StoreError, Vocabulary};

/// Looks whether a database that `pg_restore` has filled is whole, and begins another epoch of every log:
/// what clients were told after the copy was made did not happen. Nodes that are in it are those of the
/// time of the copy, and go.
///
/// # Errors
/// If a server is using the database, if it is none of ours, or if something in it is damaged.
pub async fn begin_epoch(url: &str, damaged: DamagedTables) -> Result<Restored, RestoreError> {
    let options: PgConnectOptions = url.parse()?;
    let options = options.application_name("parlor restore").disable_statement_logging();
    let mut connection = options.connect().await?;
    if number(&mut connection, SERVERS).await? > 0 {
        return Err(RestoreError::InUse);
    }
    if number(&mut connection, OURS).await? == 0 {
        return Err(RestoreError::Unusable("there are no games in it".to_owned()));
    }
    let vocabulary: i32 =
        sqlx::query_scalar("SELECT vocabulary FROM cluster").fetch_one(&mut connection).await?;
    if Vocabulary(vocabulary) > Vocabulary::NEWEST {
        let problem =
            "a newer version of Parlor has stored what this one does not know: use that one";
        return Err(RestoreError::Unusable(problem.to_owned()));
    }
    let inventory = take_inventory(&mut connection).await?;
    let restored = inventory.into_restored(damaged)?;
    let mut transaction = connection.begin().await?;
    // Nothing expires because the copy was old: everything counts as used just now.
    sqlx::query("UPDATE logs SET epoch = epoch + $1::integer, used = parlor_now()")
        .bind(i64::from(epochs_to_skip()))
        .execute(&mut *transaction)
        .await?;
    for statement in ["DELETE FROM nodes", "DELETE FROM seeks", "DELETE FROM claims"] {
        sqlx::query(statement).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(restored)
}

/// How many connections servers have to this database.
const SERVERS: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parlor'";

/// Whether it has the tables that a server makes.
const OURS: &str = "SELECT count(*) FROM pg_catalog.pg_tables
    WHERE tablename = 'cluster' AND schemaname = ANY (current_schemas(false))";

async fn number(connection: &mut PgConnection, query: &'static str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(query).fetch_one(connection).await
}

/// Reads every event of every log, and follows the hash chains.
async fn take_inventory(connection: &mut PgConnection) -> Result<Inventory, StoreError> {
    let mut rows = sqlx::query(
        "SELECT key, id, logs.events, version, hash, event::text AS event
         FROM logs LEFT JOIN events ON log = key ORDER BY key, version",
    )
    .fetch(connection);
    let mut inventory = Inventory::default();
    let mut current: Option<StoredLog> = None;
    while let Some(row) = rows.try_next().await? {
        let key: i64 = row.try_get("key")?;
        if let Some(other) = current.take_if(|log| log.key != key) {
            other.add_to(&mut inventory);
        }
        let log = match &mut current {
            Some(log) => log,
            None => current.insert(StoredLog::of(key, &row)?),
        };
        log.follow(&row)?;
    }
    if let Some(last) = current {
        last.add_to(&mut inventory);
    }
    Ok(inventory)
}

/// A log, and how many events it has, as the database says.
struct StoredLog {
    key: i64,
    followed: FollowedLog,
    events: i32,
}

impl StoredLog {
    fn of(key: i64, row: &PgRow) -> Result<Self, sqlx::Error> {
        let followed = FollowedLog::new(row.try_get("id")?);
        Ok(Self { key, followed, events: row.try_get("events")? })
    }

    /// Takes the next row into account, which has no event if the log has none. What comes after a gap is no part of
    /// the log.
    fn follow(&mut self, row: &PgRow) -> Result<(), sqlx::Error> {
        let version: Option<i32> = row.try_get("version")?;
        if version.is_some_and(|version| u32::try_from(version) == Ok(self.followed.events())) {
            self.followed.follow(row.try_get("event")?, row.try_get("hash")?);
        }
        Ok(())
    }

    fn add_to(self, inventory: &mut Inventory) {
        let is_whole = u32::try_from(self.events) == Ok(self.followed.events());
        let followed = if is_whole { Followed::ToItsEnd } else { Followed::NotToItsEnd };
        inventory.add(self.followed, followed);
    }
}
