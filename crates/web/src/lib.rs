//! The browser app: the only crate that knows the DOM.
//!
//! - `route` and `app`: which page the address asks for
//! - `pages`: front room, setup, table, learn
//! - `live`: a table being played at: its state, what people do to it, how it moves
//! - `board`: where stones lie, and the boards as they are drawn
//! - `view`: the parts of a page around the board
//! - `engine`, `audio`, `storage`, `settings`: the computer, the loudspeaker, what is kept

mod app;
mod audio;
mod board;
mod catalogue;
mod characters;
mod engine;
mod live;
mod look;
mod pages;
mod route;
mod settings;
mod storage;
mod view;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use app::App;

/// Puts the app in place of what the plain page showed while this module was loading.
///
/// # Panics
/// If `index.html` has no element with the id `parlor`.
#[wasm_bindgen(start)]
pub fn start() {
    let parlor: web_sys::HtmlElement = document()
        .get_element_by_id("parlor")
        .expect("index.html has an element with the id `parlor`")
        .unchecked_into();
    parlor.set_text_content(None);
    mount_to(parlor, App).forget();
}
