//! Values that change, followed by what reads them.
//!
//! `reactive_graph` has signals too, but each type in one of them brings all their code into the page
//! again, a tenth of it. Here the code that reads, follows and tells is there once, for a value of any
//! type; what is left for each type is to name it.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::owner::{LocalStorage, StoredValue};
use reactive_graph::signal::ArcTrigger;
use reactive_graph::traits::{GetValue, Notify, Track};

/// A value that lives as long as the scope it was made in. Effects and memos that have read it run
/// again when it changes.
pub(crate) struct Signal<T> {
    node: StoredValue<Node, LocalStorage>,
    holds: PhantomData<fn() -> T>,
}

/// The value, as a `RefCell`, and those who read it.
#[derive(Clone)]
struct Node {
    value: Rc<dyn Any>,
    readers: ArcTrigger,
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Signal<T> {}

impl<T: 'static> Signal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { node: store(Rc::new(RefCell::new(value))), holds: PhantomData }
    }

    /// Reads the value and follows it.
    pub(crate) fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        read(&cell(&*follow(self.node)).borrow())
    }

    /// Reads the value without following it.
    pub(crate) fn with_untracked<U>(self, read: impl FnOnce(&T) -> U) -> U {
        read(&cell(&*peek(self.node)).borrow())
    }

    /// Changes the value.
    pub(crate) fn set(self, value: T) {
        drop(cell(&*peek(self.node)).replace(value));
        tell(self.node);
    }

    /// Changes the value where it is.
    pub(crate) fn update<U>(self, change: impl FnOnce(&mut T) -> U) -> U {
        let changed = change(&mut cell(&*peek(self.node)).borrow_mut());
        tell(self.node);
        changed
    }
}

impl<T: Clone + 'static> Signal<T> {
    /// A copy of the value, which is followed.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }
}

fn store(value: Rc<dyn Any>) -> StoredValue<Node, LocalStorage> {
    StoredValue::new_local(Node { value, readers: ArcTrigger::new() })
}

fn peek(node: StoredValue<Node, LocalStorage>) -> Rc<dyn Any> {
    node.get_value().value
}

fn follow(node: StoredValue<Node, LocalStorage>) -> Rc<dyn Any> {
    let Node { value, readers } = node.get_value();
    readers.track();
    value
}

fn tell(node: StoredValue<Node, LocalStorage>) {
    node.get_value().readers.notify();
}

fn cell<T: 'static>(value: &dyn Any) -> &RefCell<T> {
    value.downcast_ref().expect("a signal holds what it was made with")
}
