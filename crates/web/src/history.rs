//! The games that were played at this browser, as `parlor_archive` keeps them.

use std::cell::Cell;
use std::time::Duration;

use parlor_archive::{Date, PlayedGame, last_began, remember};
use parlor_table::Table;

use crate::storage;
use crate::ui::prelude::*;

/// Under which they are kept.
pub(crate) const HISTORY: &str = "history";

/// Notes every game that ends at a table on the screen. One that was over when the table was opened has
/// been noted before: if its end is taken back, the next one takes the place of that note.
pub(crate) fn note_games(table: Signal<Table>) {
    let is_over = |table: &Table| table.ending().is_some();
    let was_over = Cell::new(table.with(is_over));
    let noted =
        table.with(|table| last_began(&kept(), table.play().record()).filter(|_| is_over(table)));
    let began = Cell::new((noted.unwrap_or_else(now), table.with(is_new)));
    effect(move || {
        table.with(|table| {
            let over = is_over(table);
            if over && !was_over.replace(over) {
                note(table, began.get());
            }
            was_over.set(over);
            if is_new(table) {
                began.set((now(), true));
            }
        });
    });
}

/// Notes a game that has ended. How long it took is known where its beginning was seen.
fn note(table: &Table, (began, is_seen): (Date, bool)) {
    // A clock that was set back meanwhile knows no more than one that did not see the beginning.
    let took = now().unix().checked_sub(began.unix()).filter(|_| is_seen).map(Duration::from_secs);
    if let Some(game) = PlayedGame::of(table, began, took) {
        storage::save(HISTORY, &remember(&kept(), &game));
    }
}

/// The history, as text.
fn kept() -> String {
    storage::load(HISTORY).unwrap_or_default()
}

fn is_new(table: &Table) -> bool {
    table.play().played() == 0
}

/// The time by the browser's clock.
#[expect(clippy::cast_sign_loss, reason = "it is after 1970")]
pub(crate) fn now() -> Date {
    Date::from_unix((js_sys::Date::now() / 1000.0) as u64)
}
