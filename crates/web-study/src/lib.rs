//! What the scripts of the browser app call in its second module, which is fetched when one of its screens
//! is asked for. It has its own instance of everything; what it shares with the page goes through the
//! document, the address and the browser's storage.

// What the worker calls is in the same module as the screens.
pub use parlor_engine_worker::{ask, think};
use wasm_bindgen::prelude::*;
use web_sys::Element;

/// Gets ready to show screens. The script of the engine's worker is at this address.
#[wasm_bindgen]
pub fn open(engine_worker: &str) {
    parlor_web::study::open(engine_worker);
}

/// Shows the screen that an address asks for inside an element of the page.
#[wasm_bindgen]
pub fn show(room: &Element, path: &str) {
    parlor_web::study::show(room, path);
}

/// Disposes of the screen that is shown.
#[wasm_bindgen]
pub fn close() {
    parlor_web::study::close();
}
