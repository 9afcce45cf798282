//! `parlor serve`: the games in a browser.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use parlor_server::{BotConfig, Config, Listeners};
use parlor_wording::terminal;
use tokio::net::TcpListener;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::bytes::parse_bytes;
use crate::cache::Cache;
use crate::database::Database;
use crate::interrupt::interrupted;

/// Serve the browser games, with online play.
///
/// Every option can be set by an environment variable instead, for services and containers.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where to listen. By default only this machine can play: on port 7474, or on any free port if
    /// that one is taken. `0.0.0.0:7474` lets everyone on the network play.
    #[arg(long, value_name = "ADDRESS", env = "PARLOR_ADDRESS")]
    address: Option<SocketAddr>,

    /// Where to tell what the server has counted, at `/metrics`, instead of where people play.
    #[arg(long, value_name = "ADDRESS", env = "PARLOR_METRICS_ADDRESS")]
    metrics_address: Option<SocketAddr>,

    #[command(flatten)]
    database: Database,

    /// Another site whose pages may use this server, such as `https://games.example`. Can be given
    /// several times. The server's own pages always may.
    #[arg(long = "origin", value_name = "ORIGIN", env = "PARLOR_ORIGINS", value_delimiter = ',')]
    origins: Vec<String>,

    /// A name by which this server may be reached, such as `games.example`, besides `localhost` and
    /// addresses. Can be given several times. Without it, a server behind a proxy may be reached by any
    /// name, and another by those that only a local network knows (`workshop`, `workshop.local`): a page
    /// on the internet must not pose as this server (DNS rebinding).
    #[arg(long = "host", value_name = "NAME", env = "PARLOR_HOSTS", value_delimiter = ',')]
    hosts: Vec<String>,

    /// Take the visitor's address from the end of `X-Forwarded-For`. Only behind a reverse proxy that
    /// sets it: without one, any visitor could claim any address.
    #[arg(long, env = "PARLOR_BEHIND_PROXY")]
    behind_proxy: bool,

    /// Rate limit: tables set up from one address in a minute; 0 for no limit.
    #[arg(long, value_name = "NUMBER", env = "PARLOR_TABLES_PER_MINUTE", default_value_t = 20)]
    tables_per_minute: u32,

    /// Rate limit: connections made from one address in a minute; 0 for no limit.
    #[arg(
        long,
        value_name = "NUMBER",
        env = "PARLOR_CONNECTIONS_PER_MINUTE",
        default_value_t = 120
    )]
    connections_per_minute: u32,

    /// Connections that may be open from one address at the same time, but never more than a quarter
    /// of all; 0 for no limit.
    #[arg(
        long,
        value_name = "NUMBER",
        env = "PARLOR_CONNECTIONS_PER_ADDRESS",
        default_value_t = 250
    )]
    connections_per_address: u32,

    /// Connections that may be open in all, as far as the system allows so many open files; 0 for as
    /// many as it allows.
    #[arg(long, value_name = "NUMBER", env = "PARLOR_CONNECTIONS", default_value_t = 10_000)]
    connections: u32,

    /// Rate limit: messages on one connection in a second.
    #[arg(long, value_name = "NUMBER", env = "PARLOR_MESSAGES_PER_SECOND", default_value = "30")]
    messages_per_second: NonZeroU32,

    /// Quota: events (moves and whatever else happens at a table) that are stored for the players of
    /// one address in an hour; 0 for no limit.
    #[arg(long, value_name = "NUMBER", env = "PARLOR_EVENTS_PER_HOUR", default_value_t = 60_000)]
    events_per_hour: u32,

    /// How much of the disk that a database in a file is on stays free. With less no new tables are
    /// taken, and with less than a quarter of it no moves.
    #[arg(long, value_name = "BYTES", env = "PARLOR_DISK_RESERVE", default_value = "200MB",
        value_parser = parse_bytes)]
    disk_reserve: u64,

    /// How large the database may get; 0 for no limit. From seven eighths of it on no new tables are
    /// taken, and at the limit no moves.
    #[arg(long, value_name = "BYTES", env = "PARLOR_DATABASE_LIMIT", default_value = "0",
        value_parser = parse_bytes)]
    database_limit: u64,

    /// Rate limit: requests of programs that are answered for one address in a minute; 0 for no limit.
    #[arg(long, value_name = "NUMBER", env = "PARLOR_REQUESTS_PER_MINUTE", default_value_t = 600)]
    requests_per_minute: u32,

    /// How long the engine thinks for the programs of one address in a minute; 0s for no limit.
    #[arg(long, value_name = "TIME", env = "PARLOR_ANALYSIS_PER_ADDRESS", default_value = "10s",
        value_parser = humantime::parse_duration)]
    analysis_per_address: Duration,

    /// How long the engine thinks for all programs together in a minute, beside the moves of computer
    /// players; 0s for no limit.
    #[arg(long, value_name = "TIME", env = "PARLOR_ANALYSIS", default_value = "30s",
        value_parser = humantime::parse_duration)]
    analysis: Duration,

    /// When a table expires at which nothing happens any more. Of the time that the server was down,
    /// at most a day counts.
    #[arg(long, value_name = "TIME", env = "PARLOR_FORGET_AFTER", default_value = "90days",
        value_parser = humantime::parse_duration)]
    forget_after: Duration,

    /// When a table expires at which no game was played.
    #[arg(long, value_name = "TIME", env = "PARLOR_FORGET_UNPLAYED_AFTER", default_value = "2days",
        value_parser = humantime::parse_duration)]
    forget_unplayed_after: Duration,

    /// Let bots in by the Kalah Game Protocol at this address, such as `127.0.0.1:2671`, and at
    /// `/socket` of the page's. They play people who look for an opponent for Kalah, each other, and the
    /// engine.
    #[arg(long, value_name = "ADDRESS", env = "PARLOR_KGP")]
    kgp: Option<SocketAddr>,

    /// The engine's level against bots, from 1 to 8.
    #[arg(long, value_name = "LEVEL", env = "PARLOR_KGP_LEVEL", default_value = "8",
        value_parser = crate::kgp::parse_level)]
    kgp_level: parlor_rules::Level,

    /// How long a bot may think about a move.
    #[arg(long, value_name = "TIME", env = "PARLOR_KGP_MOVE_TIME", default_value = "5s",
        value_parser = humantime::parse_duration)]
    kgp_move_time: Duration,

    /// How long a bot waits for another bot or a person before the engine plays it.
    #[arg(long, value_name = "TIME", env = "PARLOR_KGP_PATIENCE", default_value = "5s",
        value_parser = humantime::parse_duration)]
    kgp_patience: Duration,

    /// How much memory endgame tables may take, a quarter for each of the games played last. The default
    /// is enough for boards of up to 16 stones with six pits a side; 1GB is for up to 20. With a cache they
    /// take four times as much of the disk at most.
    #[arg(long, value_name = "BYTES", env = "PARLOR_ENDGAME_MEMORY", default_value = "128MB",
        value_parser = parse_bytes)]
    endgame_memory: u64,

    #[command(flatten)]
    cache: Cache,

    /// What to log to standard error: `error`, `warn`, `info`, `debug`, or any filter of the `tracing`
    /// library.
    #[arg(long, value_name = "FILTER", env = "PARLOR_LOG", default_value = "warn")]
    log: String,

    /// How to log it: as text, or as one JSON object per line.
    #[arg(long, value_name = "FORMAT", env = "PARLOR_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

/// Where the server listens by default.
pub(crate) const USUAL: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 7474);

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    ensure!(
        parlor_server::is_embedded(),
        "this program was built without the browser app: build it with `cargo xtask run`"
    );
    write_log(&arguments.log, arguments.log_format)?;
    let config = config(arguments)?;
    let runtime = tokio::runtime::Runtime::new().context("could not start the server")?;
    runtime.block_on(async {
        let games = listen(arguments.address).await?;
        let address = games.local_addr()?;
        let metrics = match arguments.metrics_address {
            Some(address) => Some(listen(Some(address)).await?),
            None => None,
        };
        let bots = match arguments.kgp {
            Some(address) => Some(listen(Some(address)).await?),
            None => None,
        };
        let bots_at = bots.as_ref().map(TcpListener::local_addr).transpose()?;
        if let Some(metrics) = &metrics {
            tracing::info!(address = %metrics.local_addr()?, "metrics have an address of their own");
        }
        let interrupted = interrupted().context("could not listen to signals")?;
        let database = config.database.clone();
        let until_interrupted = async move {
            // The server waits for this from when it is open: nothing is promised before.
            println!("{}", terminal::serving(&address, &database));
            if let Some(address) = bots_at {
                println!("{}", terminal::kgp::serving(&address));
            }
            interrupted.await;
        };
        let database = config.database.clone();
        parlor_server::run(Listeners { games, metrics, bots }, config, until_interrupted)
            .await
            .with_context(|| format!("could not serve the games in {database}"))
    })
}

fn config(arguments: &Arguments) -> Result<Config> {
    let connections = connections(arguments.connections, allow_open_files());
    Ok(Config {
        origins: arguments.origins.clone(),
        hosts: arguments.hosts.clone(),
        behind_proxy: arguments.behind_proxy,
        tables_per_minute: arguments.tables_per_minute,
        connections_per_minute: arguments.connections_per_minute,
        connections_per_address: per_address(arguments.connections_per_address, connections),
        connections,
        messages_per_second: arguments.messages_per_second,
        requests_per_minute: arguments.requests_per_minute,
        events_per_hour: arguments.events_per_hour,
        disk_reserve: arguments.disk_reserve,
        database_limit: arguments.database_limit,
        analysis_per_address: arguments.analysis_per_address,
        analysis: arguments.analysis,
        expire_after: arguments.forget_after,
        expire_unplayed_after: arguments.forget_unplayed_after,
        endgame_cache: arguments.cache.open(),
        endgame_memory: arguments.endgame_memory,
        bots: arguments.kgp.map(|_| BotConfig {
            level: arguments.kgp_level,
            move_time: arguments.kgp_move_time,
            patience: arguments.kgp_patience,
            ..BotConfig::default()
        }),
        ..Config::new(arguments.database.location()?)
    })
}

/// How many connections there can be if the program may have so many files open: each is one, and
/// some are kept in reserve for the database and everything else.
fn connections(wanted: u32, open_files: u32) -> u32 {
    const RESERVE: u32 = 200;
    let wanted = if wanted == 0 { u32::MAX } else { wanted };
    wanted.min(open_files.saturating_sub(RESERVE)).max(1)
}

/// How many of so many connections one address can have: where there are few, it must not have all.
fn per_address(wanted: u32, connections: u32) -> u32 {
    if wanted == 0 { 0 } else { wanted.min((connections / 4).max(1)) }
}

/// Lets the program have as many files open as the system allows, and says how many these are.
/// Many systems begin with a thousand, which is for programs that could not deal with more.
#[cfg(unix)]
fn allow_open_files() -> u32 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, ..limit };
    let current = if setrlimit(Resource::Nofile, most).is_ok() { most } else { limit }.current;
    current.map_or(u32::MAX, |files| files.try_into().unwrap_or(u32::MAX))
}

#[cfg(not(unix))]
fn allow_open_files() -> u32 {
    u32::MAX
}

fn write_log(filter: &str, format: LogFormat) -> Result<()> {
    let filter = EnvFilter::try_new(filter).context("--log is not a filter")?;
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    tracing_subscriber::registry().with(filter).with(filter_fn(tells_no_secret)).with(log).init();
    Ok(())
}

/// Whether something may be logged, whatever filter was asked for. Below these levels the library
/// that speaks WebSocket logs what people say, and the keys to their seats are in it.
fn tells_no_secret(metadata: &Metadata<'_>) -> bool {
    !metadata.target().contains("tungstenite") || *metadata.level() <= Level::INFO
}

async fn listen(address: Option<SocketAddr>) -> Result<TcpListener> {
    match TcpListener::bind(address.unwrap_or(USUAL)).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse && address.is_none() => {
            TcpListener::bind((USUAL.ip(), 0)).await.context("could not listen on any port")
        }
        bound => bound.with_context(|| format!("could not listen at {}", address.unwrap_or(USUAL))),
    }
}

#[cfg(test)]
mod tests {
    use super::{connections, per_address};

    #[test]
    fn there_are_no_more_connections_than_files() {
        assert_eq!(connections(10_000, 1_024), 824);
        assert_eq!(connections(500, 1_024), 500);
        assert_eq!(connections(0, 1_024), 824, "as many as there can be");
        assert_eq!(connections(0, 100), 1, "0 would be without limit");
    }

    #[test]
    fn one_address_does_not_have_all_of_few_connections() {
        assert_eq!(per_address(250, 10_000), 250);
        assert_eq!(per_address(250, 824), 206);
        assert_eq!(per_address(250, 1), 1, "0 would be without limit");
        assert_eq!(per_address(0, 824), 0, "there is to be no limit");
    }
}
