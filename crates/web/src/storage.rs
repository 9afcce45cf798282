//! What the browser keeps for us between two visits.

use leptos::prelude::window;
use parlor_table::GameLog;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::catalogue::Game;

/// Reads something stored before; `None` if there is nothing, or nothing that can be read.
pub(crate) fn load<T: DeserializeOwned>(key: &str) -> Option<T> {
    let text = storage()?.get_item(&full(key)).ok()??;
    serde_json::from_str(&text).ok()
}

/// Stores something. A browser that stores nothing loses only what a reload would bring back.
pub(crate) fn save<T: Serialize>(key: &str, value: &T) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(value)) {
        let _ = storage.set_item(&full(key), &text);
    }
}

/// The table that was last played at this address.
pub(crate) fn load_table(game: Game) -> Option<GameLog> {
    load(&table_key(game))
}

pub(crate) fn save_table(game: Game, log: &GameLog) {
    save(&table_key(game), log);
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
