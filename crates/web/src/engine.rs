//! The page's end of the line to the engine, which thinks in a worker.

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A running engine.
pub(crate) struct Engine {
    worker: Worker,
}

impl Engine {
    /// Starts a worker; `hear` gets every answer. The worker's address stands in `index.html`,
    /// because it changes with each build.
    pub(crate) fn start(hear: impl Fn(String) + 'static) -> Self {
        let address = leptos::prelude::document()
            .body()
            .and_then(|body| body.get_attribute("data-engine-worker"))
            .expect("index.html names the engine's worker");
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address, &options)
            .expect("a worker from our own site is allowed");
        let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            hear(event.data().as_string().unwrap_or_default());
        });
        worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        // The engine lives as long as the page does.
        listener.forget();
        Engine { worker }
    }

    /// Sends a question.
    pub(crate) fn ask(&self, question: &str) {
        self.worker.post_message(&JsValue::from_str(question)).expect("text can always be sent");
    }
}
