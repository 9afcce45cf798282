//! The browser around the page: its window, its clock, its events.

use std::cell::OnceCell;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, EventTarget, Location, Window};

use super::callback::Listener;
use super::scope::{Home, on_cleanup};

pub(crate) fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

pub(crate) fn document() -> Document {
    window().document().expect("a window has a document")
}

pub(crate) fn location() -> Location {
    window().location()
}

/// Whether a media query holds now.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}

/// A number below `end`, by chance.
#[expect(clippy::cast_sign_loss, reason = "chance is never negative")]
pub(crate) fn random(end: u32) -> u32 {
    (js_sys::Math::random() * f64::from(end)) as u32
}

/// Does something when what is being done now is done, before the browser draws.
pub(super) fn queue_microtask(act: fn()) {
    thread_local! {
        /// The same one every time: nothing has to be made or freed for it.
        static ACT: OnceCell<Closure<dyn Fn()>> = const { OnceCell::new() };
    }
    ACT.with(|known| {
        let act = known.get_or_init(|| Closure::new(act));
        window().queue_microtask(act.as_ref().unchecked_ref());
    });
}

/// Writes an error to the browser's console.
pub(super) fn report(problem: &str) {
    if cfg!(target_family = "wasm") {
        web_sys::console::error_1(&problem.into());
    } else {
        eprintln!("{problem}");
    }
}

/// What the browser calls at an event. It runs as part of the scope that it was made in, and follows
/// nothing that it reads.
pub(crate) type Handler = Closure<dyn Fn(Event)>;

pub(crate) fn handler(act: impl Fn(Event) + 'static) -> Handler {
    boxed_handler(Box::new(act))
}

/// Boxed first, so that all handlers share their code.
fn boxed_handler(act: Box<dyn Listener>) -> Handler {
    let home = Home::here();
    Closure::new(move |event| home.run(|| act.hear(event)))
}

/// Does something at every event of a kind anywhere, as long as the scope lasts that this is called
/// in.
pub(crate) fn listen(event: &'static str, act: impl Fn(Event) + 'static) {
    listen_to(window().into(), event, Box::new(act));
}

/// The same, before anything in the page hears of the event: what is stopped here, nothing hears.
pub(crate) fn listen_first(event: &'static str, act: impl Fn(Event) + 'static) {
    let act = handler(act);
    let target: EventTarget = window().into();
    let callback = act.as_ref().unchecked_ref();
    let _ = target.add_event_listener_with_callback_and_bool(event, callback, true);
    on_cleanup(move || {
        let callback = act.as_ref().unchecked_ref();
        let _ = target.remove_event_listener_with_callback_and_bool(event, callback, true);
    });
}

/// The same, for the events of one target.
pub(super) fn listen_to(target: EventTarget, event: &'static str, act: Box<dyn Listener>) {
    let act = boxed_handler(act);
    let _ = target.add_event_listener_with_callback(event, act.as_ref().unchecked_ref());
    on_cleanup(move || {
        let _ = target.remove_event_listener_with_callback(event, act.as_ref().unchecked_ref());
    });
}

/// Whether this page was here before: it was loaded anew, or come back to.
pub(crate) fn is_loaded_again() -> bool {
    let entries = window().performance().map(|times| times.get_entries_by_type("navigation"));
    let kind = entries.and_then(|entries| Reflect::get(&entries.get(0), &"type".into()).ok());
    kind.and_then(|kind| kind.as_string()).is_some_and(|kind| kind != "navigate")
}

/// Does one thing when a promise is fulfilled and another when it is rejected, as part of the scope that
/// this is called in.
pub(crate) fn settled(
    promise: &Promise,
    fulfilled: impl FnOnce() + 'static,
    rejected: impl FnOnce() + 'static,
) {
    // The browser frees both when it has called one of them.
    let [fulfilled, rejected] =
        [Box::new(fulfilled) as Box<dyn FnOnce()>, Box::new(rejected)].map(|act| {
            let home = Home::here();
            Closure::once(move |_: JsValue| home.run(act)).into_js_value()
        });
    let then = Reflect::get(promise, &"then".into());
    if let Ok(then) = then {
        let _ = then.unchecked_into::<Function>().call2(promise, &fulfilled, &rejected);
    }
}

/// Does something with what a promise is fulfilled with, as part of the scope that this is called in.
pub(crate) fn settled_with(promise: &Promise, fulfilled: impl FnOnce(JsValue) + 'static) {
    let home = Home::here();
    let fulfilled = Closure::once(move |value: JsValue| home.run(move || fulfilled(value)));
    let then = Reflect::get(promise, &"then".into());
    if let Ok(then) = then {
        let _ = then.unchecked_into::<Function>().call1(promise, &fulfilled.into_js_value());
    }
}

/// Random bytes that cannot be guessed; `None` where the browser has none to give.
pub(crate) fn secret_bytes() -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    window().crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
