use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;

use crate::store::StoreError;

/// Makes the tables, or brings those of an earlier version to this one. Nodes that start at the same time
/// wait for each other (an advisory lock).
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), StoreError> {
    let migrations = [("tables", include_str!("schema.sql"))];
    let migrations = (1..).zip(migrations).map(|(version, (name, statements))| {
        Migration::new(
            version,
            Cow::Borrowed(name),
            MigrationType::Simple,
            SqlStr::from_static(statements),
            false,
        )
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    // `run` takes anything that a connection can be acquired from, and its future cannot be sent between
    // threads because of that.
    migrator.run_direct(None, connection, false).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => {
            StoreError::new("a newer version of Parlor has changed its tables: use that one")
        }
        error => StoreError::new(format!("its tables could not be made: {error}")),
    })
}
