//! Disturbing servers in the middle of their work, again and again.
//!
//! Clients play at many tables, half of them through a bad network, while servers are killed at random
//! moments and started again. With PostgreSQL there are several servers, the nodes, and the players of
//! one game sit at different ones; PostgreSQL itself is killed, too, and what nodes and PostgreSQL say
//! to each other is cut off, held up, lost and repeated.
//!
//! Or the power fails: what a server with a file has not synced is lost, in whole or in part.
//!
//! Beside them, others look for opponents, are brought together, play for a while and look again.
//!
//! Whatever a client has been told must be in the logs ever after, once, unchanged and without gaps.
//! Which seats they have, who is there, and why a command of theirs was refused must have been true
//! when they were told ([`crate::history`]). And all clients must reconnect and play on by themselves.

mod bad_network;
mod client;
mod database_link;
mod disturbance;
mod place;
mod policy;
mod power_loss;
mod progress;
mod servers;
mod stranger;
mod verdict;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::disturbance::Disturbances;
use self::place::{Opponent, Place, Played};
use self::progress::Progress;
use self::servers::Servers;
use self::stranger::{Looked, Stranger};
use crate::Setup;
use crate::history::Checked;

pub use self::disturbance::Tally;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The `parlor` program.
    pub program: PathBuf,
    /// Which servers there are.
    pub setup: Setup,
    /// How often they are disturbed.
    pub disturbances: u32,
    /// If a server with a file is to lose power, and not only be killed: the library that records what
    /// it does to the file.
    pub recorder: Option<PathBuf>,
    /// How many tables are played at, all the time.
    pub tables: usize,
    /// The seed of everything that is random, up to the scheduling of threads.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was done to the servers.
    pub tally: Tally,
    /// How many tables were set, all of which were looked at in the end.
    pub tables: usize,
    /// How many events clients were told of, each counted once for every client.
    pub told: u64,
    /// How often a client reconnected after it had lost its connection.
    pub returns: u64,
    /// How many commands were sent again because they had not been acknowledged.
    pub resent: u64,
    /// What else clients were told, and was true.
    pub checked: Checked,
}

/// The games that are played. Each of them has its own ways to go wrong.
const GAMES: [&str; 5] = ["gems~S~", "island~S~", "homepits~S~", "kalah~S~", "tic-tac-toe~X~"];
/// What strangers look for: two games that differ in their clock alone.
const SOUGHT: [(&str, Option<u32>); 2] = [("gems~S~", None), ("gems~S~", Some(CLOCK))];

/// The seconds that a player has for a game where there is a clock: more than any game lasts here.
const CLOCK: u32 = 3_600;

/// How long a trial may take: so much, and so much for each disturbance.
const TIMEOUT: [Duration; 2] = [Duration::from_mins(5), Duration::from_secs(10)];
/// How often it is said how far the trial is, and play has to have gone on at all tables: once in so
/// many disturbances.
const LOOK_EVERY: u32 = 10;
/// How long the servers are left alone at most, in milliseconds.
const CALM: u64 = 400;

/// How often play has to go on at all tables when the last disturbance is over.
const CALM_ROUNDS: u32 = 4;
/// How long nothing may be heard at half of the tables before a client connects again. At the others
/// people wait for ever, and must be told of everything on the connection that they have.
const PATIENCE: Duration = Duration::from_secs(2);

/// What all clients in the trial share.
struct Shared {
    /// How often the servers have been disturbed.
    round: AtomicU64,
    /// Whether the trial is over.
    over: watch::Sender<bool>,
    told: AtomicU64,
    returns: AtomicU64,
    resent: AtomicU64,
}

/// How many clients there are at a table: the host, two who want the other seat, and a spectator. So many
/// strangers look for the same game, too.
const CLIENTS: usize = 4;

/// What a client has around it.
#[derive(Clone)]
struct Surroundings {
    shared: Arc<Shared>,
    /// The ways to the servers for those who play.
    ways: Arc<[SocketAddr]>,
    /// How long nothing may be heard before a client connects again.
    patience: Duration,
    /// How far everyone here is.
    progress: Arc<Progress>,
}

impl Trial {
    /// Runs the trial.
    ///
    /// # Errors
    /// If anything that must not happen did.
    pub async fn run(&self) -> Result<Report> {
        let limit = TIMEOUT[0] + TIMEOUT[1] * self.disturbances;
        timeout(limit, self.run_without_limit()).await.context("it takes too long")?
    }

    async fn run_without_limit(&self) -> Result<Report> {
        let mut luck = Rng::with_seed(self.seed);
        let recorder = self.recorder.as_deref();
        let mut servers = Servers::start(&self.program, self.setup, recorder, &mut luck).await?;
        let direct: Arc<[SocketAddr]> = servers.addresses().into();
        let mut network = JoinSet::new();
        let through_bad_network: Arc<[SocketAddr]> =
            bad_network::spread(&direct, &mut network, &mut luck).await?.into();

        let shared = Arc::new(Shared {
            round: AtomicU64::new(0),
            over: watch::Sender::new(false),
            told: AtomicU64::new(0),
            returns: AtomicU64::new(0),
            resent: AtomicU64::new(0),
        });
        let mut places = JoinSet::new();
        let mut progress = Vec::new();
        for number in 0..self.tables {
            let ways = if number % 2 == 0 { &direct } else { &through_bad_network };
            let place = Place {
                around: Surroundings {
                    shared: shared.clone(),
                    ways: ways.clone(),
                    patience: if number / 2 % 2 == 0 { Duration::MAX } else { PATIENCE },
                    progress: Arc::default(),
                },
                servers: direct.clone(),
                game: GAMES[number / 2 % GAMES.len()],
                opponent: if number % 5 == 4 { Opponent::Computer } else { Opponent::Friend },
                clock: (number % 3 == 2).then_some(CLOCK),
            };
            progress.push(place.around.progress.clone());
            places.spawn(place.keep_playing(luck.fork()));
        }
        let mut strangers = JoinSet::new();
        for (game, clock) in SOUGHT {
            let together = Arc::new(Progress::default());
            progress.push(together.clone());
            for number in 0..CLIENTS {
                let ways = if number % 2 == 0 { &direct } else { &through_bad_network };
                let stranger = Stranger {
                    around: Surroundings {
                        shared: shared.clone(),
                        ways: ways.clone(),
                        patience: if number < 2 { Duration::MAX } else { PATIENCE },
                        progress: together.clone(),
                    },
                    servers: direct.clone(),
                    game,
                    clock,
                    number,
                };
                strangers.spawn(stranger.keep_looking(luck.fork()));
            }
        }

        let disturbing = self.disturb_often(&mut servers, &shared, &progress, &mut luck);
        tokio::select! {
            disturbed = disturbing => disturbed?,
            ended = places.join_next() => {
                ended.context("there are tables")??.context("a client was let down")?;
                bail!("a table ended before its time");
            }
            ended = strangers.join_next() => {
                ended.context("there are strangers")??.context("a stranger was let down")?;
                bail!("a stranger went home before their time");
            }
        }
        shared.over.send_replace(true);
        let played: Vec<Played> = all(places).await?;
        let looked: Vec<Looked> = all(strangers).await?;

        // Once more, so that nothing is answered out of memory.
        servers.start_anew().await?;
        let mut checked = Checked::default();
        let rounds = shared.round.load(Ordering::SeqCst);
        for &server in &*direct {
            for table in &played {
                checked += verdict::check(server, table).await?;
            }
            checked += verdict::check_pairing(server, &looked, rounds).await?;
        }
        let tally = servers.tally();
        if matches!(self.setup, Setup::Postgres { nodes: 2.. }) {
            // Or it was not what it is meant to be.
            ensure!(tally.notifications_repeated > 0, "no notification came through");
        }
        ensure!(tally.power_lost == 0 || tally.writes_lost > 0, "no write was ever lost");
        Ok(Report {
            tally,
            tables: played.len() + looked.len(),
            told: shared.told.load(Ordering::Relaxed),
            returns: shared.returns.load(Ordering::Relaxed),
            resent: shared.resent.load(Ordering::Relaxed),
            checked,
        })
    }

    /// Disturbs the servers as often as wanted, and leaves them running with play going on.
    async fn disturb_often(
        &self,
        servers: &mut Servers,
        shared: &Shared,
        tables: &[Arc<Progress>],
        luck: &mut Rng,
    ) -> Result<()> {
        let mut disturbances =
            Disturbances::for_servers(self.setup, self.recorder.is_some(), luck.fork());
        for number in 0..self.disturbances {
            if number % LOOK_EVERY == 0 {
                progress::wait_for(tables, shared.round.load(Ordering::SeqCst)).await?;
                let told = shared.told.load(Ordering::Relaxed);
                println!("{number} disturbances, {told} events told");
            }
            sleep(Duration::from_millis(luck.u64(..CALM))).await;
            servers.suffer(disturbances.next(), luck).await?;
            shared.round.fetch_add(1, Ordering::SeqCst);
        }
        // With nothing else to help, lost notifications are made up for by the servers alone.
        for _ in 0..CALM_ROUNDS {
            progress::wait_for(tables, shared.round.load(Ordering::SeqCst)).await?;
            shared.round.fetch_add(1, Ordering::SeqCst);
        }
        servers.must_all_run()
    }
}

/// What all of them have seen, when they have come to their end.
async fn all<T: 'static>(tasks: JoinSet<Result<Vec<T>>>) -> Result<Vec<T>> {
    let seen: Vec<Vec<T>> =
        tasks.join_all().await.into_iter().collect::<Result<_>>().context("at the end")?;
    Ok(seen.into_iter().flatten().collect())
}
