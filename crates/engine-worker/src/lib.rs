//! The computer player in the browser, away from the page's thread so that the page never freezes.
//!
//! The page and the computer player are one WebAssembly module, which has to be fetched only once:
//! most of it is rules and notation that both need. `assets/engine-worker.js` of the web crate makes
//! another instance of the module inside a worker, hands it each question that the page sends, and
//! lets it think in short steps so that a new question is heard.

pub mod advice;

mod worker;

use wasm_bindgen::prelude::*;

use worker::Worker;

/// The computer player, at work on one question at a time.
#[wasm_bindgen]
#[derive(Default)]
pub struct Thinker {
    worker: Worker,
}

#[wasm_bindgen]
impl Thinker {
    /// A player who has not been asked anything yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes up a question and forgets the one before. What is no question is answered with silence.
    pub fn ask(&mut self, question: &str) {
        self.worker.take_up(question.parse().ok());
    }

    /// Thinks for a moment. Gives a better answer, or nothing when the best one has been given.
    pub fn step(&mut self) -> Option<String> {
        self.worker.step().map(|answer| answer.to_string())
    }
}
