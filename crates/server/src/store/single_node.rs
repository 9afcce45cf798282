use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending, ready};
use parking_lot::Mutex;
use parlor_protocol::TableId;
use tokio::time::Instant;

use super::nodes::{MEETING_TIME, News, NodeMessage, Nodes, TableLimit, Ticket, Waiter};
use super::{LogId, StoreError};
use crate::client_network::ClientNetwork;

/// The only server that uses a store: there is no other node to agree with.
#[derive(Default)]
pub(crate) struct SingleNode {
    /// In the order in which they came.
    waiting: Mutex<Vec<Listed>>,
}

struct Listed {
    waiter: Waiter,
    /// Until when no other player finds them.
    taken_until: Option<Instant>,
}

impl Listed {
    fn is_taken(&self, now: Instant) -> bool {
        self.taken_until.is_some_and(|until| now < until)
    }
}

impl SingleNode {
    fn find_other(&self, waiter: &Waiter) -> Option<TableId> {
        let now = Instant::now();
        let mut waiting = self.waiting.lock();
        let listed = waiting.iter().position(|listed| listed.waiter.log == waiter.log);
        let own = listed.unwrap_or_else(|| {
            waiting.push(Listed { waiter: waiter.clone(), taken_until: None });
            waiting.len() - 1
        });
        waiting[own].waiter = waiter.clone();
        if waiting[own].is_taken(now) {
            return None;
        }
        let other = waiting.iter().position(|listed| {
            listed.waiter.log != waiter.log
                && listed.waiter.seek == waiter.seek
                && !listed.is_taken(now)
        })?;
        for place in [own, other] {
            waiting[place].taken_until = Some(now + MEETING_TIME);
        }
        Some(waiting[other].waiter.table.clone())
    }

    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.lock().len()
    }
}

impl Nodes for SingleNode {
    fn news(&self) -> BoxFuture<'_, News> {
        pending().boxed()
    }

    fn tell(&self, _: NodeMessage) {}

    fn stored_versions<'a>(
        &'a self,
        _: &'a [TableId],
    ) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        ready(Ok(Vec::new())).boxed()
    }

    fn meet<'a>(
        &'a self,
        waiter: &'a Waiter,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        ready(Ok(self.find_other(waiter))).boxed()
    }

    fn part<'a>(
        &'a self,
        waiter: &'a Waiter,
        other: &'a TableId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        let mut waiting = self.waiting.lock();
        waiting.retain(|listed| listed.waiter.table != *other);
        for own in waiting.iter_mut().filter(|listed| listed.waiter.log == waiter.log) {
            own.taken_until = None;
        }
        ready(Ok(())).boxed()
    }

    fn stop_waiting(&self, log: LogId, ticket: Ticket) -> BoxFuture<'_, Result<(), StoreError>> {
        let is_it = |waiter: &Waiter| waiter.log == log && waiter.ticket == ticket;
        self.waiting.lock().retain(|listed| !is_it(&listed.waiter));
        ready(Ok(())).boxed()
    }

    fn claim_turn(&self, _: LogId, _: u32) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(Ok(true)).boxed()
    }

    fn count_table(&self, _: ClientNetwork, _: u32) -> BoxFuture<'_, Result<(), TableLimit>> {
        // The rate limit of the server itself is the limit of all.
        ready(Ok(())).boxed()
    }
}
