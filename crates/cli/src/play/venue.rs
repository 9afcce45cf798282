use std::time::{Duration, Instant};

use parlor_protocol::client::{Notice, Status};
use parlor_protocol::message::Whereabouts;
use parlor_table::{Host, LocalHost, Reaction, SeatId};

/// Where a table stands: a host, and what goes on around it that is in no log.
///
/// At this terminal nothing does. At a server people come and go, and the connection to it has to be
/// attended to.
pub(super) trait Venue: Host {
    /// Takes in one thing that has come, or does what is due. `false` when there was nothing.
    fn attend(&mut self) -> bool {
        false
    }

    /// When to attend to it again, if nothing wakes the console before.
    fn due(&self) -> Option<Instant> {
        None
    }

    /// What there is to know besides what happens in the log.
    fn next_notice(&mut self) -> Option<Notice> {
        None
    }

    /// Who else is at the table; `None` where all share this terminal.
    fn company(&self) -> Option<Company> {
        None
    }

    /// The link to the seat of the person at this terminal, for them alone.
    fn seat_link(&self) -> Option<String> {
        None
    }

    /// The person at this terminal is here: a lost connection is not waited for any longer.
    fn wake(&mut self) {}

    /// Says one of the few things that can be said.
    fn react(&mut self, reaction: Reaction) {
        let _ = reaction;
    }
}

impl Venue for LocalHost {}

/// The people at a table that a server keeps, as far as they are known here.
#[derive(Clone, Debug)]
pub(super) struct Company {
    pub(super) status: Status,
    /// The seat of the person at this terminal; nowhere, if they watch.
    pub(super) seat: Option<SeatId>,
    /// Who is connected, by their seats.
    pub(super) whereabouts: [Whereabouts; 2],
    pub(super) spectators: usize,
    /// For how long the player to move had been thinking, at the moment when this was known.
    pub(super) thought: Duration,
    pub(super) as_of: Instant,
    /// What has not been answered yet.
    pub(super) sending: Sending,
    /// Whether it is for the person at this terminal to toss.
    pub(super) may_toss: bool,
    /// The link to the table, for anyone.
    pub(super) link: String,
    /// Whether that works on this machine only.
    pub(super) is_this_machine: bool,
}

/// What was sent to a server, or will be, and has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sending {
    Nothing,
    Move,
    Other,
}
