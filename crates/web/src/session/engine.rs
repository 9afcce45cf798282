use std::cell::RefCell;
use std::rc::Rc;

use parlor_engine_worker::advice::{Advice, Answer, Question};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::ui::browser::{Handler, document, handler};
use crate::ui::prelude::*;

/// The computer player, in a worker of its own so that the page never freezes.
///
/// It is started with the first question. A new question makes it forget the one
/// before.
#[derive(Clone, Copy)]
pub(crate) struct Engine(StoredValue<Rc<State>, LocalStorage>);

struct State {
    worker: RefCell<Option<Worker>>,
    /// What the worker's answers go to.
    answered: Handler,
    /// The question that is being answered.
    asked: Rc<RefCell<Asked>>,
}

#[derive(Default)]
struct Asked {
    number: u32,
    heard: Option<Rc<dyn Fn(Advice)>>,
}

impl Engine {
    /// Makes the page's engine; it lives as long as the page.
    pub(crate) fn provide() {
        let asked = Rc::<RefCell<Asked>>::default();
        let answered = handler({
            let asked = Rc::clone(&asked);
            Box::new(move |event| hear(&asked, &event.unchecked_into()))
        });
        let state = State { worker: RefCell::default(), answered, asked };
        provide_context(Self(StoredValue::new_local(Rc::new(state))));
    }

    /// Asks a question; `heard` gets every answer to it.
    pub(crate) fn ask(
        self,
        question: impl FnOnce(u32) -> Question,
        heard: impl Fn(Advice) + 'static,
    ) {
        let state = self.0.get_value();
        let number = {
            let mut asked = state.asked.borrow_mut();
            *asked = Asked { number: asked.number + 1, heard: Some(Rc::new(heard)) };
            asked.number
        };
        let mut worker = state.worker.borrow_mut();
        if worker.is_none() {
            *worker = start(&state.answered);
        }
        if let Some(worker) = worker.as_ref() {
            let _ = worker.post_message(&JsValue::from_str(&question(number).to_string()));
        }
    }

    /// Answers to the last question are not wanted any more.
    pub(crate) fn forget(self) {
        self.0.get_value().asked.borrow_mut().heard = None;
    }
}

pub(crate) fn use_engine() -> Engine {
    expect_context()
}

fn start(answered: &Handler) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address()?, &options).ok()?;
    // The engine is in the page's own module, which the browser need not fetch and compile again.
    let _ = worker.post_message(&wasm_bindgen::module());
    worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
    Some(worker)
}

fn hear(asked: &RefCell<Asked>, event: &MessageEvent) {
    let answer: Option<Answer> = event.data().as_string().and_then(|text| text.parse().ok());
    let (number, heard) = {
        let asked = asked.borrow();
        (asked.number, asked.heard.clone())
    };
    if let (Some(answer), Some(heard)) = (answer, heard)
        && answer.number == number
    {
        heard(answer.advice);
    }
}

/// Where the worker's script is; the page names it because its name changes with its content.
fn address() -> Option<String> {
    document().body()?.get_attribute("data-engine-worker")
}
