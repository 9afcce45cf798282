//! A double click is meant for one thing.

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, MouseEvent};

use super::browser::listen_first;

/// Lets the second click of a double click do nothing where the first one has taken away what it
/// pressed: it would fall on something that no one meant to press.
///
/// Browsers count it as a first click there, so what makes it a second one is found out here.
pub(crate) fn keep_double_clicks_together() {
    let last = RefCell::new(None::<Click>);
    listen_first("click", move |event| {
        let click = Click::of(&event);
        let follows = |last: &Click| click.as_ref().is_some_and(|click| click.follows(last));
        if last.borrow().as_ref().is_some_and(follows) {
            event.stop_propagation();
            event.prevent_default();
        } else {
            last.replace(click);
        }
    });
}

/// A click on something that can be pressed.
struct Click {
    pressed: Element,
    at: [i32; 2],
    /// When the person did it, in milliseconds, however late the page comes to hear of it.
    time: f64,
}

/// Two clicks that are further apart are two, in milliseconds.
const DOUBLE_CLICK: f64 = 500.0;
/// Or in pixels.
const SAME_PLACE: i32 = 6;

impl Click {
    /// A click by key has no place, and is none of these.
    fn of(event: &Event) -> Option<Self> {
        let target = event.target()?.dyn_into::<Element>().ok()?;
        let pressed = target.closest("button, a, input, select, label, .slot").ok()??;
        let mouse = event.dyn_ref::<MouseEvent>().filter(|mouse| mouse.detail() > 0)?;
        Some(Self { pressed, at: [mouse.client_x(), mouse.client_y()], time: event.time_stamp() })
    }

    /// Whether it only follows another click, which took away what it pressed.
    fn follows(&self, last: &Self) -> bool {
        let is_gone = last.pressed.unchecked_ref::<HtmlElement>().offset_width() == 0;
        // What is drawn anew under the same name is the same to a person.
        let is_same = !self.pressed.id().is_empty() && self.pressed.id() == last.pressed.id();
        let is_near =
            self.at.iter().zip(last.at).all(|(now, then)| (now - then).abs() < SAME_PLACE);
        is_gone && !is_same && is_near && self.time - last.time < DOUBLE_CLICK
    }
}
