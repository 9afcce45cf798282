use parlor_engine_worker::review::News;
use parlor_rules::AnyRecord;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::Reviewed;
use crate::session::engine::start_worker;
use crate::ui::browser::handler;
use crate::ui::prelude::*;

/// Where the script of the reviewing worker is.
#[derive(Clone, Copy)]
pub(crate) struct ReviewerAddress(Stored<String>);

impl ReviewerAddress {
    /// Shares the address with every screen.
    pub(crate) fn provide(address: &str) {
        provide_context(Self(Stored::new(address.to_owned())));
    }
}

/// Has a worker go through the game. It ends with the page that this is called for.
pub(super) fn start(record: &AnyRecord, reviewed: Reviewed) {
    let heard = handler(move |event| {
        let text = event.unchecked_into::<MessageEvent>().data().as_string();
        if let Some(news) = text.and_then(|text| text.parse().ok()) {
            take_in(reviewed, news);
        }
    });
    let address = expect_context::<ReviewerAddress>().0.get();
    let Some(worker) = start_worker(&address, &heard) else { return };
    let _ = worker.post_message(&JsValue::from_str(&record.to_string()));
    on_cleanup(move || {
        Worker::terminate(&worker);
        drop(heard);
    });
}

fn take_in(reviewed: Reviewed, news: News) {
    if !news.findings.is_empty() {
        reviewed.review.update(|review| {
            for (at, finding) in news.findings {
                review.take_in(at, finding);
            }
        });
    }
    reviewed.progress.set(news.progress);
}
