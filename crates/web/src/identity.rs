//! Who the person at this browser is: a name, asked once and kept for every table.

use parlor_table::{Name, Table};

use crate::storage;

const NAME: &str = "name";

/// The name of the person at this browser, blank until one is known.
pub(crate) fn my_name() -> Name {
    Name::new(&storage::load(NAME).unwrap_or_default())
}

/// Keeps the name of the person at this browser; a blank one says nothing about it.
pub(crate) fn remember_name(name: &Name) {
    if !name.as_typed().is_empty() {
        set_my_name(name);
    }
}

/// Keeps the name that the person at this browser wants, or that they want none.
pub(crate) fn set_my_name(name: &Name) {
    storage::save(NAME, name.as_typed());
}

/// Whether the person who is called otherwise at a table is the one whose browser it is: the only one
/// at this screen; and of two who share it the first, if no name is known yet.
pub(crate) fn is_mine(table: &Table, player: parlor_rules::Player) -> bool {
    let shared = table.seat(!player).is_person();
    let first = player == parlor_rules::Player::One;
    table.seat(player).is_person() && (!shared || first && my_name().as_typed().is_empty())
}
