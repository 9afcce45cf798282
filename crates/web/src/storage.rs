//! What the browser keeps for us between two visits, as text.

use parlor_table::GameLog;

use crate::browser::window;
use crate::catalogue::Game;

/// Reads something stored before.
pub(crate) fn load(key: &str) -> Option<String> {
    storage()?.get_item(&full(key)).ok()?
}

/// Stores something. A browser that stores nothing loses only what a reload would bring back.
pub(crate) fn save(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&full(key), text);
    }
}

/// The table that was last played at this address.
pub(crate) fn load_table(game: Game) -> Option<GameLog> {
    load(&table_key(game))?.parse().ok()
}

pub(crate) fn save_table(game: Game, log: &GameLog) {
    save(&table_key(game), &log.to_string());
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
