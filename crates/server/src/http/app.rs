use std::sync::Arc;

use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::http::allowed_hosts::AllowedHosts;
use crate::http::connection_limit::ConnectionLimit;
use crate::http::kgp::ParkedSeats;
use crate::http::programs::{EngineBudget, Thinker};
use crate::metrics::Metrics;
use crate::rate_limit::NetworkRateLimit;
use crate::tables::Tables;

/// What requests need: the tables, and what limits those who ask.
pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) hosts: AllowedHosts,
    pub(crate) new_tables: NetworkRateLimit,
    pub(crate) new_connections: NetworkRateLimit,
    /// How many connections may be open.
    pub(crate) places: Arc<ConnectionLimit>,
    /// How many requests of one network may be open, where a reverse proxy says which network it is.
    pub(crate) forwarded_places: Arc<ConnectionLimit>,
    /// How often programs may ask for something.
    pub(crate) requests: NetworkRateLimit,
    /// How often programs may begin to follow a table.
    pub(crate) new_followers: NetworkRateLimit,
    /// Thinks for programs.
    pub(crate) thinker: Thinker,
    /// Where bots play that have lost their connection.
    pub(crate) parked_seats: ParkedSeats,
    /// The sockets that are open, so that a shutdown can wait for them.
    pub(crate) sockets: TaskTracker,
}

impl App {
    pub(crate) fn new(config: Arc<Config>, metrics: Arc<Metrics>, tables: Arc<Tables>) -> Self {
        Self {
            hosts: AllowedHosts::new(&config.hosts, config.behind_proxy),
            new_tables: NetworkRateLimit::per_minute(config.tables_per_minute),
            new_connections: NetworkRateLimit::per_minute(config.connections_per_minute),
            // A proxy in front makes all connections, for everyone.
            places: ConnectionLimit::new(
                config.connections,
                if config.behind_proxy { 0 } else { config.connections_per_address },
            ),
            forwarded_places: ConnectionLimit::new(0, config.connections_per_address),
            requests: NetworkRateLimit::per_minute(config.requests_per_minute),
            new_followers: NetworkRateLimit::per_minute(config.connections_per_minute),
            thinker: Thinker::new(
                EngineBudget::per_minute(config.analysis_per_address, config.analysis),
                metrics.clone(),
            ),
            config,
            metrics,
            tables,
            parked_seats: ParkedSeats::default(),
            sockets: TaskTracker::new(),
        }
    }

    /// Frees the memory of rate limits that are not needed any more, every now and then, for ever.
    pub(crate) async fn run_eviction(self: Arc<Self>) {
        loop {
            tokio::time::sleep(self.config.unload_every).await;
            self.new_tables.evict_idle();
            self.tables.event_quota.evict_idle();
            self.new_connections.evict_idle();
            self.requests.evict_idle();
            self.new_followers.evict_idle();
            self.thinker.evict_idle();
        }
    }
}
