//! The browser around the page: its window, its clock, its events.

use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, Location, Window};

use crate::ui::prelude::on_cleanup;

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

/// Something that will happen, unless it is called off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer(i32);

/// Does something after so many milliseconds.
pub(crate) fn after(milliseconds: u32, act: impl FnOnce() + 'static) -> Option<Timer> {
    let act = Closure::once_into_js(Box::new(act) as Box<dyn FnOnce()>);
    window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(
            act.unchecked_ref(),
            milliseconds.cast_signed(),
        )
        .ok()
        .map(Timer)
}

/// Does something before the browser draws next, when what is being done now is done.
pub(crate) fn before_drawing(act: impl FnOnce() + 'static) {
    window().queue_microtask(Closure::once_into_js(act).unchecked_ref());
}

/// Does something every so many milliseconds, as long as the part of the page is shown that this
/// is called for.
pub(crate) fn every(milliseconds: u32, act: impl Fn() + 'static) {
    keep_beating(milliseconds, &Closure::wrap(Box::new(act) as Box<dyn Fn()>).into_js_value());
}

fn keep_beating(milliseconds: u32, act: &JsValue) {
    let beat = window().set_interval_with_callback_and_timeout_and_arguments_0(
        act.unchecked_ref(),
        milliseconds.cast_signed(),
    );
    if let Ok(beat) = beat {
        on_cleanup(move || window().clear_interval_with_handle(beat));
    }
}

impl Timer {
    /// Calls it off.
    pub(crate) fn cancel(self) {
        window().clear_timeout_with_handle(self.0);
    }
}

/// What the browser calls at an event. Boxed first, so that all handlers share their code.
pub(crate) fn handler(act: Box<dyn Fn(Event)>) -> JsValue {
    Closure::wrap(act).into_js_value()
}

/// Does something at every event of a kind anywhere, as long as the part of the page is shown that
/// this is called for.
pub(crate) fn listen(event: &'static str, act: impl Fn(Event) + 'static) {
    keep_listening(event, handler(Box::new(act)));
}

fn keep_listening(event: &'static str, act: JsValue) {
    let _ = window().add_event_listener_with_callback(event, act.unchecked_ref());
    on_cleanup(move || {
        let _ = window().remove_event_listener_with_callback(event, act.unchecked_ref());
    });
}

/// Bytes that nobody can guess; `None` where the browser has none to give.
pub(crate) fn secret_bytes() -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    window().crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
