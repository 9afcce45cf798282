use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use parlor_endgame_cache::EndgameCache;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file where logs are kept. Its folder has to be there.
    pub database: PathBuf,
    /// Origins besides the server's own whose pages may speak to it, such as
    /// `https://games.example`.
    pub origins: Vec<String>,
    /// Whether a proxy in front says who is asking, by `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How many tables may be set from one address in a minute; 0 means without limit.
    pub tables_per_minute: u32,
    /// How many connections may be made from one address in a minute; 0 means without limit.
    pub connections_per_minute: u32,
    /// How many connections may be open from one address; 0 means without limit.
    pub connections_per_address: u32,
    /// How many connections may be open in all; 0 means without limit.
    pub connections: u32,
    /// How many people may be connected to one table, besides those who have a seat.
    pub connections_per_table: usize,
    /// How many messages may be sent on one connection in a second.
    pub messages_per_second: NonZeroU32,
    /// How often a player may be called otherwise, ask for something, choose a toss anew or leave
    /// before the game goes on.
    pub asides: u32,
    /// After how long a table is forgotten at which nothing happens any more. Whenever the server
    /// was down, a day of that counts at most.
    pub forget_after: Duration,
    /// After how long a table is forgotten at which nobody ever played.
    pub forget_unplayed_after: Duration,
    /// Where the computer finds endgame tables and keeps those that it worked out.
    pub endgame_cache: EndgameCache,
    /// How long a table stays in memory that nobody is connected to.
    pub unload_after: Duration,
    /// How often memory is tidied up.
    pub tidy_every: Duration,
    /// How often abandoned tables are looked for, which takes a look at every table there is.
    pub forget_every: Duration,
    /// How long a player may take for their part of a toss when the other one has done theirs.
    pub toss_within: Duration,
    /// How long a request may take to arrive.
    pub request_within: Duration,
    /// How often a connection is asked whether it is still there. It is given up when two
    /// questions have not been answered.
    pub ping_every: Duration,
    /// When clients are told to come back after a restart.
    pub come_back_after: Duration,
}

impl Config {
    /// The usual way to run a server, with its logs in this file.
    pub fn new(database: impl Into<PathBuf>) -> Self {
        const DAY: Duration = Duration::from_hours(24);
        const MESSAGES: NonZeroU32 = NonZeroU32::new(30).expect("thirty is not zero");
        Self {
            database: database.into(),
            origins: Vec::new(),
            behind_proxy: false,
            tables_per_minute: 20,
            connections_per_minute: 120,
            connections_per_address: 100,
            connections: 10_000,
            connections_per_table: 500,
            messages_per_second: MESSAGES,
            asides: 20,
            forget_after: 90 * DAY,
            forget_unplayed_after: 2 * DAY,
            endgame_cache: EndgameCache::NONE,
            unload_after: Duration::from_mins(5),
            tidy_every: Duration::from_mins(1),
            forget_every: Duration::from_hours(1),
            toss_within: Duration::from_secs(30),
            request_within: Duration::from_secs(20),
            ping_every: Duration::from_secs(20),
            come_back_after: Duration::from_secs(1),
        }
    }
}
