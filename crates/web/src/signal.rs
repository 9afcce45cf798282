//! Values that the page follows.
//!
//! They are `reactive_graph`'s in all but one respect: that crate makes its code anew for every
//! type of value, which came to a quarter of the page. Here the graph sees only triggers, and the
//! values lie beside them.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::graph::untrack;
use reactive_graph::owner::{LocalStorage, StoredValue};
use reactive_graph::signal::ArcTrigger;
use reactive_graph::traits::{GetValue, Notify, Track};

use crate::dom::whenever;

/// A value that can change, and is followed by whatever reads it. It lives as long as the part of
/// the page that it was made for.
pub(crate) struct RwSignal<T>(StoredValue<Rc<dyn Any>, LocalStorage>, PhantomData<fn() -> T>);

struct Followed<T> {
    value: RefCell<T>,
    changed: ArcTrigger,
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T: 'static> RwSignal<T> {
    pub(crate) fn new(value: T) -> Self {
        let followed = Followed { value: RefCell::new(value), changed: ArcTrigger::new() };
        Self(StoredValue::new_local(Rc::new(followed)), PhantomData)
    }

    /// Reads the value and follows it.
    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        let followed = self.followed().expect("what is read is still shown");
        followed.changed.track();
        let value = followed.value.borrow();
        read(&value)
    }

    /// Reads the value without following it.
    pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        self.try_with_untracked(read).expect("what is read is still shown")
    }

    /// Reads the value without following it, if it still lives.
    pub(crate) fn try_with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> Option<R> {
        let followed = self.followed()?;
        let value = followed.value.borrow();
        Some(read(&value))
    }

    /// Changes the value and tells everything that follows it. A value that lives no longer is
    /// followed by nothing.
    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        let _ = self.try_update(change);
    }

    /// Changes the value, if it still lives, and tells everything that follows it.
    pub(crate) fn try_update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let followed = self.followed()?;
        let result = change(&mut followed.value.borrow_mut());
        followed.changed.notify();
        Some(result)
    }

    /// Puts another value in the place of this one.
    pub(crate) fn set(self, value: T) {
        self.update(|now| *now = value);
    }

    fn followed(self) -> Option<Rc<Followed<T>>> {
        self.0.try_get_value()?.downcast().ok()
    }
}

impl<T: Clone + 'static> RwSignal<T> {
    /// The value, followed.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// The value, not followed.
    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}

/// A value worked out from others; followers hear of it only when it has become another one.
pub(crate) fn memo<T: Clone + PartialEq + 'static>(
    work_out: impl Fn() -> T + 'static,
) -> RwSignal<T> {
    keep_worked_out(Box::new(work_out))
}

/// Boxed, so that the code is there once for each type of value and not for each closure.
fn keep_worked_out<T: Clone + PartialEq + 'static>(work_out: Box<dyn Fn() -> T>) -> RwSignal<T> {
    let known = RwSignal::new(untrack(&work_out));
    whenever(move || {
        let now = work_out();
        if known.with_untracked(|before| *before != now) {
            known.set(now);
        }
    });
    known
}
