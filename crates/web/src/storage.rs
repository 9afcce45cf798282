//! What the browser keeps for us between two visits, as text.

use std::cell::RefCell;

use js_sys::Reflect;
use parlor_protocol::text::{read_log, write_log};
use parlor_table::GameLog;

use crate::catalogue::Game;
use crate::ui::browser::{listen, window};

thread_local! {
    /// What the browser does not store, because it must not or because it is full. It is kept as
    /// long as the page: that much everything else can rely on.
    static UNSTORED: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Reads something stored before.
pub(crate) fn load(key: &str) -> Option<String> {
    unstored(key).or_else(|| storage()?.get_item(&full(key)).ok()?)
}

/// Stores something.
pub(crate) fn save(key: &str, text: &str) {
    let stored = storage().is_some_and(|storage| storage.set_item(&full(key), text).is_ok());
    UNSTORED.with_borrow_mut(|unstored| {
        unstored.retain(|(other, _)| other != key);
        if !stored {
            unstored.push((key.to_owned(), text.to_owned()));
        }
    });
}

/// Whether this is gone with the page.
pub(crate) fn is_unstored(key: &str) -> bool {
    unstored(key).is_some()
}

/// The table that was last played at this address.
pub(crate) fn load_table(game: Game) -> Option<GameLog> {
    read_log(&load(&table_key(game))?).ok()
}

pub(crate) fn save_table(game: Game, log: &GameLog) {
    save(&table_key(game), &write_log(log));
}

/// Does something whenever another tab of this browser has changed the table of a game, as long as
/// the scope lasts that this is called in. The log is read as it is then: of two tabs that write at
/// once, both show what was written last.
pub(crate) fn follow_table(game: Game, changed: impl Fn(GameLog) + 'static) {
    listen("storage", move |event| {
        let key = Reflect::get(&event, &"key".into()).ok().and_then(|key| key.as_string());
        if key == Some(full(&table_key(game)))
            && let Some(log) = load_table(game)
        {
            changed(log);
        }
    });
}

/// Whether the browser stores anything for us at all.
pub(crate) fn is_available() -> bool {
    const PROBE: &str = "parlor.probe";
    storage().is_some_and(|storage| {
        storage.set_item(PROBE, "").and_then(|()| storage.remove_item(PROBE)).is_ok()
    })
}

fn unstored(key: &str) -> Option<String> {
    UNSTORED.with_borrow(|unstored| {
        let found = unstored.iter().find(|(other, _)| other == key);
        found.map(|(_, text)| text.clone())
    })
}

fn table_key(game: Game) -> String {
    format!("table.{}", game.id())
}

fn full(key: &str) -> String {
    format!("parlor.{key}")
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok()?
}
