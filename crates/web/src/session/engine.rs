use std::cell::RefCell;
use std::rc::Rc;

use parlor_engine_worker::advice::{Advice, Answer, Question, Wanted};
use parlor_rules::AnyRecord;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::ui::browser::{Handler, handler};
use crate::ui::prelude::*;

/// The computer player, in a worker of its own so that the page never freezes.
///
/// It is started with the first question. A new question makes it forget the one
/// before; one that is answered at a glance only comes in between.
#[derive(Clone, Copy)]
pub(crate) struct Engine(Stored<State>);

struct State {
    /// Where the worker's script is.
    address: String,
    worker: RefCell<Option<Worker>>,
    /// What the worker's answers go to.
    answered: Handler,
    /// The questions that are being answered.
    asked: Rc<RefCell<Questions>>,
}

#[derive(Default)]
struct Questions {
    /// How many have been asked.
    count: u32,
    /// The one that takes the place of any other before it.
    main: Asked,
    /// The one that is answered at a glance beside it.
    glance: Asked,
}

#[derive(Default)]
struct Asked {
    number: u32,
    heard: Option<Rc<dyn Fn(Advice)>>,
}

impl Engine {
    /// Makes the page's engine; it lives as long as the page. The script of its worker is at this address.
    pub(crate) fn provide(address: String) {
        let asked = Rc::<RefCell<Questions>>::default();
        let answered = handler({
            let asked = Rc::clone(&asked);
            move |event| hear(&asked, &event.unchecked_into())
        });
        let state = State { address, worker: RefCell::default(), answered, asked };
        provide_context(Self(Stored::new(state)));
    }

    /// Asks a question; `heard` gets every answer to it.
    pub(crate) fn ask(self, game: AnyRecord, wanted: Wanted, heard: impl Fn(Advice) + 'static) {
        let state = self.0.get();
        let number = {
            let mut asked = state.asked.borrow_mut();
            asked.count += 1;
            let number = asked.count;
            let question = Asked { number, heard: Some(Rc::new(heard)) };
            match wanted {
                Wanted::Glance => asked.glance = question,
                Wanted::Turn { .. } | Wanted::Values => asked.main = question,
            }
            number
        };
        let mut worker = state.worker.borrow_mut();
        if worker.is_none() {
            *worker = start_worker(&state.address, &state.answered);
        }
        if let Some(worker) = worker.as_ref() {
            let question = Question { number, game, wanted };
            let _ = worker.post_message(&JsValue::from_str(&question.to_string()));
        }
    }

    /// Answers to what was asked are not wanted any more.
    pub(crate) fn forget(self) {
        let state = self.0.get();
        let mut asked = state.asked.borrow_mut();
        asked.main.heard = None;
        asked.glance.heard = None;
    }
}

pub(crate) fn use_engine() -> Engine {
    expect_context()
}

/// Starts a worker that runs another instance of this module.
pub(crate) fn start_worker(address: &str, answered: &Handler) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(address, &options).ok()?;
    // The engine is in the same module as what asks it, which the browser need not fetch and compile again.
    let _ = worker.post_message(&wasm_bindgen::module());
    worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
    Some(worker)
}

fn hear(asked: &RefCell<Questions>, event: &MessageEvent) {
    let answer: Option<Answer> = event.data().as_string().and_then(|text| text.parse().ok());
    let Some(Answer { number, advice }) = answer else { return };
    let heard = {
        let Questions { main, glance, .. } = &*asked.borrow();
        let question = [main, glance].into_iter().find(|question| question.number == number);
        question.and_then(|question| question.heard.clone())
    };
    if let Some(heard) = heard {
        heard(advice);
    }
}
