//! What kind of failure SQLite reports, by the codes that `sqlite.org/rescode.html` lists.

use sqlx::error::{DatabaseError, ErrorKind};

/// The first byte of a result code; the rest says more about the same.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// Whether something is not stored because something else is in its place.
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    /// How the trigger of `schema.sql` refuses what is not the next event.
    const NOT_THE_NEXT: &str = "it is not the next event of its log";
    let sqlx::Error::Database(error) = error else { return false };
    error.kind() == ErrorKind::UniqueViolation || error.message() == NOT_THE_NEXT
}

/// Whether a batch failed because of something in it. Then the rest of it can be stored; after any
/// other failure, such as of a full disk or of a file that another program has locked, nothing can.
pub(super) fn is_about_content(error: &sqlx::Error) -> bool {
    const CORRUPT: u32 = 11;
    const TOO_BIG: u32 = 18;
    const CONSTRAINT: u32 = 19;
    matches!(primary_code(error), Some(CORRUPT | TOO_BIG | CONSTRAINT))
}

/// Whether a file is not as `SQLite` has written it.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    const CORRUPT: u32 = 11;
    /// A file that ends where it should not is read so, too.
    const SHORT_READ: &str = "522";
    let ends_early = error.as_database_error().and_then(DatabaseError::code);
    primary_code(error) == Some(CORRUPT) || ends_early.as_deref() == Some(SHORT_READ)
}

/// Whether a file is something else than a database.
pub(super) fn is_no_database(error: &sqlx::Error) -> bool {
    const NOT_A_DATABASE: u32 = 26;
    primary_code(error) == Some(NOT_A_DATABASE)
}

/// Whether opening failed because another program was opening or closing the file.
pub(super) fn is_in_use(error: &sqlx::Error) -> bool {
    const BUSY: u32 = 5;
    const CANNOT_OPEN: u32 = 14;
    matches!(primary_code(error), Some(BUSY | CANNOT_OPEN))
}
