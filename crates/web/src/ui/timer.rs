//! What is done later, and what is done again and again.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::browser::window;
use super::callback::Callback;
use super::prelude::*;
use super::scope::Home;

/// Something that will be done; dropped, it will not.
#[must_use = "what is dropped is called off"]
pub(crate) struct Timer {
    handle: Option<i32>,
    /// What the browser calls, which lives no longer than this.
    _act: Closure<dyn FnMut()>,
}

/// Does something after so many milliseconds, as part of the scope that this is called in.
pub(crate) fn after(milliseconds: u32, act: impl FnOnce() + 'static) -> Timer {
    start(Home::here(), milliseconds, Box::new(act))
}

fn start(home: Home, milliseconds: u32, act: Box<dyn FnOnce()>) -> Timer {
    let act = Closure::once(move || home.run(act));
    let handle = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        act.as_ref().unchecked_ref(),
        milliseconds.cast_signed(),
    );
    Timer { handle: handle.ok(), _act: act }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(handle) = self.handle {
            window().clear_timeout_with_handle(handle);
        }
    }
}

/// Room for one timer in a scope, and called off with it. The next one takes its place.
///
/// It runs as part of the scope that the room was made in, wherever it is started: a dialog that has
/// started it may be gone by then.
#[derive(Clone, Copy)]
pub(crate) struct Timeout(Stored<Room>);

struct Room {
    home: Home,
    timer: RefCell<Option<Timer>>,
}

impl Timeout {
    pub(crate) fn new() -> Self {
        Self(Stored::new(Room { home: Home::here(), timer: RefCell::new(None) }))
    }

    /// Does something after so many milliseconds, instead of what was to be done before.
    pub(crate) fn start(self, milliseconds: u32, act: impl FnOnce() + 'static) {
        self.replace(milliseconds, Box::new(act));
    }

    /// Calls off what was to be done.
    pub(crate) fn cancel(self) {
        if let Some(room) = self.0.try_get() {
            room.timer.take();
        }
    }

    fn replace(self, milliseconds: u32, act: Box<dyn FnOnce()>) {
        if let Some(room) = self.0.try_get() {
            room.timer.replace(Some(start(room.home.clone(), milliseconds, act)));
        }
    }
}

/// Does something every so many milliseconds, as long as the scope lasts that this is called in.
pub(crate) fn every(milliseconds: u32, act: impl Fn() + 'static) {
    keep_beating(milliseconds, Box::new(act));
}

fn keep_beating(milliseconds: u32, act: Box<dyn Callback>) {
    let home = Home::here();
    let act = Closure::<dyn Fn()>::new(move || home.run(|| act.call()));
    let beat = window().set_interval_with_callback_and_timeout_and_arguments_0(
        act.as_ref().unchecked_ref(),
        milliseconds.cast_signed(),
    );
    on_cleanup(move || {
        if let Ok(beat) = beat {
            window().clear_interval_with_handle(beat);
        }
        drop(act);
    });
}
