//! Where stones lie.

mod arrangement;
pub(crate) mod field;
pub(crate) mod place;
