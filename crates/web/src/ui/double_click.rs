//! A double click is meant for one thing.

use std::cell::RefCell;

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::browser::listen_first;

/// Lets the second click of a double click do nothing where it falls on something else than the first
/// one: what a click has taken away makes room for what nobody meant to press.
pub(crate) fn keep_double_clicks_together() {
    let first = RefCell::new(None::<Element>);
    listen_first("click", move |event| {
        let pressed = pressed(&event);
        if is_second_click(&event) {
            if pressed != *first.borrow() {
                event.stop_propagation();
                event.prevent_default();
            }
        } else {
            first.replace(pressed);
        }
    });
}

/// What is pressed by a click, if it is something that can be.
fn pressed(event: &Event) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("button, a, input, select, label, .slot").ok().flatten()
}

/// Whether it follows another click so closely that a person means both as one. A click by key has no
/// number.
fn is_second_click(event: &Event) -> bool {
    let number = Reflect::get(event, &"detail".into()).ok().and_then(|number| number.as_f64());
    number.is_some_and(|number| number > 1.0)
}
