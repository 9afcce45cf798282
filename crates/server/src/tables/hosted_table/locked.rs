use std::ops::{Deref, DerefMut};
use std::thread;

use parking_lot::MutexGuard;

use super::State;

/// The state of a table, which no other task can use meanwhile.
///
/// If the task that uses it panics, the state may be changed by half. Then the table is broken up: its
/// clients reconnect, and it is read from the store again.
pub(crate) struct LockedState<'a> {
    state: MutexGuard<'a, State>,
    /// It was locked to clear up after a panic elsewhere.
    is_clearing_up: bool,
}

impl<'a> LockedState<'a> {
    pub(super) fn new(state: MutexGuard<'a, State>) -> Self {
        Self { state, is_clearing_up: thread::panicking() }
    }
}

impl Deref for LockedState<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for LockedState<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Drop for LockedState<'_> {
    fn drop(&mut self) {
        if thread::panicking() && !self.is_clearing_up {
            self.state.break_up();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::Arc;
    use std::time::Duration;

    use parlor_rules::Player;
    use parlor_table::Event;
    use tokio::time::{Instant, timeout};

    use crate::tables::hosted_table::Cause;
    use crate::tables::send_queue::{CloseReason, Outgoing};
    use crate::tables::test_rig::{GAME, Rig, hello, network};

    #[tokio::test]
    async fn a_panic_while_a_table_is_locked_costs_a_reconnect_and_nothing_else() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        let hello = hello(table.id.clone(), None);
        let connected = rig.tables.connect(hello.clone(), network()).await;
        let (_, spectator) = connected.expect("a place");
        let panics = tokio::spawn({
            let table = table.clone();
            async move {
                let mut state = table.lock();
                let events = vec![Event::Resigned { player: Player::One }];
                // Decided and applied, and never queued to be stored.
                assert!(state.append(events, Cause::default(), Instant::now()).is_ok());
                panic!("a test has this fail");
            }
        });
        assert!(panics.await.is_err());
        let told = timeout(Duration::from_mins(1), async {
            loop {
                let outgoing = spectator.send_queue.next(&mut VecDeque::new()).await;
                if let Outgoing::Close(reason) = outgoing {
                    return reason;
                }
            }
        });
        assert_eq!(told.await, Ok(CloseReason::Reconnect));
        let (again, _) = rig.tables.connect(hello, network()).await.expect("a place");
        assert!(!Arc::ptr_eq(&again, &table));
        assert_eq!(again.lock().version(), 2, "as it is stored");
    }

    #[tokio::test]
    async fn a_table_that_is_broken_does_not_stay_in_memory() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        table.lock().break_up();
        drop(table);
        rig.tables.registry.unload_unused(Duration::from_hours(1));
        assert_eq!(rig.tables.registry.len(), 0);
    }
}
