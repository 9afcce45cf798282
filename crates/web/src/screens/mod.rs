//! One module a screen.

pub(crate) mod against_computer;
pub(crate) mod broken_link;
pub(crate) mod characters;
pub(crate) mod editor;
pub(crate) mod files;
pub(crate) mod front_room;
mod going_on;
pub(crate) mod learn;
pub(crate) mod obstacle;
pub(crate) mod page_top;
pub(crate) mod puzzles;
pub(crate) mod remote;
pub(crate) mod review;
pub(crate) mod setup;
pub(crate) mod statistics;
pub(crate) mod study_room;
pub(crate) mod table;
pub(crate) mod update_offer;
