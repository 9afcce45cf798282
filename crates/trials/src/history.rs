//! What clients were told and what they asked for, held against one sequential history of their table:
//! the log as it is in the end.
//!
//! Everything that a client is told has to be true of a beginning of that log, and of one no shorter
//! than what the same client was told before: which seat they have, whose seat is taken, why a command
//! is refused, whose clock runs. A server that tells of anything before it is stored says something
//! that is true of no beginning of it, if it is killed just then.

mod check;
mod pairing;

use std::collections::HashMap;
use std::sync::Arc;

use parlor_protocol::TableId;
use parlor_protocol::message::{FromClient, FromServer, Presence, Reason, Submission, Welcome};
use parlor_rules::Player;
use parlor_table::CommandKey;

pub use self::check::{Arrival, Checked, Timeline};
pub use self::pairing::{Paired, Seek, Sought, check_pairing};

/// What one client was told, in order, and the commands that they sent.
#[derive(Clone, Debug)]
pub struct History {
    told: Vec<Told>,
    sent: HashMap<CommandKey, Submission>,
    /// The table where they are: what they are told is about it. Who is paired is brought to another one.
    at: Arc<TableId>,
    /// How many events of the log they know by what they were told on this connection.
    known: usize,
}

/// Something that a client was told, after so many events.
#[derive(Clone, Debug)]
struct Told {
    at: Arc<TableId>,
    known: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// Which seat they have, and whether a clock runs.
    Welcome {
        seat: Option<Player>,
        clock_runs: bool,
    },
    /// A command was refused when the log had so many events.
    Refused {
        key: Option<CommandKey>,
        reason: Reason,
        version: usize,
    },
    Presence(Presence),
    /// A player reacted.
    Reaction(Player),
}

impl History {
    /// The history of a client that asks for this table.
    pub fn new(table: TableId) -> Self {
        Self { told: Vec::new(), sent: HashMap::new(), at: Arc::new(table), known: 0 }
    }

    /// Takes note of something that the client said.
    pub fn said(&mut self, message: &FromClient) {
        if let FromClient::Submission(submission) = message
            && let Some(key) = &submission.key
        {
            self.sent.insert(key.clone(), submission.clone());
        }
    }

    /// Takes note of something that the client was told.
    pub fn heard(&mut self, message: &FromServer) {
        let what = match message {
            FromServer::Welcome(Welcome { table, seat, thinking, version, news, .. }) => {
                if *table != *self.at {
                    self.at = Arc::new(table.clone());
                }
                // The rest of a long log follows, but this is about the end of it.
                self.known = version.map_or(news.end(), |version| version as usize);
                What::Welcome { seat: *seat, clock_runs: thinking.is_some() }
            }
            FromServer::Events(news) => {
                self.known = self.known.max(news.end());
                return;
            }
            FromServer::Refused { key, problem, version } => {
                What::Refused { key: key.clone(), reason: problem.reason, version: *version }
            }
            FromServer::Presence(presence) => What::Presence(*presence),
            FromServer::Reaction { player, .. } => What::Reaction(*player),
            FromServer::Pong | FromServer::Goodbye { .. } | FromServer::Error(_) => return,
        };
        self.told.push(Told { at: self.at.clone(), known: self.known, what });
    }
}
