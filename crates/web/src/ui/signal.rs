//! Values that change, followed by what reads them.
//!
//! `reactive_graph` has signals too, but each type in one of them brings all their code into the page
//! again, a tenth of it. Here the code that reads, follows and tells is there once, for a value of any
//! type; what is left for each type is to name it.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::signal::ArcTrigger;
use reactive_graph::traits::{Notify, Track};

use super::stored::{Stored, typed};

/// A value that lives as long as the scope it was made in. Effects and memos that have read it run
/// again when it changes.
pub(crate) struct Signal<T> {
    node: Stored<Node>,
    holds: PhantomData<fn() -> T>,
}

/// The value, and those who read it.
struct Node {
    value: RefCell<Rc<dyn Any>>,
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
        Self { node: store(Rc::new(value)), holds: PhantomData }
    }

    /// Reads the value and follows it.
    pub(crate) fn with<U>(self, read: impl FnOnce(&T) -> U) -> U {
        read(&self.followed())
    }

    /// Reads the value without following it.
    pub(crate) fn with_untracked<U>(self, read: impl FnOnce(&T) -> U) -> U {
        read(&typed(peek(self.node)))
    }

    /// Changes the value.
    pub(crate) fn set(self, value: T) {
        replace(self.node, Rc::new(value));
    }

    /// Changes the value where it is.
    pub(crate) fn update<U>(self, change: impl FnOnce(&mut T) -> U) -> U {
        let node = self.node.get();
        let changed = change(sole(&mut node.value.borrow_mut()));
        node.readers.notify();
        changed
    }

    /// The value, for as long as it is read. A page reads signals in hundreds of places: in each of them
    /// there is a call of this, and no copy of it.
    #[inline(never)]
    fn followed(self) -> Rc<T> {
        typed(follow(self.node))
    }
}

impl<T: Clone + 'static> Signal<T> {
    /// A copy of the value, which is followed.
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }
}

fn store(value: Rc<dyn Any>) -> Stored<Node> {
    Stored::new(Node { value: RefCell::new(value), readers: ArcTrigger::new() })
}

fn peek(node: Stored<Node>) -> Rc<dyn Any> {
    Rc::clone(&node.get().value.borrow())
}

fn follow(node: Stored<Node>) -> Rc<dyn Any> {
    node.get().readers.track();
    peek(node)
}

fn replace(node: Stored<Node>, value: Rc<dyn Any>) {
    let node = node.get();
    drop(node.value.replace(value));
    node.readers.notify();
}

fn sole<T: 'static>(value: &mut Rc<dyn Any>) -> &mut T {
    let value = Rc::get_mut(value).expect("nothing reads what is being changed");
    value.downcast_mut().expect("a signal holds what it was made with")
}
