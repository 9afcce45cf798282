//! The computer player in the browser, away from the page's thread so that the page never freezes.
//!
//! The page and the computer player are one WebAssembly module, which has to be fetched only once:
//! most of it is rules and notation that both need. `assets/engine-worker.js` of the web crate makes
//! another instance of the module inside a worker, hands it each question that the page sends, and
//! lets it think in short steps so that a new question is heard.

pub mod advice;
pub mod review;

mod worker;

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use worker::Worker;

thread_local! {
    /// The computer player of this instance, at work on one question at a time.
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// Takes up a question and forgets the one before. What is no question is answered with silence.
#[wasm_bindgen]
pub fn ask(question: &str) {
    WORKER.with_borrow_mut(|worker| worker.take_up(question.parse().ok()));
}

/// Thinks for a moment. Gives a better answer, or nothing when the best one has been given.
#[wasm_bindgen]
pub fn think() -> Option<String> {
    WORKER.with_borrow_mut(Worker::step).map(|answer| answer.to_string())
}
