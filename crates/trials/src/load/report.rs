//! What was measured, as a file that other programs read.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::Figures;
use crate::Setup;

/// What was measured in one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The command that measured it.
    pub command: String,
    /// On what.
    pub machine: String,
    /// Which servers there were.
    pub setup: Setup,
    /// How many tables were played at.
    pub tables: usize,
    /// The servers, with every player moving at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub busy: Option<Load>,
    /// The servers, with people who take their time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paced: Option<Load>,
    /// The servers, with nobody moving.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<Idle>,
    /// A node at which nobody plays, while people play at the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bystander: Option<Bystander>,
    /// PostgreSQL's notifications by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notify: Vec<Notify>,
    /// What a large database costs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub growth: Vec<Growth>,
    /// boardgame.io, with every player moving at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boardgame_busy: Option<Load>,
    /// boardgame.io, with people who take their time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boardgame_paced: Option<Load>,
}

/// What was measured while people played.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Load {
    /// Moves that the other player has seen, a second.
    pub moves_per_second: f64,
    /// How long half of the moves took at most, from being sent to being seen, in milliseconds.
    pub p50_ms: f64,
    /// The same for 99 of 100.
    pub p99_ms: f64,
    /// The processor time of the servers for each move, in microseconds.
    pub processor_us_per_move: f64,
    /// Commits of the servers, a second.
    pub commits_per_second: f64,
    /// What it took in the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<DatabaseLoad>,
}

/// What moves took in PostgreSQL.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct DatabaseLoad {
    /// Its processor time for each move, in microseconds.
    pub processor_us_per_move: f64,
    /// How much its write-ahead log grows by each move, in bytes.
    pub log_bytes_per_move: f64,
    /// How much the database grows by each move, in bytes.
    pub bytes_per_move: f64,
    /// Transactions a second, those that only read included.
    pub transactions_per_second: f64,
}

/// What was measured while nobody moved.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Idle {
    /// How many sockets there were.
    pub sockets: usize,
    /// How much memory a server needs for each, its share of a table included.
    pub kib_per_socket: f64,
    /// The processor time that it needs for each in a second, for heartbeats, in microseconds.
    pub processor_us_per_socket: f64,
}

/// What a node does that only hears of moves at other nodes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Bystander {
    /// Moves at the other nodes, a second.
    pub moves_per_second: f64,
    /// Its processor time for each of them, in microseconds.
    pub processor_us_per_move: f64,
}

/// How often PostgreSQL commits, by how many connections commit at once.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Notify {
    /// How many.
    pub connections: u32,
    /// Commits a second of a small row.
    pub plain_per_second: f64,
    /// The same with a notification in each.
    pub notifying_per_second: f64,
}

/// What a large database costs, in comparison with an empty one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Growth {
    /// Which servers there were.
    pub setup: Setup,
    /// How many finished games are in the large one.
    pub finished_tables: u32,
    /// How many events they have.
    pub events: u64,
    /// With the empty one.
    pub empty: Stage,
    /// With the large one.
    pub large: Stage,
}

/// The servers with a database of some size: the median of several runs.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// How long a server took to start, in milliseconds.
    pub start_ms: f64,
    /// Moves a second.
    pub moves_per_second: f64,
}

impl Report {
    /// A report on which nothing stands yet.
    pub fn new(command: String, setup: Setup, tables: usize) -> Self {
        Self {
            command,
            machine: machine(),
            setup,
            tables,
            busy: None,
            paced: None,
            idle: None,
            bystander: None,
            notify: Vec::new(),
            growth: Vec::new(),
            boardgame_busy: None,
            boardgame_paced: None,
        }
    }

    /// Reads one.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file)
            .with_context(|| format!("could not read {}", file.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is no report", file.display()))
    }

    /// Writes it down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(file, text).with_context(|| format!("could not write {}", file.display()))
    }
}

impl From<&Figures> for Load {
    fn from(figures: &Figures) -> Self {
        let moves = figures.moves.max(1) as f64;
        let micros = |time: Duration| rounded(time.as_secs_f64() * 1e6 / moves);
        let millis = |per_cent| rounded(figures.percentile(per_cent).as_secs_f64() * 1e3);
        let database = figures.used.database.map(|used| DatabaseLoad {
            processor_us_per_move: micros(used.processor),
            log_bytes_per_move: rounded(used.log_bytes as f64 / moves),
            bytes_per_move: rounded(used.size as f64 / moves),
            transactions_per_second: rounded(used.transactions as f64 / figures.time.as_secs_f64()),
        });
        Self {
            moves_per_second: rounded(figures.rate()),
            p50_ms: millis(50),
            p99_ms: millis(99),
            processor_us_per_move: micros(figures.used.processor()),
            commits_per_second: rounded(figures.used.commits as f64 / figures.time.as_secs_f64()),
            database,
        }
    }
}

/// As many digits as mean something.
pub fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// What this machine is, as far as the system says.
fn machine() -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name"));
    let name = name.map_or("processors", |line| line.trim_start_matches([' ', '\t', ':']));
    format!("{processors} × {name}")
}
