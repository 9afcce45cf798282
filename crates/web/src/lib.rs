//! The browser app: the only crate that knows the DOM.
//!
//! - `route` and `app`: which page the address asks for
//! - `pages`: front room, setup, table, learn
//! - `live`: a table being played at: its state, what people do to it, how it moves
//! - `dom`: elements that follow signals
//! - `board`: where stones lie, and the boards as they are drawn
//! - `remote`: tables that a server keeps, for people far apart
//! - `view`: the parts of a page around the board
//! - `engine`, `audio`, `storage`, `settings`: the computer, the loudspeaker, what is kept

mod app;
mod audio;
mod board;
mod browser;
mod catalogue;
mod dom;
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
use crate::prelude::*;
use any_spawner::Executor;
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
    // Effects are run between two tasks of the browser. It is the first to be set, and the only one.
    let _ = Executor::init_wasm_bindgen();
    let owner = Owner::new();
    let app = owner.with(app::app);
    parlor.set_text_content(None);
    app.put_into(&parlor);
    // The app lives as long as the page.
    std::mem::forget(owner);
}
