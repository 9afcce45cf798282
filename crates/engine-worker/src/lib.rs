//! The computer player in the browser, away from the page's thread so that the page never freezes.
//!
//! `assets/engine-worker.js` of the web crate loads this module inside a worker and hands it each
//! message that the page sends.

use wasm_bindgen::prelude::*;

/// Answers one question from the page. `say` sends an answer back, as often as there is a better one.
///
/// # Errors
/// If `say` throws.
#[wasm_bindgen]
pub fn ask(question: &str, say: &js_sys::Function) -> Result<(), JsValue> {
    say.call1(&JsValue::NULL, &JsValue::from_str(question))?;
    Ok(())
}
