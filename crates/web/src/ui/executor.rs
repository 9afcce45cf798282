//! Runs effects, which `reactive_graph` hands over as futures, in a microtask: after whatever
//! changed a signal has finished, and before the browser draws.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use any_spawner::{CustomExecutor, Executor, PinnedFuture, PinnedLocalFuture};
use send_wrapper::SendWrapper;

use super::browser::queue_microtask;

thread_local! {
    static READY: RefCell<VecDeque<Arc<Task>>> = const { RefCell::new(VecDeque::new()) };
    /// Whether a microtask is on its way that runs what is ready.
    static QUEUED: Cell<bool> = const { Cell::new(false) };
    static TURN: Cell<u32> = const { Cell::new(0) };
}

/// Lets this thread run effects. Asked for a second time, it changes nothing.
pub(super) fn start() {
    let _ = Executor::init_custom_executor(Microtasks);
}

/// Which of its turns the executor is in. An effect that runs again and again in one turn keeps the
/// page from ever drawing.
pub(super) fn turn() -> u32 {
    TURN.get()
}

/// Runs everything that is ready, and what becomes ready meanwhile.
pub(super) fn run_ready() {
    TURN.set(TURN.get().wrapping_add(1));
    QUEUED.set(false);
    if READY.with_borrow(VecDeque::is_empty) {
        return;
    }
    // A panic in WebAssembly never comes back to this loop. Those who are still in the queue then
    // get their turn from the next microtask; mostly it finds nothing left to do.
    queue_turn();
    while let Some(task) = READY.with_borrow_mut(VecDeque::pop_front) {
        task.poll();
    }
}

struct Microtasks;

impl CustomExecutor for Microtasks {
    fn spawn(&self, future: PinnedFuture<()>) {
        self.spawn_local(future);
    }

    fn spawn_local(&self, future: PinnedLocalFuture<()>) {
        let future = SendWrapper::new(RefCell::new(Some(future)));
        let is_ready = SendWrapper::new(Cell::new(false));
        Arc::new(Task { future, is_ready }).wake();
    }

    fn poll_local(&self) {
        run_ready();
    }
}

/// An effect, waiting for something that it read to change.
struct Task {
    /// None once it has ended.
    future: SendWrapper<RefCell<Option<PinnedLocalFuture<()>>>>,
    /// Whether it stands in the queue.
    is_ready: SendWrapper<Cell<bool>>,
}

impl Task {
    fn poll(self: Arc<Self>) {
        self.is_ready.set(false);
        // It is taken out meanwhile: an effect that panics does not come back.
        let Some(mut future) = self.future.replace(None) else { return };
        let waker = Waker::from(Arc::clone(&self));
        if future.as_mut().poll(&mut Context::from_waker(&waker)) == Poll::Pending {
            self.future.replace(Some(future));
        }
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        if !self.is_ready.replace(true) {
            READY.with_borrow_mut(|ready| ready.push_back(self));
            queue_turn();
        }
    }
}

fn queue_turn() {
    // There is a browser only around WebAssembly; elsewhere the tests take its part.
    if !QUEUED.replace(true) && cfg!(target_family = "wasm") {
        queue_microtask(run_ready);
    }
}
