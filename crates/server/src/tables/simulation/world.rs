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

use crate::config::Config;
use crate::metrics::Metrics;
use crate::store::memory::{Fault, MemoryStore};
use crate::store::{SingleNode, Store};
use crate::tables::service::Tables;

/// A server that is killed and started again over the same store.
#[derive(Clone)]
pub(super) struct World(Rc<Inner>);

struct Inner {
    store: Arc<MemoryStore>,
    server: RefCell<Option<Server>>,
    /// Goes up whenever a server is killed: its connections are lost.
    killed: watch::Sender<u64>,
    /// Whether connections fail by chance.
    is_calm: Cell<bool>,
    /// Whether clients only listen.
    is_resting: Cell<bool>,
    /// Whether clients go home.
    over: watch::Sender<bool>,
}

struct Server {
    tables: Arc<Tables>,
    tasks: Vec<JoinHandle<()>>,
}

const GAMES: [&str; 3] = ["gems", "tic-tac-toe", "kalah,stones=2"];

impl World {
    pub(super) fn new(mut luck: Rng) -> Self {
        let store = MemoryStore::new();
        *store.faults.lock() = Some(Box::new(move || match luck.u8(..20) {
            0 => Fault::Fails,
            1 => Fault::AnswerIsLost,
            2..=5 => Fault::Stalls(Duration::from_millis(luck.u64(..20_000))),
            6..=12 => Fault::Stalls(Duration::from_millis(luck.u64(..20))),
            _ => Fault::Nothing,
        }));
        let world = Self(Rc::new(Inner {
            store,
            server: RefCell::new(None),
            killed: watch::Sender::new(0),
            is_calm: Cell::new(false),
            is_resting: Cell::new(false),
            over: watch::Sender::new(false),
        }));
        world.start();
        world
    }

    fn start(&self) {
        let config = Arc::new(Config::new("nowhere"));
        let nodes = Arc::new(SingleNode::default());
        let metrics = Arc::new(Metrics::default());
        let tables = Arc::new(Tables::new(config, metrics, self.0.store.clone(), nodes));
        let tasks = vec![
            tokio::task::spawn_local(tables.clone().run_group_commit()),
            tokio::task::spawn_local(tables.clone().run_clocks()),
            tokio::task::spawn_local(tables.clone().run_following()),
        ];
        *self.0.server.borrow_mut() = Some(Server { tables, tasks });
    }

    /// Ends the server in the middle of whatever it does.
    fn kill(&self) {
        if let Some(Server { tasks, .. }) = self.0.server.take() {
            tasks.iter().for_each(JoinHandle::abort);
        }
        self.0.killed.send_modify(|killed| *killed += 1);
    }

    /// The server, if there is one just now and the network lets a client reach it.
    pub(super) fn server(&self, luck: &mut Rng) -> Option<Arc<Tables>> {
        let reached = self.0.is_calm.get() || luck.u8(..10) > 0;
        let server = self.0.server.borrow();
        server.as_ref().filter(|_| reached).map(|server| server.tables.clone())
    }

    pub(super) fn is_calm(&self) -> bool {
        self.0.is_calm.get()
    }

    /// Tells when a server is killed.
    pub(super) fn killed(&self) -> watch::Receiver<u64> {
        self.0.killed.subscribe()
    }

    /// Tells when clients go home.
    pub(super) fn over(&self) -> watch::Receiver<bool> {
        self.0.over.subscribe()
    }

    pub(super) async fn set_table(&self, luck: &mut Rng) -> Result<SeatKey> {
        let game = GAMES[luck.usize(..GAMES.len())];
        let clock = if luck.bool() { r#","clock":{"initial":60,"increment":2}"# } else { "" };
        let new = format!(r#"{{"game":"{game}","name":"Ada"{clock}}}"#);
        loop {
            let new: NewTable = new.parse().map_err(|_| anyhow!("{new} is no table"))?;
            let server = self.0.server.borrow().as_ref().map(|server| server.tables.clone());
            if let Ok(key) = server.context("a server")?.create(new, false).await {
                return Ok(key);
            }
        }
    }

    /// Lets some time pass, and then something happens.
    pub(super) async fn disturb(&self, luck: &mut Rng) {
        sleep(Duration::from_millis(luck.u64(..5_000))).await;
        if luck.u8(..8) == 0 {
            // The clock jumps.
            return advance(Duration::from_secs(luck.u64(..90))).await;
        }
        self.kill();
        if luck.bool() {
            sleep(Duration::from_millis(luck.u64(..10_000))).await;
        }
        self.start();
    }

    /// From now on nothing goes wrong any more.
    pub(super) fn calm_down(&self) {
        *self.0.store.faults.lock() = None;
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
        self.0.store.stored_events()
    }

    /// The log of a table as it is stored.
    pub(super) async fn log(&self, table: &TableId) -> Result<GameLog> {
        let stored = self.0.store.read_one(table, 0).await?.context("the table is gone")?;
        let entries = stored.events.iter().map(|json| read_entry(json));
        let entries = entries.collect::<Result<Vec<_>, _>>().map_err(|_| anyhow!("no event"))?;
        GameLog::try_from(entries).context("a log that makes no sense")
    }
}
