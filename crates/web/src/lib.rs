//! The browser app: the only crate that knows the DOM.
//!
//! - `ui`: elements that follow signals, and the browser around them
//! - `session`: a table being played at: its state, what people do to it, how it moves and sounds
//! - `board`: the boards as they are drawn
//! - `screens`: front room, setup, table, learn
//! - `remote`: tables that a server keeps, for people far apart
//! - `route` and `app`: which screen the address asks for
//! - `catalogue`, `look`, `settings`, `storage`: the games, how they look, what is kept

mod app;
mod board;
mod catalogue;
mod look;
mod remote;
mod route;
mod screens;
mod session;
mod settings;
mod storage;
mod ui;

use crate::ui::browser::document;
// What the worker calls is in the same module as the page.
pub use parlor_engine_worker::Thinker;
use wasm_bindgen::prelude::*;

/// Puts the app in place of what the plain page showed while this module was loading.
///
/// # Panics
/// If `index.html` has no element with the id `parlor`.
#[wasm_bindgen]
pub fn open() {
    let parlor = document()
        .get_element_by_id("parlor")
        .expect("index.html has an element with the id `parlor`");
    let app = ui::open(app::app);
    parlor.set_text_content(None);
    app.put_into(&parlor);
}
