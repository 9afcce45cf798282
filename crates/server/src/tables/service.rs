use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use parlor_protocol::message::FromServer;
use tokio::sync::watch;

use crate::config::Config;
use crate::error::Error;
use crate::metrics::Metrics;
use crate::rate_limit::NetworkRateLimit;
use crate::store::{Nodes, Store, StoreHealth};
use crate::tables::commit_queue::CommitQueue;
use crate::tables::following::FollowQueue;
use crate::tables::hosted_table::{HostedTable, State};
use crate::tables::opponents::Opponents;
use crate::tables::registry::Registry;
use crate::tables::send_queue::CloseReason;
use crate::tables::space::Space;
use crate::tables::timers::Timers;

/// All tables. What is done at them is in the modules beside this one, an `impl` block each.
///
/// There is no task for a table: a command is carried out by the task that brings it, under the
/// table's lock, and its events are left to the one writer. The locks of the commit queue, of the
/// follow queue, of the timers and of send queues may be taken while a table is locked; that of the
/// registry never.
pub(crate) struct Tables {
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) nodes: Arc<dyn Nodes>,
    pub(crate) health: StoreHealth,
    pub(crate) registry: Registry,
    pub(crate) commit_queue: CommitQueue,
    pub(super) timers: Timers<HostedTable>,
    pub(super) follow_queue: FollowQueue,
    pub(super) opponents: Arc<Opponents>,
    /// How many events may be stored for one network.
    pub(crate) event_quota: NetworkRateLimit,
    pub(crate) space: Space,
    shutdown: watch::Sender<bool>,
}

/// How often it is seen how much room there is.
const ROOM_CHECKED_EVERY: Duration = Duration::from_secs(5);

impl Tables {
    pub(crate) fn new(
        config: Arc<Config>,
        metrics: Arc<Metrics>,
        store: Arc<dyn Store>,
        nodes: Arc<dyn Nodes>,
    ) -> Self {
        Self {
            event_quota: NetworkRateLimit::per_hour(config.events_per_hour),
            space: Space::new(&config),
            opponents: Arc::new(Opponents::new(
                config.endgame_cache.clone(),
                config.endgame_memory,
            )),
            config,
            metrics,
            registry: Registry::new(store.clone()),
            store,
            nodes,
            health: StoreHealth::default(),
            commit_queue: CommitQueue::default(),
            timers: Timers::new(),
            follow_queue: FollowQueue::default(),
            shutdown: watch::Sender::new(false),
        }
    }

    /// Has the table looked at when something is due there that no client may ask for.
    pub(super) fn schedule(&self, table: &Arc<HostedTable>, state: &mut State) {
        let Some(due) = state.next_due(&self.config) else { return };
        if state.timer.is_none_or(|timer| due < timer.due) {
            state.timer = Some(self.timers.set(due, table, state.timer));
        }
    }

    /// Finds out when a store that failed works again, for ever.
    pub(crate) async fn run_store_probe(self: Arc<Self>) {
        self.health.run_probe(&*self.store).await;
    }

    /// Sees how much room there is, every now and then, for ever.
    pub(crate) async fn run_room_check(self: Arc<Self>) {
        loop {
            tokio::time::sleep(ROOM_CHECKED_EVERY).await;
            self.check_room().await;
        }
    }

    /// Sees how much room there is.
    pub(crate) async fn check_room(&self) {
        match self.store.room().await {
            Ok(room) => {
                self.metrics.set_room(&room);
                self.space.see(&room);
            }
            Err(error) => tracing::warn!(%error, "could not see how much room there is"),
        }
    }

    /// Looks whether the database is whole, once, while people play. It never ends.
    pub(crate) async fn run_check(self: Arc<Self>) {
        if let Err(error) = self.store.check().await {
            tracing::error!(%error, "the database is not whole, or cannot be checked");
        }
        pending::<()>().await;
    }

    /// Takes no more commands, and has all clients reconnect after a moment.
    pub(crate) fn shut_down(&self) {
        self.shutdown.send_replace(true);
        let goodbye = FromServer::Goodbye { after: self.config.reconnect_after }.to_string();
        for table in self.registry.all() {
            let state = table.lock();
            state.participants.broadcast(&goodbye.clone().into());
            state.participants.disconnect(CloseReason::Reconnect);
        }
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        *self.shutdown.borrow()
    }

    /// Waits until no more commands are taken.
    pub(crate) async fn shutdown_begun(&self) {
        let mut shutdown = self.shutdown.subscribe();
        // It cannot fail: the sender is here.
        let _ = shutdown.wait_for(|shutdown| *shutdown).await;
    }

    pub(super) fn ensure_running(&self) -> Result<(), Error> {
        if self.is_shutting_down() { Err(Error::ShuttingDown) } else { Ok(()) }
    }
}
