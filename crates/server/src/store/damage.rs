//! What is wrong with a database, and what those who run the server can do about it.

use std::sync::OnceLock;

use sqlx::error::DatabaseError;

use super::StoreError;

/// Something is wrong with a database; and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Nothing can be stored in it.
    NothingStored(String),
    /// Some of it cannot be read. The rest of it works.
    Damaged(String),
}

/// The first damage that was found in a database since it was opened.
#[derive(Default)]
pub(super) struct FoundDamage(OnceLock<String>);

impl FoundDamage {
    /// Takes note of the damage that a result tells of, if it does.
    pub(super) fn note<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(error) = &result
            && error.is_damage
        {
            self.0.get_or_init(|| {
                tracing::error!(%error, "the database is damaged");
                error.to_string()
            });
        }
        result
    }

    pub(super) fn trouble(&self) -> Option<Trouble> {
        let what = self.0.get()?;
        Some(Trouble::Damaged(format!(
            "part of the database is damaged ({what}): stop the server and restore a copy with \
             `parlor restore`"
        )))
    }
}

/// Whether `SQLite` or PostgreSQL report that something in the database is not as it was stored.
pub(super) fn is_reported_by(error: &sqlx::Error) -> bool {
    /// `SQLITE_CORRUPT` and `SQLITE_NOTADB`.
    const SQLITE: [u32; 2] = [11, 26];
    /// `data_corrupted` and `index_corrupted`.
    const POSTGRES: [&str; 2] = ["XX001", "XX002"];
    let Some(code) = error.as_database_error().and_then(DatabaseError::code) else { return false };
    let sqlite = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|code| code & 0xff);
    sqlite.is_some_and(|code| SQLITE.contains(&code)) || POSTGRES.contains(&&*code)
}
