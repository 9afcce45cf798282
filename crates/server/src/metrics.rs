//! What the server counts, for Prometheus.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parlor_protocol::message::Reason;
use parlor_table::Refusal;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::store::{AppendError, Room};

/// The name of a label, and its value.
type Label = [(&'static str, &'static str); 1];

/// Of what may not be known: a family of one, or of none.
type NoLabel = Vec<(&'static str, &'static str)>;

pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) healthy: Gauge,
    pub(crate) damaged: Gauge,
    pub(crate) tables_set: Counter,
    pub(crate) tables: Gauge,
    pub(crate) connections: Gauge,
    pub(crate) sockets: Gauge,
    moves: Counter,
    events: Counter,
    refused: Family<Label, Counter>,
    pub(crate) failed_reads: Counter,
    engine_queue: Family<Label, Gauge>,
    pub(crate) analysis_seconds: Counter<f64, AtomicU64>,
    pub(crate) commit_queue: Gauge,
    commit_seconds: Histogram,
    commit_commands: Histogram,
    failed_commits: Counter,
    database_bytes: Family<NoLabel, Gauge>,
    disk_free_bytes: Family<NoLabel, Gauge>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("parlor"),
            healthy: Gauge::default(),
            damaged: Gauge::default(),
            tables_set: Counter::default(),
            tables: Gauge::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            moves: Counter::default(),
            events: Counter::default(),
            refused: Family::default(),
            failed_reads: Counter::default(),
            engine_queue: Family::default(),
            analysis_seconds: Counter::default(),
            commit_queue: Gauge::default(),
            commit_seconds: Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
            commit_commands: Histogram::new(exponential_buckets(1.0, 2.0, 12)),
            failed_commits: Counter::default(),
            database_bytes: Family::default(),
            disk_free_bytes: Family::default(),
        };
        metrics.register();
        // A rate can be taken of what is there from the beginning.
        for reason in Refusal::ALL.map(Reason::from).into_iter().chain(Reason::OWN) {
            drop(metrics.refused.get_or_create(&[("reason", reason.code())]));
        }
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))].to_vec());
        registry.register("build", "Which version of the program it is", build);
        registry.register(
            "healthy",
            "Whether it takes commands and can store them, 1 or 0",
            self.healthy.clone(),
        );
        registry.register(
            "damaged",
            "Whether something in the database is not as it was stored, 1 or 0",
            self.damaged.clone(),
        );
        registry.register("tables_set", "Tables that were set", self.tables_set.clone());
        registry.register("tables", "Tables in memory", self.tables.clone());
        registry.register("connections", "Open connections", self.connections.clone());
        registry.register("sockets", "Open connections to tables", self.sockets.clone());
        registry.register("moves", "Moves that were stored", self.moves.clone());
        registry.register("events", "Events that were stored", self.events.clone());
        registry.register(
            "refused",
            "Messages and requests that were refused, by the reason that was given",
            self.refused.clone(),
        );
        registry.register(
            "failed_reads",
            "Readings of logs that failed",
            self.failed_reads.clone(),
        );
        registry.register(
            "engine_queue",
            "Turns that wait until the computer thinks about them",
            self.engine_queue.clone(),
        );
        registry.register_with_unit(
            "analysis",
            "How long the engine has thought for programs",
            Unit::Seconds,
            self.analysis_seconds.clone(),
        );
        registry.register(
            "commit_queue",
            "Commands that wait to be stored",
            self.commit_queue.clone(),
        );
        registry.register_with_unit(
            "commit",
            "How long it took to store what had queued up",
            Unit::Seconds,
            self.commit_seconds.clone(),
        );
        registry.register(
            "commit_commands",
            "How many commands were stored at once",
            self.commit_commands.clone(),
        );
        registry.register(
            "failed_commits",
            "Commits of which something could not be stored",
            self.failed_commits.clone(),
        );
        registry.register_with_unit(
            "database",
            "What the database takes",
            Unit::Bytes,
            self.database_bytes.clone(),
        );
        registry.register_with_unit(
            "disk_free",
            "What is left of the disk that the database is on",
            Unit::Bytes,
            self.disk_free_bytes.clone(),
        );
    }

    /// Counts a commit, whether or not everything in it was stored.
    pub(crate) fn count_commit(&self, took: Duration, results: &[Result<(), AppendError>]) {
        self.commit_seconds.observe(took.as_secs_f64());
        self.commit_commands.observe(results.len() as f64);
        let is_failure =
            |result: &Result<(), AppendError>| matches!(result, Err(AppendError::Failed(_)));
        self.failed_commits.inc_by(results.iter().any(is_failure).into());
    }

    /// Counts something that was refused.
    pub(crate) fn count_refused(&self, reason: Reason) {
        self.refused.get_or_create(&[("reason", reason.code())]).inc();
    }

    /// Says how much room there is, as far as that is known.
    pub(crate) fn set_room(&self, room: &Room) {
        let bytes = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        self.database_bytes.get_or_create(&NoLabel::default()).set(bytes(room.database));
        if let Some(free) = room.disk_free {
            self.disk_free_bytes.get_or_create(&NoLabel::default()).set(bytes(free));
        }
    }

    /// Counts events that were stored, and how many of them are moves.
    pub(crate) fn count_events(&self, events: u32, moves: u32) {
        self.events.inc_by(events.into());
        self.moves.inc_by(moves.into());
    }

    /// Says how many turns wait in a lane until the computer thinks about them.
    pub(crate) fn set_engine_queue(&self, lane: &'static str, turns: usize) {
        let turns = turns.try_into().unwrap_or(i64::MAX);
        self.engine_queue.get_or_create(&[("lane", lane)]).set(turns);
    }

    /// Everything, as Prometheus reads it.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
