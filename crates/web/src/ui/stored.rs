//! Values that are kept for a scope. `reactive_graph` keeps them, but each type in its `StoredValue`
//! brings all that code into the page again; here it is there once, for a value of any type.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::owner::{LocalStorage, StoredValue};
use reactive_graph::traits::GetValue;

/// A value that lives as long as the scope it was made in. Nothing follows it.
pub(crate) struct Stored<T> {
    value: StoredValue<Rc<dyn Any>, LocalStorage>,
    holds: PhantomData<fn() -> T>,
}

impl<T> Clone for Stored<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Stored<T> {}

impl<T: 'static> Stored<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: store(Rc::new(value)), holds: PhantomData }
    }

    /// The value.
    ///
    /// # Panics
    /// If its scope has ended.
    // As with signals: in hundreds of places there is a call of this, and no copy of it.
    #[inline(never)]
    pub(crate) fn get(self) -> Rc<T> {
        self.try_get().expect("a scope lasts longer than what is done in it")
    }

    /// The value, unless its scope has ended.
    pub(crate) fn try_get(self) -> Option<Rc<T>> {
        Some(typed(find(self.value)?))
    }
}

fn store(value: Rc<dyn Any>) -> StoredValue<Rc<dyn Any>, LocalStorage> {
    StoredValue::new_local(value)
}

fn find(value: StoredValue<Rc<dyn Any>, LocalStorage>) -> Option<Rc<dyn Any>> {
    value.try_get_value()
}

/// A value by its own type again.
pub(super) fn typed<T: 'static>(value: Rc<dyn Any>) -> Rc<T> {
    value.downcast().expect("a value has the type that it was stored with")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::scope::Scope;

    #[test]
    fn a_value_ends_with_its_scope() {
        let scope = Scope::new();
        let held = Rc::new(3);
        let stored = scope.run(|| Stored::new(Rc::clone(&held)));
        assert_eq!(**stored.get(), 3);
        drop(scope);
        assert!(stored.try_get().is_none());
        assert_eq!(Rc::strong_count(&held), 1);
    }
}
