//! What the whole page shares: settings, loudspeaker, computer player. There is one of each kind.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    static SHARED: RefCell<Vec<Rc<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Shares something with every part of the page.
pub(crate) fn provide_context<T: Copy + 'static>(shared: T) {
    share(Rc::new(shared));
}

/// What the page shares of a kind.
///
/// # Panics
/// If nothing of that kind is shared; `app` shares all there is, before anything is drawn.
pub(crate) fn expect_context<T: Copy + 'static>() -> T {
    let shared = find(TypeId::of::<T>());
    let shared = shared.as_ref().and_then(|shared| shared.downcast_ref().copied());
    shared.expect("the app shares whatever is asked for")
}

fn share(shared: Rc<dyn Any>) {
    SHARED.with_borrow_mut(|all| all.push(shared));
}

fn find(kind: TypeId) -> Option<Rc<dyn Any>> {
    SHARED.with_borrow(|all| all.iter().find(|shared| (***shared).type_id() == kind).cloned())
}
