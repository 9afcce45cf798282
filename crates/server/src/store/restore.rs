//! How it went when a copy of a database took its place.

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use sqlx::error::DatabaseError;

use super::StoreError;
use super::inventory::{DamagedTable, Inventory};
use crate::tokens::random_bytes;

/// What becomes of a database that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingDatabase {
    /// It stays, and nothing is restored.
    Refused,
    /// It gets another name, beside the restored one.
    KeptBeside,
}

/// What becomes of a copy in which some tables are damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamagedTables {
    /// Nothing is restored.
    Refused,
    /// Everything is restored. The damaged tables cannot be opened, and the others can.
    Accepted,
}

/// What was restored.
#[derive(Clone, Debug)]
pub struct Restored {
    /// How many tables there are.
    pub tables: usize,
    /// How many events they have in all.
    pub events: usize,
    /// The tables that cannot be opened.
    pub damaged: Vec<DamagedTable>,
    /// Where the database is that was there before.
    pub kept: Option<PathBuf>,
}

/// Why a copy was not restored. Everything is as it was before.
#[derive(Debug)]
pub enum RestoreError {
    /// A server is using the database that would be replaced.
    InUse,
    /// A database is there already.
    Exists,
    /// A server is using the copy.
    CopyInUse,
    /// The copy is the database that it would replace.
    SameFile,
    /// The copy is none, or cannot be read; and why.
    Unusable(String),
    /// Tables in the copy are damaged: of so many, these.
    Damaged(usize, Vec<DamagedTable>),
    /// The system or `SQLite` failed.
    Failed(StoreError),
}

impl Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse => f.write_str("a server is using it: stop that one first"),
            Self::Exists => f.write_str("a database is there already"),
            Self::CopyInUse => {
                f.write_str("a server is using the copy: make another one with `parlor backup`")
            }
            Self::SameFile => f.write_str("the copy is this database itself"),
            Self::Unusable(why) => write!(f, "the copy cannot be used: {why}"),
            Self::Damaged(tables, damaged) => {
                let number = damaged.len();
                write!(f, "damaged tables in the copy: {number} of {tables}")?;
                damaged.first().map_or(Ok(()), |first| write!(f, " ({first})"))
            }
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl From<io::Error> for RestoreError {
    fn from(error: io::Error) -> Self {
        Self::Failed(StoreError::new(error.to_string()))
    }
}

impl From<sqlx::Error> for RestoreError {
    fn from(error: sqlx::Error) -> Self {
        const CORRUPT: &str = "11";
        const NOT_A_DATABASE: &str = "26";
        match error.as_database_error().and_then(DatabaseError::code).as_deref() {
            Some(NOT_A_DATABASE) => Self::Unusable("it is not a database".to_owned()),
            Some(CORRUPT) => Self::Unusable("it is damaged".to_owned()),
            _ => Self::Failed(error.into()),
        }
    }
}

impl Inventory {
    /// What is restored, if that is wanted with everything that is damaged.
    pub(super) fn into_restored(self, wanted: DamagedTables) -> Result<Restored, RestoreError> {
        let Self { tables, events, damaged } = self;
        if !damaged.is_empty() && wanted == DamagedTables::Refused {
            return Err(RestoreError::Damaged(tables, damaged));
        }
        Ok(Restored { tables, events, damaged, kept: None })
    }
}

/// How much later than the last the epoch is that a restored log begins.
///
/// One copy may be restored twice, and the second time nobody knows of the first. The two must not be the
/// same epoch, so it is not simply the next.
pub(super) fn epochs_to_skip() -> u32 {
    const MOST: u32 = 1 << 20;
    1 + u32::from_be_bytes(random_bytes()) % MOST
}
