//! What the scripts of the browser app call in its second module, which is fetched when one of its screens
//! is asked for. It has its own instance of everything; what it shares with the page goes through the
//! document, the address and the browser's storage.

use std::cell::RefCell;

// What the worker calls is in the same module as the screens.
use parlor_engine_worker::review::Reviewer;
pub use parlor_engine_worker::{ask, think};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, Element};

/// Gets ready to show screens. The scripts of the two workers are at these addresses: the one that answers
/// questions, and the one that reviews games.
#[wasm_bindgen]
pub fn open(engine_worker: &str, reviewer: &str) {
    parlor_web::study::open(engine_worker, reviewer);
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

/// Says where a file goes while it is over the page.
#[wasm_bindgen]
pub fn drag(is_over: bool) {
    parlor_web::study::drag(is_over);
}

/// Opens a file that was dropped on the page.
#[wasm_bindgen(js_name = openFile)]
pub fn open_file(file: &Blob) {
    parlor_web::study::open_file(file);
}

/// Saves the match at a table, given as its log, as a file.
#[wasm_bindgen]
pub fn save(log: &str) {
    parlor_web::study::save(log);
}

thread_local! {
    /// The reviewer of this instance, in a worker.
    static REVIEWER: RefCell<Option<Reviewer>> = const { RefCell::new(None) };
}

/// Takes up a game, in the worker.
#[wasm_bindgen]
pub fn review(game: &str) {
    REVIEWER.set(game.parse().ok().map(|record| Reviewer::new(&record)));
}

/// Works on the review for a moment. Gives what is new, or nothing when it is done.
#[wasm_bindgen]
pub fn review_on() -> Option<String> {
    REVIEWER.with_borrow_mut(|it| it.as_mut()?.step()).map(|news| news.to_string())
}
