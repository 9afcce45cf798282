use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use parlor_throwaway_postgres::{Cluster, Durability};
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use super::usage::{DatabaseUsage, Usage};
use crate::Setup;
use crate::process::{self, Process, processor_time_of_family};

/// Servers under load, with what they keep their games in. They are killed when this is dropped.
pub struct Servers {
    processes: Vec<Process>,
    addresses: Vec<SocketAddr>,
    database: Database,
}

/// Where servers keep their games.
#[derive(Clone)]
pub enum Database {
    /// Wherever they like.
    Theirs,
    /// In a file in this folder.
    File(Arc<TempDir>),
    /// In a PostgreSQL that has commits on the disk before it acknowledges them.
    Postgres {
        /// It.
        cluster: Arc<Cluster>,
        /// The URL of the database.
        url: String,
    },
}

impl Database {
    /// An empty one.
    ///
    /// # Errors
    /// If PostgreSQL does not start.
    pub fn new(setup: Setup) -> Result<Self> {
        Ok(match setup {
            Setup::Sqlite => Self::File(Arc::new(tempfile::tempdir()?)),
            Setup::Postgres { .. } => {
                let cluster = Arc::new(Cluster::start(Durability::MachineCrash)?);
                let url = cluster.new_database();
                Self::Postgres { cluster, url }
            }
        })
    }

    /// Has it finish what it puts off after a lot was written.
    ///
    /// # Errors
    /// If PostgreSQL does not answer.
    pub fn settle(&self) -> Result<()> {
        if let Self::Postgres { cluster, url } = self {
            cluster.ask(url, "VACUUM ANALYZE")?;
            cluster.ask(url, "CHECKPOINT")?;
        }
        Ok(())
    }

    /// What `--database` is told.
    pub fn option(&self) -> String {
        match self {
            Self::Theirs => String::new(),
            Self::File(folder) => folder.path().join("parlor.db").display().to_string(),
            Self::Postgres { url, .. } => url.clone(),
        }
    }
}

impl Servers {
    /// Starts the servers of a setup with a database, and says how long the slowest took.
    ///
    /// # Errors
    /// If they do not start.
    pub fn start(program: &Path, setup: Setup, database: Database) -> Result<(Self, Duration)> {
        let nodes = match setup {
            Setup::Sqlite => 1,
            Setup::Postgres { nodes } => nodes,
        };
        let option = database.option();
        let mut servers = Self { processes: Vec::new(), addresses: Vec::new(), database };
        let mut slowest = Duration::ZERO;
        for _ in 0..nodes {
            let start = Instant::now();
            let mut command = process::parlor(program, &option, "127.0.0.1:0");
            let (process, address) = Process::serve(&mut command)?;
            slowest = slowest.max(start.elapsed());
            servers.processes.push(process);
            servers.addresses.push(address);
        }
        Ok((servers, slowest))
    }

    /// Another server, which runs already.
    pub fn other(process: Process, address: SocketAddr) -> Self {
        Self { processes: vec![process], addresses: vec![address], database: Database::Theirs }
    }

    /// Where they listen.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The memory that they have in use together, in bytes.
    ///
    /// # Errors
    /// If the system has no `/proc`.
    pub fn memory(&self) -> Result<u64> {
        self.processes.iter().map(Process::memory).sum()
    }

    /// What they have used until now.
    ///
    /// # Errors
    /// If the system has no `/proc`, or PostgreSQL does not answer.
    pub async fn usage(&self) -> Result<Usage> {
        let servers = self.processes.iter().map(Process::processor_time).collect::<Result<_>>()?;
        let commits = match &self.database {
            Database::Theirs => 0,
            Database::File(_) | Database::Postgres { .. } => {
                let addresses = self.addresses.clone();
                spawn_blocking(move || addresses.into_iter().map(commits_of).sum::<Result<_>>())
                    .await??
            }
        };
        let database = match &self.database {
            Database::Theirs | Database::File(_) => None,
            Database::Postgres { cluster, url } => {
                let (cluster, url) = (cluster.clone(), url.clone());
                // Players who share this thread play on meanwhile.
                Some(spawn_blocking(move || usage_of(&cluster, &url)).await??)
            }
        };
        Ok(Usage { servers, commits, database })
    }
}

/// How often a server of ours has stored what had queued up, as it counts that itself.
fn commits_of(server: SocketAddr) -> Result<u64> {
    const METRIC: &str = "parlor_commit_commands_count ";
    let answer = ureq::get(format!("http://{server}/metrics")).call()?;
    let metrics = answer.into_body().read_to_string()?;
    let count = metrics.lines().find_map(|line| line.strip_prefix(METRIC));
    Ok(count.context("the server counts commits")?.parse()?)
}

fn usage_of(cluster: &Cluster, url: &str) -> Result<DatabaseUsage> {
    let answer = cluster.ask(
        url,
        "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), xact_commit, \
                pg_database_size(current_database()) \
         FROM pg_stat_database WHERE datname = current_database()",
    )?;
    let mut numbers = answer.split('|').map(str::parse::<u64>);
    let mut next = || numbers.next().context("three columns")?.context("a number");
    let (log_bytes, transactions, size) = (next()?, next()?, next()?);
    let server = cluster.process_id().context("PostgreSQL is down")?;
    Ok(DatabaseUsage {
        processor: processor_time_of_family(server)?,
        log_bytes,
        transactions,
        size,
    })
}
