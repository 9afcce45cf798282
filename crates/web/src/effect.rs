//! What is done again whenever something has changed that it read.
//!
//! An effect is also a part of the page: whatever is made while it runs belongs to it, and ends
//! before it runs again, or with it. `signal` has the values that effects follow.
//!
//! ```text
//!            reads
//!   effect ────────▶ signal        an effect keeps what it read alive; a signal knows who read it
//!     │ ▲               │          and keeps none of them alive
//!     │ └── waits ◀─────┘ changes  whoever waits runs before the browser draws
//!     └── made: effects, signals, endings
//! ```

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::{mem, ptr};

use crate::ui::browser::before_drawing;

/// Those who have read something and want to hear when it changes.
pub(crate) type Followers = RefCell<Vec<Weak<Effect>>>;

/// Something that is done again and again.
pub(crate) struct Effect {
    act: Box<dyn Fn()>,
    /// What it read when it ran last.
    read: RefCell<Vec<Rc<Followers>>>,
    /// How what was made when it ran last comes to its end.
    endings: RefCell<Vec<Box<dyn FnOnce()>>>,
    waits: Cell<bool>,
}

thread_local! {
    static RUNNING: RefCell<Option<Rc<Effect>>> = const { RefCell::new(None) };
    static FOLLOWING: Cell<bool> = const { Cell::new(false) };
    static WAITING: RefCell<Vec<Weak<Effect>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps doing something whenever a signal that it reads has changed, as long as the part of the
/// page is shown that this is called for.
pub(crate) fn whenever(act: impl Fn() + 'static) {
    keep(Box::new(act));
}

/// The same, with the closure boxed already.
pub(crate) fn keep(act: Box<dyn Fn()>) {
    make(act).run();
}

/// The same, but it starts when what is being drawn now has been drawn.
pub(crate) fn once_drawn(act: Box<dyn Fn()>) {
    make(act).wait();
}

/// Does something when the part of the page ends that this is called for. What was made first ends
/// last.
pub(crate) fn on_cleanup(end: impl FnOnce() + 'static) {
    end_with_this_part(Box::new(end));
}

/// Reads without following.
pub(crate) fn untrack<T>(read: impl FnOnce() -> T) -> T {
    let followed = FOLLOWING.replace(false);
    let result = read();
    FOLLOWING.set(followed);
    result
}

/// Notes that the effect which is running has read something.
pub(crate) fn follow(followers: &Rc<Followers>) {
    if !FOLLOWING.get() {
        return;
    }
    let Some(effect) = running() else { return };
    let mut read = effect.read.borrow_mut();
    if !read.iter().any(|known| Rc::ptr_eq(known, followers)) {
        read.push(Rc::clone(followers));
        followers.borrow_mut().push(Rc::downgrade(&effect));
    }
}

/// Has everybody who follows something run again, soon.
pub(crate) fn notify(followers: &Followers) {
    for effect in followers.borrow().iter().filter_map(Weak::upgrade) {
        effect.wait();
    }
}

fn make(act: Box<dyn Fn()>) -> Rc<Effect> {
    let effect = Rc::new(Effect {
        act,
        read: RefCell::default(),
        endings: RefCell::default(),
        waits: Cell::default(),
    });
    let kept = Rc::clone(&effect);
    on_cleanup(move || drop(kept));
    effect
}

fn end_with_this_part(end: Box<dyn FnOnce()>) {
    match running() {
        Some(part) => part.endings.borrow_mut().push(end),
        // What belongs to no part of the page lives as long as the page.
        None => mem::forget(end),
    }
}

fn running() -> Option<Rc<Effect>> {
    RUNNING.with_borrow(Option::clone)
}

/// Runs whoever waits. Those that begin to wait meanwhile are run after them.
fn run_waiting() {
    for effect in WAITING.take() {
        if let Some(effect) = effect.upgrade() {
            effect.run();
        }
    }
}

impl Effect {
    fn run(self: &Rc<Self>) {
        self.waits.set(false);
        self.end();
        let outer = RUNNING.replace(Some(Rc::clone(self)));
        let followed = FOLLOWING.replace(true);
        (self.act)();
        FOLLOWING.set(followed);
        RUNNING.set(outer);
    }

    fn wait(self: &Rc<Self>) {
        if self.waits.replace(true) {
            return;
        }
        let is_first = WAITING.with_borrow_mut(|waiting| {
            waiting.push(Rc::downgrade(self));
            waiting.len() == 1
        });
        // There is a browser only around WebAssembly; elsewhere the tests take its part.
        if is_first && cfg!(target_family = "wasm") {
            before_drawing(run_waiting);
        }
    }

    fn end(&self) {
        for followers in self.read.take() {
            followers.borrow_mut().retain(|follower| !ptr::eq(follower.as_ptr(), self));
        }
        for end in self.endings.take().into_iter().rev() {
            end();
        }
    }
}

impl Drop for Effect {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::{RwSignal, memo};

    /// What effects note down while they run.
    fn noted() -> (impl Fn(&str) + Clone + 'static, impl Fn() -> String) {
        let notes = Rc::new(RefCell::new(Vec::new()));
        let reader = Rc::clone(&notes);
        (
            move |note: &str| notes.borrow_mut().push(note.to_owned()),
            move || {
                run_waiting();
                reader.take().join(" ")
            },
        )
    }

    #[test]
    fn an_effect_runs_at_once_and_after_each_change() {
        let (note, notes) = noted();
        let number = RwSignal::new(1);
        whenever(move || note(&number.get().to_string()));
        assert_eq!(notes(), "1");
        assert_eq!(notes(), "");
        number.set(2);
        number.set(3);
        assert_eq!(notes(), "3");
    }

    #[test]
    fn what_is_read_untracked_is_not_followed() {
        let (note, notes) = noted();
        let number = RwSignal::new(1);
        whenever(move || note(&untrack(|| number.get()).to_string()));
        number.set(2);
        assert_eq!(notes(), "1");
    }

    #[test]
    fn only_what_was_read_last_is_followed() {
        let (note, notes) = noted();
        let (which, left, right) = (RwSignal::new(true), RwSignal::new("l"), RwSignal::new("r"));
        whenever(move || note(if which.get() { left.get() } else { right.get() }));
        which.set(false);
        assert_eq!(notes(), "l r");
        left.set("L");
        assert_eq!(notes(), "");
        right.set("R");
        assert_eq!(notes(), "R");
    }

    #[test]
    fn an_effect_that_waits_for_the_drawing_runs_after_it() {
        let (note, notes) = noted();
        let later = note.clone();
        once_drawn(Box::new(move || later("later")));
        note("drawn");
        assert_eq!(notes(), "drawn later");
    }

    #[test]
    fn a_part_ends_before_it_is_drawn_again_and_its_last_piece_first() {
        let (note, notes) = noted();
        let (outer, inner) = (RwSignal::new(0), RwSignal::new(0));
        whenever(move || {
            outer.get();
            note("outer");
            let own = RwSignal::new("own");
            for name in ["first", "second"] {
                let note = note.clone();
                on_cleanup(move || note(&format!("{name}/{}", own.get())));
            }
            let note = note.clone();
            whenever(move || {
                inner.get();
                note("inner");
            });
        });
        assert_eq!(notes(), "outer inner");
        inner.set(1);
        assert_eq!(notes(), "inner");
        outer.set(1);
        assert_eq!(notes(), "second/own first/own outer inner");
        // The inner effect of before is gone.
        inner.set(2);
        assert_eq!(notes(), "inner");
    }

    #[test]
    fn a_value_ends_with_its_part_and_is_taken_for_no_other() {
        let again = RwSignal::new(0);
        let made = RwSignal::new(Vec::new());
        whenever(move || {
            again.get();
            let value = RwSignal::new("value");
            made.update(|made| made.push(value));
        });
        again.set(1);
        run_waiting();
        let values = made.get().into_iter().map(|value| value.try_with_untracked(|it| *it));
        assert_eq!(values.collect::<Vec<_>>(), [None, Some("value")]);
    }

    #[test]
    fn followers_of_a_memo_hear_only_of_another_value() {
        let (note, notes) = noted();
        let number = RwSignal::new(1);
        let is_large = memo(move || number.get() > 5);
        whenever(move || note(&is_large.get().to_string()));
        number.set(2);
        assert_eq!(notes(), "false");
        number.set(6);
        run_waiting();
        assert_eq!(notes(), "true");
    }
}
