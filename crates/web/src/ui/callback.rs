//! Closures in boxes. A `dyn Fn` brings two more functions with each closure, for callers who may
//! change it or use it up; nothing here does.

use web_sys::Event;

/// What works something out, or does something, as often as it is called.
pub(crate) trait Callback<T = ()> {
    fn call(&self) -> T;
}

impl<T, F: Fn() -> T> Callback<T> for F {
    fn call(&self) -> T {
        self()
    }
}

/// What hears of events.
pub(crate) trait Listener {
    fn hear(&self, event: Event);
}

impl<F: Fn(Event)> Listener for F {
    fn hear(&self, event: Event) {
        self(event);
    }
}
