//! Serves Parlor: the browser app, which is inside the program, and the tables that people play at
//! online.
//!
//! [`run`] is the only way in: it is handed a listener and serves until it is told to stop. The
//! messages are described in `docs/protocol.md`. There are three parts, and each knows only those
//! after it:
//!
//! - `http`: requests and sockets, headers, rate limits. It finds out who asks, and hands on what
//!   they ask for.
//! - `tables`: what happens at tables. A command is decided, stored, and then broadcast.
//! - `store`: where logs are kept, with the only SQL of the workspace.
//!
//! What always holds is written at the top of each of them. The first of these invariants is that
//! what a client was told is stored, so a crash of the process or of the machine takes nothing
//! back.

mod background;
mod bot_config;
mod client_network;
mod config;
mod core_tasks;
mod database;
mod error;
mod fill;
mod http;
mod metrics;
mod rate_limit;
mod store;
mod tables;
mod tokens;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::core_tasks::CoreTasks;
use crate::http::App;
use crate::metrics::Metrics;
use crate::store::{Nodes, Store};
use crate::tables::Tables;

pub use bot_config::BotConfig;
pub use config::Config;
pub use database::Database;
pub use fill::fill;
pub use http::is_embedded;
pub use store::{
    DamagedTable, DamagedTables, ExistingDatabase, RestoreError, Restored, StoreError, backup,
    begin_epoch, restore,
};

/// Where a server listens.
#[derive(Debug)]
pub struct Listeners {
    /// Where people play.
    pub games: TcpListener,
    /// Where it tells what it has counted, if that is not to be told where people play.
    pub metrics: Option<TcpListener>,
    /// Where bots come by the Kalah Game Protocol, if any are to come over TCP.
    pub bots: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(games: TcpListener) -> Self {
        Self { games, metrics: None, bots: None }
    }
}

/// Why a server could not run, or did not go on.
#[derive(Debug)]
pub enum RunError {
    /// The database could not be opened.
    Store(StoreError),
    /// A task that the server cannot do without has failed.
    Task(&'static str),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "the database could not be opened: {error}"),
            Self::Task(name) => write!(
                f,
                "the task that {name} has failed, and the server has stopped: start it again"
            ),
        }
    }
}

impl std::error::Error for RunError {}

/// How long requests and sockets may take to finish during a shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves on the listeners until `shutdown` completes. The shutdown is graceful: clients are told to
/// reconnect, requests in progress are finished, and what was decided is stored.
///
/// # Errors
/// If the database cannot be opened; and if a task fails without which games would stand still. Then
/// the shutdown is as graceful as can be, and whoever started the server should start it again.
pub async fn run(
    listeners: impl Into<Listeners>,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let (store, nodes) = config.database.open().await.map_err(RunError::Store)?;
    serve(listeners.into(), config, store, nodes, shutdown).await
}

async fn serve(
    Listeners { games, metrics: watch, bots }: Listeners,
    config: Config,
    store: Arc<dyn Store>,
    nodes: Arc<dyn Nodes>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let (config, metrics) = (Arc::new(config), Arc::new(Metrics::default()));
    let tables = Tables::new(config.clone(), metrics.clone(), store.clone(), nodes);
    let tables = Arc::new(tables);
    let app = Arc::new(App::new(config, metrics, tables.clone()));
    let router = http::router(app.clone(), watch.is_none());
    tables.check_room().await;
    let mut tasks = start_tasks(&app);
    if let Some(listener) = watch {
        let (router, tables) = (http::metrics_router(app.clone()), tables.clone());
        tasks.spawn_endless("tells what was counted", async move {
            let closed = tables.shutdown_begun();
            http::accept(listener, router, http::metrics_places(), &tables, closed).await;
        });
    }

    if let (Some(listener), Some(config)) = (bots, app.config.bots) {
        let bots = http::accept_bots(listener, app.clone(), config);
        tasks.spawn_endless("lets bots in", bots);
    }

    let mut failed = None;
    let until_it_ends = async {
        tokio::select! {
            () = shutdown => {}
            task = tasks.first_to_end() => failed = Some(task),
        }
    };
    let requests = http::accept(games, router, app.places.clone(), &tables, until_it_ends).await;
    match failed {
        None => tracing::info!("closing"),
        Some(task) => tracing::error!("the task that {task} has failed: closing"),
    }
    tables.shut_down();
    requests.close();
    app.sockets.close();
    // Neither a request that never ends nor a client that never says goodbye keeps the server from
    // stopping.
    let _ = timeout(SHUTDOWN_TIMEOUT, requests.wait()).await;
    let _ = timeout(SHUTDOWN_TIMEOUT, app.sockets.wait()).await;
    tasks.stop_endless();
    tables.commit_queue.close();
    tasks.all_ended().await;
    store.close().await;
    failed.map_or(Ok(()), |task| Err(RunError::Task(task)))
}

/// Starts everything that goes on beside the requests. The names are what each task does.
fn start_tasks(app: &Arc<App>) -> CoreTasks {
    let tables = &app.tables;
    let mut tasks = CoreTasks::default();
    tasks.spawn("stores events", tables.clone().run_group_commit());
    tasks.spawn_endless("looks after clocks", tables.clone().run_clocks());
    tasks.spawn_endless("deletes expired tables", tables.clone().run_expiry());
    tasks.spawn_endless("follows other nodes", tables.clone().run_following());
    tasks.spawn_endless("listens to other nodes", tables.clone().run_news());
    tasks.spawn_endless("looks for news of other nodes", tables.clone().run_look_for_news());
    tasks.spawn_endless("pairs players", tables.clone().run_pairing());
    tasks.spawn_endless("probes the store", tables.clone().run_store_probe());
    tasks.spawn_endless("forgets idle addresses", app.clone().run_eviction());
    tasks.spawn_endless("sees how much room there is", tables.clone().run_room_check());
    tasks.spawn_endless("checks the database", tables.clone().run_check());
    let store = tables.store.clone();
    tasks.spawn_endless("connects the store", async move { store.task_ended().await });
    tasks
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::store::SingleNode;
    use crate::store::memory::MemoryStore;

    #[tokio::test]
    async fn a_server_ends_when_a_task_fails_that_it_cannot_do_without() {
        let store = MemoryStore::new();
        store.panics_at_expiry.store(true, Ordering::Relaxed);
        let mut config = Config::new("nowhere");
        config.unload_every = Duration::ZERO;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let nodes = Arc::new(SingleNode::default());
        let served = serve(listener.into(), config, store, nodes, std::future::pending());
        let served = timeout(Duration::from_mins(1), served).await.expect("it ends");
        assert!(matches!(served, Err(RunError::Task("deletes expired tables"))), "{served:?}");
    }
}
