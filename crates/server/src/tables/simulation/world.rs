use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use fastrand::Rng;
use parlor_protocol::TableId;
use parlor_protocol::event_log::read_entry;
use parlor_protocol::message::{NewTable, SeatKey};
use parlor_table::GameLog;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{advance, sleep};

use super::node::Cluster;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::store::memory::{Fault, MemoryStore};
use crate::store::{NodeId, Store};
use crate::tables::service::Tables;

/// Servers that are killed and started again over the same store.
#[derive(Clone)]
pub(super) struct World(Rc<Inner>);

struct Inner {
    cluster: Arc<Cluster>,
    /// One, or two that are nodes of one cluster.
    servers: Vec<Place>,
    /// Whether connections fail by chance.
    is_calm: Cell<bool>,
    /// Whether clients only listen.
    is_resting: Cell<bool>,
    /// Whether clients go home.
    over: watch::Sender<bool>,
}

/// Where a server runs, except when it is down.
struct Place {
    server: RefCell<Option<Server>>,
    /// Goes up whenever the server is killed: its connections are lost.
    killed: watch::Sender<u64>,
}

struct Server {
    node: NodeId,
    tables: Arc<Tables>,
    tasks: Vec<JoinHandle<()>>,
}

/// A new table, and who is to sit opposite the player who has set it.
pub(super) struct NewPlace {
    pub(super) key: SeatKey,
    pub(super) opponent: Opponent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    Friend,
    Computer,
}

const GAMES: [&str; 3] = ["gems", "tic-tac-toe", "kalah,stones=2"];

impl World {
    pub(super) fn new(mut luck: Rng) -> Self {
        let store = MemoryStore::new();
        let mut chance = luck.fork();
        *store.faults.lock() = Some(Box::new(move || match luck.u8(..20) {
            0 => Fault::Fails,
            1 => Fault::AnswerIsLost,
            2..=5 => Fault::Stalls(Duration::from_millis(luck.u64(..20_000))),
            6..=12 => Fault::Stalls(Duration::from_millis(luck.u64(..20))),
            _ => Fault::Nothing,
        }));
        let place = || Place { server: RefCell::default(), killed: watch::Sender::new(0) };
        let nodes = chance.usize(1..=2);
        let world = Self(Rc::new(Inner {
            cluster: Cluster::new(store, chance),
            servers: std::iter::repeat_with(place).take(nodes).collect(),
            is_calm: Cell::new(false),
            is_resting: Cell::new(false),
            over: watch::Sender::new(false),
        }));
        (0..nodes).for_each(|place| world.start(place));
        world
    }

    fn start(&self, place: usize) {
        let config = Arc::new(Config::new("nowhere"));
        let node = self.0.cluster.join();
        let metrics = Arc::new(Metrics::default());
        let tables = Arc::new(Tables::new(config, metrics, node.clone(), node.clone()));
        let tasks = vec![
            tokio::task::spawn_local(tables.clone().run_group_commit()),
            tokio::task::spawn_local(tables.clone().run_clocks()),
            tokio::task::spawn_local(tables.clone().run_following()),
            tokio::task::spawn_local(tables.clone().run_news()),
            tokio::task::spawn_local(tables.clone().run_look_for_news()),
        ];
        *self.0.servers[place].server.borrow_mut() = Some(Server { node: node.id, tables, tasks });
    }

    /// Ends a server in the middle of whatever it does.
    fn kill(&self, place: usize) {
        let Place { server, killed } = &self.0.servers[place];
        if let Some(Server { node, tasks, .. }) = server.take() {
            tasks.iter().for_each(JoinHandle::abort);
            self.0.cluster.remove(node);
        }
        killed.send_modify(|killed| *killed += 1);
    }

    /// A server, if there is one just now and the network lets a client reach it, and what tells when it
    /// is killed.
    pub(super) fn server(&self, luck: &mut Rng) -> Option<(Arc<Tables>, watch::Receiver<u64>)> {
        let reached = self.0.is_calm.get() || luck.u8(..10) > 0;
        let Place { server, killed } = &self.0.servers[luck.usize(..self.0.servers.len())];
        let server = server.borrow();
        let server = server.as_ref().filter(|_| reached)?;
        Some((server.tables.clone(), killed.subscribe()))
    }

    pub(super) fn is_calm(&self) -> bool {
        self.0.is_calm.get()
    }

    /// Tells when clients go home.
    pub(super) fn over(&self) -> watch::Receiver<bool> {
        self.0.over.subscribe()
    }

    pub(super) async fn set_table(&self, luck: &mut Rng) -> Result<NewPlace> {
        let game = GAMES[luck.usize(..GAMES.len())];
        let clock = if luck.bool() { r#","clock":{"initial":60,"increment":2}"# } else { "" };
        // The computer plays the game that it need not learn anything for.
        let with_computer = game == "tic-tac-toe" && luck.bool();
        let opponent = if with_computer { Opponent::Computer } else { Opponent::Friend };
        let new = format!(r#"{{"game":"{game}","name":"Ada"{clock}}}"#);
        loop {
            let new: NewTable = new.parse().map_err(|_| anyhow!("{new} is no table"))?;
            let server = &self.0.servers[0].server;
            let tables = server.borrow().as_ref().map(|server| server.tables.clone());
            if let Ok(key) = tables.context("a server")?.create(new, false).await {
                return Ok(NewPlace { key, opponent });
            }
        }
    }

    /// Lets some time pass, and then something happens.
    pub(super) async fn disturb(&self, luck: &mut Rng) {
        sleep(Duration::from_millis(luck.u64(..5_000))).await;
        let place = luck.usize(..self.0.servers.len());
        match luck.u8(..8) {
            // The clock jumps.
            0 => advance(Duration::from_secs(luck.u64(..90))).await,
            1..=3 if self.0.servers.len() > 1 => {
                let node = self.0.servers[place].server.borrow().as_ref().map(|server| server.node);
                if let Some(node) = node {
                    self.0.cluster.cut_off(node, Duration::from_millis(luck.u64(..20_000)));
                }
            }
            _ => {
                self.kill(place);
                if luck.bool() {
                    sleep(Duration::from_millis(luck.u64(..10_000))).await;
                }
                self.start(place);
            }
        }
    }

    /// From now on nothing goes wrong any more.
    pub(super) fn calm_down(&self) {
        *self.0.cluster.store.faults.lock() = None;
        self.0.cluster.calm_down();
        self.0.is_calm.set(true);
    }

    /// Has clients do nothing any more but listen.
    pub(super) fn stop_playing(&self) {
        self.0.is_resting.set(true);
    }

    pub(super) fn is_resting(&self) -> bool {
        self.0.is_resting.get()
    }

    pub(super) fn end(&self) {
        self.0.over.send_replace(true);
    }

    pub(super) fn stored_events(&self) -> usize {
        self.0.cluster.store.stored_events()
    }

    /// The log of a table as it is stored.
    pub(super) async fn log(&self, table: &TableId) -> Result<GameLog> {
        let stored = self.0.cluster.store.read_one(table, 0).await?.context("the table is gone")?;
        let entries = stored.events.iter().map(|json| read_entry(json));
        let entries = entries.collect::<Result<Vec<_>, _>>().map_err(|_| anyhow!("no event"))?;
        GameLog::try_from(entries).context("a log that makes no sense")
    }
}
