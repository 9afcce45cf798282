use super::database_file::LockError;
use super::failure::{is_damage, is_in_use, is_no_database};
use super::schema::PrepareError;
use crate::store::StoreError;

/// Why a database is not open.
pub(super) enum OpenError {
    /// Another program uses it, which may be about to stop.
    InUse(StoreError),
    Failed(StoreError),
}

impl OpenError {
    /// The file has nothing in it any more.
    pub(super) fn emptied() -> Self {
        Self::Failed(StoreError::damage(
            "the file is empty, and was not when a server last used it: restore a copy with \
             `parlor restore`, or delete the file to begin anew",
        ))
    }
}

impl From<LockError> for OpenError {
    fn from(error: LockError) -> Self {
        match error {
            LockError::Held => Self::InUse(StoreError::new(
                "another server uses it: stop that one first, or choose another file with --database",
            )),
            LockError::Failed(error) => error.into(),
        }
    }
}

impl From<std::io::Error> for OpenError {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(StoreError::new(error.to_string()))
    }
}

impl From<PrepareError> for OpenError {
    fn from(error: PrepareError) -> Self {
        match error {
            PrepareError::Unusable(error) => Self::Failed(error),
            PrepareError::Failed(error) => error.into(),
        }
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        if is_in_use(&error) {
            Self::InUse(error.into())
        } else if is_no_database(&error) {
            let problem = "it is not a database: choose another file with --database";
            Self::Failed(StoreError::new(problem))
        } else if is_damage(&error) {
            let problem = "it is damaged: restore a copy with `parlor restore`";
            Self::Failed(StoreError::damage(problem))
        } else {
            Self::Failed(error.into())
        }
    }
}
