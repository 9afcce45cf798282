//! The browser app: the only crate that knows the DOM.
//!
//! - `route` and `app`: which page the address asks for
//! - `pages`: front room, setup, table, learn
//! - `live`: a table being played at: its state, what people do to it, how it moves
//! - `signal`, `effect`, `dom`: values, what follows them, and elements that do
//! - `board`: where stones lie, and the boards as they are drawn
//! - `remote`: tables that a server keeps, for people far apart
//! - `view`: the parts of a page around the board
//! - `engine`, `audio`, `storage`, `settings`: the computer, the loudspeaker, what is kept

mod app;
mod audio;
mod board;
mod browser;
mod catalogue;
mod context;
mod dom;
mod effect;
mod engine;
mod live;
mod look;
mod pages;
mod prelude;
mod remote;
mod route;
mod settings;
mod signal;
mod storage;
mod view;

use crate::browser::document;
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
    let app = app::app();
    parlor.set_text_content(None);
    app.put_into(&parlor);
}
