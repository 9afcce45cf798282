//! A bad line between a node and PostgreSQL. It holds bytes up, cuts connections whatever they are
//! in the middle of, drops notifications and delivers some again. It reads what PostgreSQL says only
//! as far as that takes; see `docs` of PostgreSQL, "Frontend/Backend Protocol".

mod notifications;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;
use tokio::io::{self, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use self::notifications::Notifications;

/// Stands between a node and PostgreSQL, for as long as it is kept.
pub(super) struct DatabaseLink {
    address: SocketAddr,
    state: Arc<State>,
    _connections: JoinSet<()>,
}

struct State {
    /// Ends connections.
    cut: Notify,
    /// Until when nothing passes.
    held_up_until: watch::Sender<Instant>,
    /// Whether it has stopped being bad.
    behaves: AtomicBool,
    dropped: AtomicU64,
    repeated: AtomicU64,
}

/// What is read at once is held up once in so many times.
const DELAY: u32 = 50;
/// For so many milliseconds at most.
const LATE: u64 = 20;

impl DatabaseLink {
    /// A line to the PostgreSQL on this port.
    pub(super) async fn to(port: u16, luck: Rng) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            cut: Notify::new(),
            held_up_until: watch::Sender::new(Instant::now()),
            behaves: AtomicBool::new(false),
            dropped: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
        });
        let mut connections = JoinSet::new();
        let postgres = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        connections.spawn(accept(listener, postgres, state.clone(), luck));
        Ok(Self { address, state, _connections: connections })
    }

    /// The URL of a database by way of this line.
    pub(super) fn instead_of(&self, url: &str) -> String {
        let (before, after) = url.split_once('@').expect("a URL with a user");
        let (_, database) = after.split_once('/').expect("a URL with a database");
        format!("{before}@{}/{database}", self.address)
    }

    /// Cuts all connections, or one.
    pub(super) fn cut(&self, all: bool) {
        if all {
            self.state.cut.notify_waiters();
        } else {
            self.state.cut.notify_one();
        }
    }

    /// Lets nothing pass for so long.
    pub(super) fn hold_up(&self, time: Duration) {
        self.state.held_up_until.send_replace(Instant::now() + time);
    }

    /// Stops being bad.
    pub(super) fn behave(&self) {
        self.state.behaves.store(true, Ordering::Relaxed);
        self.hold_up(Duration::ZERO);
    }

    pub(super) fn dropped(&self) -> u64 {
        self.state.dropped.load(Ordering::Relaxed)
    }

    pub(super) fn repeated(&self) -> u64 {
        self.state.repeated.load(Ordering::Relaxed)
    }
}

impl State {
    fn behaves(&self) -> bool {
        self.behaves.load(Ordering::Relaxed)
    }

    /// Waits as long as nothing may pass.
    async fn let_pass(&self, luck: &mut Rng) {
        if !self.behaves() && luck.u32(..DELAY) == 0 {
            sleep(Duration::from_millis(luck.u64(..LATE))).await;
        }
        let mut until = self.held_up_until.subscribe();
        loop {
            let time = *until.borrow_and_update();
            tokio::select! {
                () = sleep_until(time) => return,
                _ = until.changed() => {}
            }
        }
    }
}

async fn accept(listener: TcpListener, postgres: SocketAddr, state: Arc<State>, mut luck: Rng) {
    let mut connections = JoinSet::new();
    while let Ok((node, _)) = listener.accept().await {
        connections.spawn(connect(node, postgres, state.clone(), luck.fork()));
        while connections.try_join_next().is_some() {}
    }
}

async fn connect(node: TcpStream, postgres: SocketAddr, state: Arc<State>, mut luck: Rng) {
    // Without PostgreSQL nobody answers: the connection is closed.
    let Ok(postgres) = TcpStream::connect(postgres).await else { return };
    let _ = (node.set_nodelay(true), postgres.set_nodelay(true));
    let (from_node, to_node) = node.into_split();
    let (from_postgres, to_postgres) = postgres.into_split();
    // Whichever ends first ends both, and with them the two connections.
    tokio::select! {
        () = state.cut.notified() => {}
        _ = questions(from_node, to_postgres, &state, luck.fork()) => {}
        _ = answers(from_postgres, to_node, &state, luck.fork()) => {}
    }
}

/// Passes on what a node says.
async fn questions(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: &State,
    mut luck: Rng,
) -> io::Result<()> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let length = from.read(&mut bytes).await?;
        if length == 0 {
            return Ok(());
        }
        state.let_pass(&mut luck).await;
        to.write_all(&bytes[..length]).await?;
    }
}

/// Passes on what PostgreSQL says, message by message.
async fn answers(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: &State,
    mut luck: Rng,
) -> io::Result<()> {
    let mut bytes = vec![0; 16 * 1024];
    let mut notifications = Notifications::default();
    let mut passed_on = Vec::new();
    loop {
        let length = from.read(&mut bytes).await?;
        if length == 0 {
            return Ok(());
        }
        state.let_pass(&mut luck).await;
        passed_on.clear();
        let happened =
            notifications.mistreat(&bytes[..length], &mut passed_on, state.behaves(), &mut luck);
        state.dropped.fetch_add(happened.dropped, Ordering::Relaxed);
        state.repeated.fetch_add(happened.repeated, Ordering::Relaxed);
        to.write_all(&passed_on).await?;
    }
}
