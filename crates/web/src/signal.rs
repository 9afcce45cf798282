//! Values that the page follows.
//!
//! They are used as Leptos's are. But its crate makes its code anew for every type of value, and is
//! made for servers with many threads as well: it was 10 KB more, compressed.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use crate::effect::{Followers, follow, notify, on_cleanup, untrack, whenever};

/// A value that can change, and is followed by whatever reads it. It lives as long as the part of
/// the page that it was made for.
pub(crate) struct RwSignal<T>(Key, PhantomData<fn() -> T>);

struct Followed<T> {
    value: RefCell<T>,
    followers: Rc<Followers>,
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T: 'static> RwSignal<T> {
    pub(crate) fn new(value: T) -> Self {
        let followed = Followed { value: RefCell::new(value), followers: Rc::default() };
        Self(store(Rc::new(followed)), PhantomData)
    }

    /// Reads the value and follows it.
    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        let followed = self.followed().expect("what is read is still shown");
        follow(&followed.followers);
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
        notify(&followed.followers);
        Some(result)
    }

    /// Puts another value in the place of this one.
    pub(crate) fn set(self, value: T) {
        self.update(|now| *now = value);
    }

    fn followed(self) -> Option<Rc<Followed<T>>> {
        find(self.0)?.downcast().ok()
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

/// Where a value is, and how many have been there before it.
#[derive(Clone, Copy)]
struct Key {
    place: usize,
    before: u32,
}

/// A place for a value, and how many have been there.
#[derive(Default)]
struct Place {
    value: Option<Rc<dyn Any>>,
    before: u32,
}

thread_local! {
    static PLACES: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
    static FREE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn store(value: Rc<dyn Any>) -> Key {
    let free = FREE.with_borrow_mut(Vec::pop);
    let key = PLACES.with_borrow_mut(|places| {
        let place = free.unwrap_or_else(|| {
            places.push(Place::default());
            places.len() - 1
        });
        places[place].value = Some(value);
        Key { place, before: places[place].before }
    });
    on_cleanup(move || clear(key.place));
    key
}

fn find(key: Key) -> Option<Rc<dyn Any>> {
    PLACES.with_borrow(|places| {
        let place = &places[key.place];
        place.value.clone().filter(|_| place.before == key.before)
    })
}

fn clear(place: usize) {
    let value = PLACES.with_borrow_mut(|places| {
        places[place].before += 1;
        places[place].value.take()
    });
    FREE.with_borrow_mut(|free| free.push(place));
    // Only now, for it may hold others that end with it.
    drop(value);
}
