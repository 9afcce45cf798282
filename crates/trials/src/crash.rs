//! Killing the server in the middle of its work, again and again.
//!
//! Clients play at many tables, half of them through a bad network, while the server is killed at
//! random moments and started again. Whatever a client has been told must be in the logs ever after,
//! once, unchanged and without gaps, and all clients must reconnect by themselves.

mod client;
mod policy;
mod proxy;
mod verdict;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use fastrand::Rng;
use parlor_protocol::TableId;
use parlor_protocol::client::Replica;
use parlor_protocol::message::NewTable;
use parlor_rules::AnyRecord;
use parlor_table::{Marks, Name, PieRule};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinSet, block_in_place, spawn_blocking};
use tokio::time::{sleep, timeout};

use self::client::{Client, Role};
use crate::client::set_table;
use crate::process::{self, Process};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The `parlor` program.
    pub program: PathBuf,
    /// How often it is killed.
    pub kills: u32,
    /// How many tables are played at, all the time.
    pub tables: usize,
    /// The seed of everything that is random, up to the scheduling of threads.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// How many tables were set, all of which were looked at in the end.
    pub tables: usize,
    /// How many events clients were told of, each counted once for every client.
    pub told: u64,
    /// How often a client reconnected after it had lost its connection.
    pub returns: u64,
    /// How many commands were sent again because they had not been acknowledged.
    pub resent: u64,
}

/// The games that are played. Each of them has its own ways to go wrong.
const GAMES: [&str; 5] = ["gems~S~", "island~S~", "homepits~S~", "kalah~S~", "tic-tac-toe~X~"];

/// How long it may take until play has gone on at all tables after a restart. Only a trial that fails
/// waits so long, so it is enough for any machine.
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(3);
/// How long a trial may take: so much, and so much for each kill.
const TIMEOUT: [Duration; 2] = [Duration::from_mins(5), Duration::from_secs(10)];

/// What all clients in the trial share.
struct Shared {
    /// How often the server has been started.
    starts: AtomicU64,
    /// Whether the trial is over.
    over: watch::Sender<bool>,
    told: AtomicU64,
    returns: AtomicU64,
    resent: AtomicU64,
}

/// A table that was played at, and what each of its clients has been told.
struct Played {
    table: TableId,
    known: Vec<Replica>,
}

impl Trial {
    /// Runs the trial.
    ///
    /// # Errors
    /// If anything that must not happen did.
    pub async fn run(&self) -> Result<Report> {
        let limit = TIMEOUT[0] + TIMEOUT[1] * self.kills;
        timeout(limit, self.run_without_limit()).await.context("it takes too long")?
    }

    async fn run_without_limit(&self) -> Result<Report> {
        let mut luck = Rng::with_seed(self.seed);
        let folder = tempfile::tempdir()?;
        let database = folder.path().join("parlor.db");
        let server = free_address(&mut luck).await?;
        let command = || process::parlor(&self.program, &database, &server.to_string());

        let bad_network = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let through_bad_network = bad_network.local_addr()?;
        let mut network = JoinSet::new();
        network.spawn(proxy::run(bad_network, server, luck.fork()));

        let shared = Arc::new(Shared {
            starts: AtomicU64::new(0),
            over: watch::Sender::new(false),
            told: AtomicU64::new(0),
            returns: AtomicU64::new(0),
            resent: AtomicU64::new(0),
        });
        let mut tables = JoinSet::new();
        let mut tables_back = Vec::new();
        for number in 0..self.tables {
            let way = if number % 2 == 0 { server } else { through_bad_network };
            let back = Arc::new(AtomicU64::new(0));
            tables_back.push(back.clone());
            let game = GAMES[number / 2 % GAMES.len()];
            tables.spawn(keep_playing(shared.clone(), [server, way], game, back, luck.fork()));
        }

        let killing = self.kill_often(&command, &shared, &tables_back, &mut luck);
        let process = tokio::select! {
            process = killing => process?,
            ended = tables.join_next() => {
                ended.context("there are tables")??.context("a client was let down")?;
                bail!("a table ended before its time");
            }
        };
        shared.over.send_replace(true);
        let played: Vec<Vec<Played>> =
            tables.join_all().await.into_iter().collect::<Result<_>>().context("at the end")?;
        let played: Vec<Played> = played.into_iter().flatten().collect();

        // Once more, so that nothing is answered out of memory.
        process.kill()?;
        let _process = block_in_place(|| Process::serve(&mut command()))?;
        for table in &played {
            verdict::check(server, table).await?;
        }
        Ok(Report {
            tables: played.len(),
            told: shared.told.load(Ordering::Relaxed),
            returns: shared.returns.load(Ordering::Relaxed),
            resent: shared.resent.load(Ordering::Relaxed),
        })
    }
}

impl Trial {
    /// Kills the server as often as wanted, and leaves one running at which play goes on.
    async fn kill_often(
        &self,
        command: &impl Fn() -> Command,
        shared: &Shared,
        tables: &[Arc<AtomicU64>],
        luck: &mut Rng,
    ) -> Result<Process> {
        for kill in 1..=self.kills {
            let starts = shared.starts.fetch_add(1, Ordering::SeqCst) + 1;
            if luck.u8(..5) == 0 {
                // Before it listens, while it reads what the last one left behind.
                let process = Process::spawn(&mut command())?;
                sleep(Duration::from_millis(luck.u64(..20))).await;
                process.kill()?;
            }
            let (process, _) = block_in_place(|| Process::serve(&mut command()))?;
            if kill % 10 == 1 {
                wait_for_progress(tables, starts).await?;
            }
            sleep(Duration::from_millis(luck.u64(..400))).await;
            process.kill()?;
            if kill % 10 == 0 {
                println!(
                    "killed {kill} times, {} events told",
                    shared.told.load(Ordering::Relaxed)
                );
            }
        }
        let starts = shared.starts.fetch_add(1, Ordering::SeqCst) + 1;
        let (process, _) = block_in_place(|| Process::serve(&mut command()))?;
        wait_for_progress(tables, starts).await?;
        Ok(process)
    }
}

/// Waits until something new has happened at every table since the server was started for the last
/// time.
async fn wait_for_progress(tables: &[Arc<AtomicU64>], starts: u64) -> Result<()> {
    let all_have_gone_on = async {
        while !tables.iter().all(|back| back.load(Ordering::SeqCst) >= starts) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(RECOVERY_TIMEOUT, all_have_gone_on).await.with_context(|| {
        let away = tables.iter().filter(|back| back.load(Ordering::SeqCst) < starts).count();
        format!("{away} tables have not gone on {} s after a restart", RECOVERY_TIMEOUT.as_secs())
    })
}

/// Plays at one table after another until the trial is over.
async fn keep_playing(
    shared: Arc<Shared>,
    [server, way]: [SocketAddr; 2],
    game: &'static str,
    back: Arc<AtomicU64>,
    mut luck: Rng,
) -> Result<Vec<Played>> {
    let mut played = Vec::new();
    while !*shared.over.borrow() {
        let new = NewTable {
            game: game.parse::<AnyRecord>()?,
            name: Name::new("Ada"),
            seat: None,
            clock: None,
            marks: Marks::default(),
            pie_rule: if game.starts_with("kalah") { PieRule::On } else { PieRule::Off },
            waits: None,
        };
        let set = move || set_table(&ureq::Agent::new_with_defaults(), server, &new);
        let Ok(key) = spawn_blocking(set).await? else {
            // There is no server just now.
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let mut client = |role| {
            Client::new(shared.clone(), way, key.table.clone(), role, back.clone(), luck.fork())
        };
        let (host, friend, spectator) = tokio::try_join!(
            client(Role::Host(key.token.clone())).run(),
            client(Role::Friend).run(),
            client(Role::Spectator).run(),
        )?;
        played.push(Played { table: key.table, known: vec![host, friend, spectator] });
    }
    Ok(played)
}

/// An address for the server that no other program will have while it is down. The system gives other
/// ports than these to those who connect.
async fn free_address(luck: &mut Rng) -> Result<SocketAddr> {
    for _ in 0..100 {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, luck.u16(10_000..30_000)));
        if TcpListener::bind(address).await.is_ok() {
            return Ok(address);
        }
    }
    bail!("there is no free port")
}
