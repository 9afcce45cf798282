//! The browser app: the only crate that knows the DOM.

#![allow(
    unreachable_pub,
    reason = "Leptos writes `pub` on the parts of a component that is not private"
)]

mod engine;
mod front_room;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use front_room::FrontRoom;

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
    mount_to(parlor, FrontRoom).forget();
}
