//! A part of the page with everything that was made for it: effects, signals, timers, listeners.
//!
//! ```text
//!   scope ── owns ──▶ signals · memos · stored values
//!     │                    ▲
//!     ├── owns ──▶ effects ┘ follow        handlers and timers run as part of their scope,
//!     └── owns ──▶ handlers · timers       but follow nothing that they read
//! ```
//!
//! A scope is disposed after its nodes have left the document, so that events which the browser
//! fires while it removes them still find everything alive. Nothing of it runs afterwards.

use reactive_graph::graph::untrack;
use reactive_graph::owner::{Owner, WeakOwner};
use send_wrapper::SendWrapper;

/// A part of the page. Dropping it disposes of everything that was made in it.
pub(crate) struct Scope(Owner);

impl Scope {
    /// A scope without a parent. Its holder drops it in time; as a child of another one it
    /// would leave a trace there that stays until that one ends.
    pub(crate) fn new() -> Self {
        Self(Owner::default())
    }

    /// Makes something in this scope.
    pub(crate) fn run<T>(&self, make: impl FnOnce() -> T) -> T {
        self.0.with(make)
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        untrack(|| self.0.cleanup());
    }
}

/// Does something when the scope ends that this is called in.
pub(crate) fn on_cleanup(end: impl FnOnce() + 'static) {
    end_with_scope(Box::new(end));
}

/// Boxed, so that the code is there once and not for each closure.
fn end_with_scope(end: Box<dyn FnOnce()>) {
    debug_assert!(Owner::current().is_some(), "what belongs to no scope ends at once");
    let end = SendWrapper::new(end);
    Owner::on_cleanup(move || end.take()());
}

/// The scope that a handler belongs to.
#[derive(Clone)]
pub(crate) struct Home(Option<WeakOwner>);

impl Home {
    /// The scope that is being made now.
    pub(crate) fn here() -> Self {
        Self(Owner::current().map(|owner| owner.downgrade()))
    }

    /// Does something as part of the scope, following nothing; nothing at all if it has ended.
    pub(crate) fn run(&self, act: impl FnOnce()) {
        match &self.0 {
            None => untrack(act),
            Some(owner) => {
                if let Some(owner) = owner.upgrade() {
                    untrack(|| owner.with(act));
                }
            }
        }
    }
}
