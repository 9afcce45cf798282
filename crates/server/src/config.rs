use std::num::NonZeroU32;
use std::time::Duration;

use parlor_endgame_cache::EndgameCache;

use crate::bot_config::BotConfig;
use crate::database::Database;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where logs are kept.
    pub database: Database,
    /// Origins besides the server's own whose pages may use it, such as `https://games.example`.
    pub origins: Vec<String>,
    /// The names by which the server may be reached, besides `localhost` and addresses. Where none are
    /// given, these are all behind a proxy, and otherwise those that the internet does not know.
    pub hosts: Vec<String>,
    /// Whether a reverse proxy in front tells the client's address, by `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Rate limit: how many tables may be set from one address in a minute; 0 means no limit.
    pub tables_per_minute: u32,
    /// Rate limit: how many connections may be made from one address in a minute; 0 means no limit.
    pub connections_per_minute: u32,
    /// How many connections may be open from one address, whatever for; 0 means no limit.
    pub connections_per_address: u32,
    /// How many connections may be open in all; 0 means no limit.
    pub connections: u32,
    /// How many spectators may be connected to one table.
    pub connections_per_table: usize,
    /// Rate limit: how many messages may be sent on one connection in a second.
    pub messages_per_second: NonZeroU32,
    /// How often a player may change their name, ask for something, choose again in a toss or leave
    /// before the game goes on.
    pub asides: u32,
    /// Rate limit: how many requests of programs are answered for one address in a minute; 0 means no
    /// limit.
    pub requests_per_minute: u32,
    /// How long the engine thinks for the programs of one address in a minute; zero means no limit.
    pub analysis_per_address: Duration,
    /// How long the engine thinks for programs in a minute in all; zero means no limit.
    pub analysis: Duration,
    /// Quota: how many events the players of one address may have stored in an hour; 0 means no limit.
    pub events_per_hour: u32,
    /// How many bytes of the disk that a database in a file is on stay free: with less, no new tables
    /// are taken, and with less than a quarter of it nothing is.
    pub disk_reserve: u64,
    /// How many bytes the database may take; 0 means no limit. From seven eighths of it on no new
    /// tables are taken.
    pub database_limit: u64,
    /// After how long a table expires at which nothing happens any more. Whenever the server was
    /// down, a day of that counts at most.
    pub expire_after: Duration,
    /// After how long a table expires at which no move was ever played.
    pub expire_unplayed_after: Duration,
    /// Where the computer finds endgame tables and keeps those that it worked out.
    pub endgame_cache: EndgameCache,
    /// How many bytes of memory endgame tables may take, for all games together.
    pub endgame_memory: u64,
    /// How bots are played with, if they may come by the Kalah Game Protocol.
    pub bots: Option<BotConfig>,
    /// How long a table without connections stays in memory.
    pub unload_after: Duration,
    /// How often memory that is not needed any more is freed.
    pub unload_every: Duration,
    /// How often expired tables are looked for, which takes a look at every table there is.
    pub expire_every: Duration,
    /// How long a player may take for their part of a toss when the other one has done theirs.
    pub toss_timeout: Duration,
    /// How long a player may take for the first move of a game against the clock, before which no clock
    /// runs.
    pub first_move_timeout: Duration,
    /// How long a request may take to arrive.
    pub request_timeout: Duration,
    /// How long a client may read nothing of what it is sent.
    pub write_timeout: Duration,
    /// Heartbeat: how often a connection is pinged. It is closed when two pings have not been
    /// answered.
    pub ping_every: Duration,
    /// When clients are told to reconnect after a restart.
    pub reconnect_after: Duration,
}

impl Config {
    /// The usual way to run a server, with its logs in this database.
    pub fn new(database: impl Into<Database>) -> Self {
        const DAY: Duration = Duration::from_hours(24);
        const MESSAGES: NonZeroU32 = NonZeroU32::new(30).expect("thirty is not zero");
        Self {
            database: database.into(),
            origins: Vec::new(),
            hosts: Vec::new(),
            behind_proxy: false,
            tables_per_minute: 20,
            connections_per_minute: 120,
            connections_per_address: 250,
            connections: 10_000,
            connections_per_table: 500,
            messages_per_second: MESSAGES,
            asides: 20,
            requests_per_minute: 600,
            analysis_per_address: Duration::from_secs(10),
            analysis: Duration::from_secs(30),
            events_per_hour: 60_000,
            disk_reserve: 200_000_000,
            database_limit: 0,
            expire_after: 90 * DAY,
            expire_unplayed_after: 2 * DAY,
            endgame_cache: EndgameCache::NONE,
            endgame_memory: 128_000_000,
            bots: None,
            unload_after: Duration::from_mins(5),
            unload_every: Duration::from_mins(1),
            expire_every: Duration::from_hours(1),
            toss_timeout: Duration::from_secs(30),
            first_move_timeout: parlor_table::FIRST_MOVE_TIMEOUT,
            request_timeout: Duration::from_secs(20),
            write_timeout: Duration::from_secs(30),
            ping_every: Duration::from_secs(20),
            reconnect_after: Duration::from_secs(1),
        }
    }
}
