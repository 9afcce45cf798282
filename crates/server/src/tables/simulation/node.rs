use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use fastrand::Rng;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use parking_lot::Mutex;
use parlor_protocol::TableId;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{Instant, sleep};

use crate::client_network::ClientNetwork;
use crate::store::memory::MemoryStore;
use crate::store::{
    Append, AppendError, CLAIM_TIME, ExpiredLog, LogId, News, NodeId, NodeMessage, Nodes, ReadLog,
    Room, SingleNode, Store, StoreError, TableLimit, Ticket, Trouble, Vocabulary, Waiter,
};
use crate::tokens::TokenHash;

/// The nodes that share a store, and what lies between them and it.
pub(super) struct Cluster {
    pub(super) store: Arc<MemoryStore>,
    members: Mutex<Vec<Member>>,
    last_id: AtomicI64,
    /// Who waits for an opponent.
    list: SingleNode,
    /// Up to when one of the nodes thinks about a turn of the computer.
    claims: Mutex<HashMap<LogId, (u32, Instant)>>,
    is_calm: AtomicBool,
    luck: Mutex<Rng>,
}

struct Member {
    id: NodeId,
    inbox: UnboundedSender<News>,
    link: Arc<Link>,
}

/// The way between a node and everything else.
struct Link {
    cut_until: Mutex<Instant>,
}

/// A node, as it sees the store and the other nodes.
pub(super) struct Node {
    pub(super) id: NodeId,
    cluster: Arc<Cluster>,
    link: Arc<Link>,
    inbox: tokio::sync::Mutex<UnboundedReceiver<News>>,
}

/// The longest that news are on their way, in milliseconds: as usual, and when they are late.
const DELAY: u64 = 20;
const LATE: u64 = 3_000;
/// The longest that a node waits for a store that it cannot reach, in milliseconds.
const PATIENCE: u64 = 5_000;
/// The longest until a node is missed that is gone, in milliseconds.
const MISSED_AFTER: u64 = 12_000;

impl Cluster {
    pub(super) fn new(store: Arc<MemoryStore>, luck: Rng) -> Arc<Self> {
        Arc::new(Self {
            store,
            members: Mutex::default(),
            last_id: AtomicI64::new(0),
            list: SingleNode::default(),
            claims: Mutex::default(),
            is_calm: AtomicBool::new(false),
            luck: Mutex::new(luck),
        })
    }

    /// A new node, of which the others are told.
    pub(super) fn join(self: &Arc<Self>) -> Arc<Node> {
        let id = NodeId(self.last_id.fetch_add(1, Ordering::Relaxed));
        let (sender, inbox) = mpsc::unbounded_channel();
        let link = Arc::new(Link { cut_until: Mutex::new(Instant::now()) });
        self.tell_others(id, &News::Come);
        self.members.lock().push(Member { id, inbox: sender, link: link.clone() });
        Arc::new(Node { id, cluster: self.clone(), link, inbox: tokio::sync::Mutex::new(inbox) })
    }

    /// A node is gone, which the others notice after a while.
    pub(super) fn remove(self: &Arc<Self>, id: NodeId) {
        self.members.lock().retain(|member| member.id != id);
        let (cluster, delay) = (self.clone(), self.up_to(MISSED_AFTER));
        tokio::spawn(async move {
            sleep(delay).await;
            for member in &*cluster.members.lock() {
                let _ = member.inbox.send(News::Gone(id));
            }
        });
    }

    /// Nothing passes between a node and the store, or the other nodes, for so long.
    pub(super) fn cut_off(&self, id: NodeId, time: Duration) {
        let members = self.members.lock();
        let Some(Member { inbox, link, .. }) = members.iter().find(|member| member.id == id) else {
            return;
        };
        *link.cut_until.lock() = Instant::now() + time;
        let (inbox, link) = (inbox.clone(), link.clone());
        tokio::spawn(async move {
            link.restored().await;
            let _ = inbox.send(News::Missed);
        });
    }

    /// From now on everything arrives in time.
    pub(super) fn calm_down(&self) {
        self.is_calm.store(true, Ordering::Relaxed);
        for member in &*self.members.lock() {
            *member.link.cut_until.lock() = Instant::now();
        }
    }

    /// Tells the other nodes something, which may be lost, late, or told twice.
    fn tell_others(&self, from: NodeId, news: &News) {
        for member in self.members.lock().iter().filter(|member| member.id != from) {
            let mut luck = self.luck.lock();
            let chance = if self.is_calm.load(Ordering::Relaxed) { 9 } else { luck.u8(..10) };
            let delays = match chance {
                0 | 1 => vec![],
                2 | 3 => vec![luck.u64(..DELAY), luck.u64(..LATE)],
                4 => vec![luck.u64(..LATE)],
                _ => vec![luck.u64(..DELAY)],
            };
            for delay in delays {
                let (news, inbox, link) = (news.clone(), member.inbox.clone(), member.link.clone());
                tokio::spawn(async move {
                    sleep(Duration::from_millis(delay)).await;
                    if !link.is_cut() {
                        let _ = inbox.send(news);
                    }
                });
            }
        }
    }

    fn up_to(&self, milliseconds: u64) -> Duration {
        Duration::from_millis(self.luck.lock().u64(..milliseconds))
    }
}

impl Link {
    fn is_cut(&self) -> bool {
        Instant::now() < *self.cut_until.lock()
    }

    async fn restored(&self) {
        while self.is_cut() {
            let until = *self.cut_until.lock();
            tokio::time::sleep_until(until).await;
        }
    }
}

impl Node {
    /// Waits for a store that cannot be reached.
    ///
    /// # Errors
    /// If that takes too long.
    async fn reach(&self) -> Result<(), StoreError> {
        let patience = self.cluster.up_to(PATIENCE);
        let reached = tokio::time::timeout(patience, self.link.restored()).await;
        reached.map_err(|_| StoreError::new("the store cannot be reached"))
    }
}

impl Store for Node {
    fn new_log_id(&self) -> LogId {
        self.cluster.store.new_log_id()
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), AppendError>>> {
        async move {
            let lost = |error: &StoreError| {
                batch.iter().map(|_| Err(AppendError::Failed(error.clone()))).collect()
            };
            let reached = self.reach().await;
            if let Err(error) = &reached
                && self.cluster.luck.lock().bool()
            {
                return lost(error);
            }
            let results = self.cluster.store.append(batch).await;
            let appended: Vec<(TableId, u32)> = batch
                .iter()
                .zip(&results)
                .filter(|(_, result)| result.is_ok())
                .filter_map(|(append, _)| self.cluster.store.version_of(append.log))
                .collect();
            if !appended.is_empty() {
                self.cluster.tell_others(self.id, &News::Appended(appended));
            }
            // What was stored although nothing seemed to get through: the answer does not, either.
            reached.map_or_else(|error| lost(&error), |()| results)
        }
        .boxed()
    }

    fn read<'a>(
        &'a self,
        tables: &'a [(TableId, u32)],
    ) -> BoxFuture<'a, Result<Vec<ReadLog>, StoreError>> {
        async move {
            self.reach().await?;
            self.cluster.store.read(tables).await
        }
        .boxed()
    }

    fn find_seat<'a>(
        &'a self,
        token: &'a TokenHash,
        other_than: Option<LogId>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            self.reach().await?;
            self.cluster.store.find_seat(token, other_than).await
        }
        .boxed()
    }

    fn expired(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<ExpiredLog>, StoreError>> {
        self.cluster.store.expired(played, unplayed)
    }

    fn delete<'a>(
        &'a self,
        logs: &'a [LogId],
        unused_for: Duration,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.cluster.store.delete(logs, unused_for)
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.reach().boxed()
    }

    fn room(&self) -> BoxFuture<'_, Result<Room, StoreError>> {
        self.cluster.store.room()
    }

    fn trouble(&self) -> Option<Trouble> {
        None
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::NEWEST
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}

impl Nodes for Node {
    fn news(&self) -> BoxFuture<'_, News> {
        async {
            match self.inbox.lock().await.recv().await {
                Some(news) => news,
                None => std::future::pending().await,
            }
        }
        .boxed()
    }

    fn tell(&self, message: NodeMessage) {
        if !self.link.is_cut() {
            self.cluster.tell_others(self.id, &News::Message(self.id, message));
        }
    }

    fn stored_versions<'a>(
        &'a self,
        tables: &'a [TableId],
    ) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        async move {
            self.reach().await?;
            Ok(self.cluster.store.versions(tables))
        }
        .boxed()
    }

    fn meet<'a>(
        &'a self,
        waiter: &'a Waiter,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        async move {
            self.reach().await?;
            self.cluster.list.meet(waiter).await
        }
        .boxed()
    }

    fn part<'a>(
        &'a self,
        waiter: &'a Waiter,
        other: &'a TableId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.reach().await?;
            self.cluster.list.part(waiter, other).await
        }
        .boxed()
    }

    fn stop_waiting(&self, log: LogId, ticket: Ticket) -> BoxFuture<'_, Result<(), StoreError>> {
        async move {
            self.reach().await?;
            self.cluster.list.stop_waiting(log, ticket).await
        }
        .boxed()
    }

    fn claim_turn(&self, log: LogId, version: u32) -> BoxFuture<'_, Result<bool, StoreError>> {
        async move {
            self.reach().await?;
            let now = Instant::now();
            let mut claims = self.cluster.claims.lock();
            let claimed = claims.get(&log);
            if claimed.is_some_and(|&(claimed, until)| claimed == version && now < until) {
                return Ok(false);
            }
            claims.insert(log, (version, now + CLAIM_TIME));
            Ok(true)
        }
        .boxed()
    }

    fn count_table(&self, _: ClientNetwork, _: u32) -> BoxFuture<'_, Result<(), TableLimit>> {
        ready(Ok(())).boxed()
    }
}
