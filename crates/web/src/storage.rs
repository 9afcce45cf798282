//! What the browser keeps for us between two visits, as text.

use js_sys::{Object, Reflect};
use parlor_protocol::event_log::{read_log, write_log};
use parlor_rules::Player;
use parlor_table::GameLog;
use wasm_bindgen::JsValue;

use crate::catalogue::Game;
use crate::ui::browser::{document, listen, window};

/// Reads something stored before.
pub(crate) fn load(key: &str) -> Option<String> {
    unstored(key).or_else(|| storage()?.get_item(&full(key)).ok()?)
}

/// Stores something.
pub(crate) fn save(key: &str, text: &str) {
    let stored = storage().is_some_and(|storage| storage.set_item(&full(key), text).is_ok());
    let kept = if stored { JsValue::UNDEFINED } else { text.into() };
    let _ = Reflect::set(&all_unstored(), &key.into(), &kept);
}

/// Whether this is gone with the page.
pub(crate) fn is_unstored(key: &str) -> bool {
    unstored(key).is_some()
}

/// A table that is kept here. A game has two, each with an address of its own: to play the computer
/// gives up no game of two people, and the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Two people share this screen.
    SameScreen(Game),
    /// The computer plays.
    Computer(Game),
}

impl Kept {
    /// Where a table belongs, by who sits there.
    pub(crate) fn of(game: Game, log: &GameLog) -> Self {
        if seats_computer(log) { Self::Computer(game) } else { Self::SameScreen(game) }
    }

    pub(crate) const fn game(self) -> Game {
        match self {
            Self::SameScreen(game) | Self::Computer(game) => game,
        }
    }

    fn key(self) -> String {
        match self {
            Self::SameScreen(game) => format!("table.{}", game.id()),
            Self::Computer(game) => format!("table.{}.computer", game.id()),
        }
    }
}

/// The table that was left here.
pub(crate) fn load_table(kept: Kept) -> Option<GameLog> {
    let log = read_log(&load(&kept.key())?).ok()?;
    match kept {
        // Where it was kept before the two were told apart.
        Kept::SameScreen(game) if seats_computer(&log) => {
            save_table(Kept::Computer(game), &log);
            save(&kept.key(), "");
            None
        }
        Kept::SameScreen(_) | Kept::Computer(_) => Some(log),
    }
}

/// The table at which a game was played last.
pub(crate) fn last_table(game: Game) -> Option<GameLog> {
    let tables = [Kept::SameScreen(game), Kept::Computer(game)];
    let last = tables.into_iter().find(|kept| load(LAST).as_deref() == Some(&kept.key()));
    last.into_iter().chain(tables).find_map(load_table)
}

/// Under which the key of the table is kept that was played at last.
const LAST: &str = "last";

pub(crate) fn save_table(kept: Kept, log: &GameLog) {
    let key = kept.key();
    save(&key, &write_log(log));
    if load(LAST).as_deref() != Some(&key) {
        save(LAST, &key);
    }
}

fn seats_computer(log: &GameLog) -> bool {
    Player::BOTH.into_iter().any(|player| log.table().seat(player).level().is_some())
}

/// Whether this is stored under any key that begins like this.
pub(crate) fn any(beginning: &str, text: &str) -> bool {
    let Some(storage) = storage() else { return false };
    let keys = (0..storage.length().unwrap_or_default()).filter_map(|i| storage.key(i).ok()?);
    let beginning = full(beginning);
    let mut of_kind = keys.filter(|key| key.starts_with(&beginning));
    of_kind.any(|key| storage.get_item(&key).ok().flatten().as_deref() == Some(text))
}

/// Does something whenever another tab of this browser has changed a table that is kept here, as long as
/// the scope lasts that this is called in. The log is read as it is then: of two tabs that write at
/// once, both show what was written last.
pub(crate) fn follow_table(kept: Kept, changed: impl Fn(GameLog) + 'static) {
    listen("storage", move |event| {
        let key = Reflect::get(&event, &"key".into()).ok().and_then(|key| key.as_string());
        if key == Some(full(&kept.key()))
            && let Some(log) = load_table(kept)
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
    Reflect::get(&all_unstored(), &key.into()).ok()?.as_string()
}

/// What the browser does not store, because it must not or because it is full. It is kept as long as the page:
/// that much everything else can rely on. It hangs on the document, where both modules find it.
fn all_unstored() -> JsValue {
    const NAME: &str = "parlorUnstored";
    let document = document();
    let kept = Reflect::get(&document, &NAME.into()).unwrap_or_default();
    if kept.is_object() {
        return kept;
    }
    let new = Object::new().into();
    let _ = Reflect::set(&document, &NAME.into(), &new);
    new
}

fn full(key: &str) -> String {
    format!("parlor.{key}")
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok()?
}
