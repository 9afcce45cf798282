use crate::ui::browser::document;
use crate::ui::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

use parlor_engine_worker::advice::{Advice, Answer, Question};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// The computer player, in a worker of its own so that the page never freezes.
///
/// It is started with the first question. A new question makes it forget the one
/// before.
#[derive(Clone, Copy)]
pub(crate) struct Engine(RwSignal<Rc<RefCell<State>>>);

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    /// The number of the question that is being answered.
    asked: u32,
    heard: Option<Rc<dyn Fn(Advice)>>,
}

impl Engine {
    pub(crate) fn provide() {
        provide_context(Self(RwSignal::new(Rc::default())));
    }

    /// Asks a question; `heard` gets every answer to it.
    pub(crate) fn ask(
        self,
        question: impl FnOnce(u32) -> Question,
        heard: impl Fn(Advice) + 'static,
    ) {
        let state = self.0.get_untracked();
        let mut state_now = state.borrow_mut();
        state_now.asked += 1;
        state_now.heard = Some(Rc::new(heard));
        let question = question(state_now.asked);
        if state_now.worker.is_none() {
            state_now.worker = start(&state);
        }
        if let Some(worker) = &state_now.worker {
            let _ = worker.post_message(&JsValue::from_str(&question.to_string()));
        }
    }

    /// Answers to the last question are not wanted any more.
    pub(crate) fn forget(self) {
        if let Some(state) = self.0.try_with_untracked(Rc::clone) {
            state.borrow_mut().heard = None;
        }
    }
}

pub(crate) fn use_engine() -> Engine {
    expect_context()
}

fn start(state: &Rc<RefCell<State>>) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address()?, &options).ok()?;
    // The engine is in the page's own module, which the browser need not fetch and compile again.
    let _ = worker.post_message(&wasm_bindgen::module());
    let state = Rc::clone(state);
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let answer: Option<Answer> = event.data().as_string().and_then(|text| text.parse().ok());
        let (asked, heard) = {
            let state = state.borrow();
            (state.asked, state.heard.clone())
        };
        if let (Some(answer), Some(heard)) = (answer, heard)
            && answer.number == asked
        {
            heard(answer.advice);
        }
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // The worker lives as long as the page.
    heard.forget();
    Some(worker)
}

/// Where the worker's script is; the page names it because its name changes with its content.
fn address() -> Option<String> {
    document().body()?.get_attribute("data-engine-worker")
}
