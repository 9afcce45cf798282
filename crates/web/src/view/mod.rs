//! The parts of a table's page around the board.

pub(crate) mod clock;
pub(crate) mod controls;
pub(crate) mod evaluation;
mod far_controls;
pub(crate) mod far_notes;
pub(crate) mod help;
pub(crate) mod icon;
pub(crate) mod invite;
mod join;
mod link_field;
pub(crate) mod message;
pub(crate) mod mini_board;
pub(crate) mod moving_picture;
pub(crate) mod new_game;
pub(crate) mod pane;
mod qr_code;
pub(crate) mod reactions;
pub(crate) mod resign;
pub(crate) mod settings_sheet;
pub(crate) mod share;
pub(crate) mod sheet;
pub(crate) mod start_dialog;
pub(crate) mod toss;
pub(crate) mod update_offer;
pub(crate) mod value;
