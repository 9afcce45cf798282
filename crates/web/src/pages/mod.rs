//! One module a page.

pub(crate) mod broken_link;
mod clock;
pub(crate) mod far;
pub(crate) mod front_room;
pub(crate) mod learn;
mod own_rules;
mod seats;
pub(crate) mod setup;
pub(crate) mod table;
