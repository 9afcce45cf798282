//! What the scripts of the browser app call in its first module. A first visit fetches it, and so it holds
//! nothing but what is reached from here.

// What the worker calls is in the same module as the page.
pub use parlor_engine_worker::{ask, think};
use wasm_bindgen::prelude::*;

/// Puts the app in place of what the plain page showed while this module was loading.
#[wasm_bindgen]
pub fn open() {
    parlor_web::open();
}
