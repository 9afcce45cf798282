//! Values worked out from signals. As with signals, their code is there once for values of any type.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::computed;
use reactive_graph::graph::ToAnySubscriber;
use reactive_graph::traits::Get;
use send_wrapper::SendWrapper;

use super::callback::Callback;
use super::effect::unsubscribe;
use super::scope::on_cleanup;

/// A value worked out from signals; those who read it hear only when it has become another one.
pub(crate) struct Memo<T> {
    node: computed::Memo<Value>,
    holds: PhantomData<fn() -> T>,
}

/// A value of some type, and how to compare it with another one of that type.
#[derive(Clone)]
struct Value {
    value: SendWrapper<Rc<dyn Any>>,
    is_same: fn(&dyn Any, &dyn Any) -> bool,
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        (self.is_same)(&**self.value, &**other.value)
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T: Clone + 'static> Memo<T> {
    /// A copy of the value, which is followed.
    pub(crate) fn get(self) -> T {
        let Value { value, .. } = self.node.get();
        value.downcast_ref::<T>().expect("a memo holds what it works out").clone()
    }
}

/// Works a value out now, and again when a signal has changed that it was worked out from.
pub(crate) fn memo<T: PartialEq + 'static>(work_out: impl Fn() -> T + 'static) -> Memo<T> {
    let is_same = |one: &dyn Any, other: &dyn Any| one.downcast_ref::<T>() == other.downcast_ref();
    let node = boxed_memo(Box::new(move || -> Rc<dyn Any> { Rc::new(work_out()) }), is_same);
    Memo { node, holds: PhantomData }
}

fn boxed_memo(
    work_out: Box<dyn Callback<Rc<dyn Any>>>,
    is_same: fn(&dyn Any, &dyn Any) -> bool,
) -> computed::Memo<Value> {
    let work_out = SendWrapper::new(work_out);
    let node =
        computed::Memo::new(move |_| Value { value: SendWrapper::new(work_out.call()), is_same });
    on_cleanup(move || unsubscribe(&computed::ArcMemo::from(node).to_any_subscriber()));
    node
}
