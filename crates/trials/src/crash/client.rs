use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use parlor_protocol::client::{Device, Memory, Notice, Replica, Status};
use parlor_protocol::{SeatToken, TableId};
use parlor_table::{Command, CommandKey, Entry, Event, Host, Name, Phase, Refusal, Report};
use tokio::time::{sleep, timeout};

use super::place::Opponent;
use super::progress::Landed;
use super::{Surroundings, policy};
use crate::client::RemoteTable;
use crate::history::{History, Paired};

/// A client at a table that comes back whatever happens.
pub(super) struct Client {
    around: Surroundings,
    table: RemoteTable<Memory<Random>>,
    role: Role,
    /// The keys under which they have asked for a seat.
    joins: Vec<CommandKey>,
    /// The place of this client among those at the table.
    number: usize,
    landed: Arc<Landed>,
    /// When a stranger was told that they have an opponent.
    paired: Option<Paired>,
    /// The last command that was submitted, and in which round.
    submitted: Option<(CommandKey, u64)>,
    luck: Rng,
}

type Random = Box<dyn FnMut() -> u128 + Send>;

/// What a client came for.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// To play, at a table it has set.
    Host { token: SeatToken, opponent: Opponent },
    /// To play, by a link. Another one may be faster; then they watch.
    Friend,
    /// To play with anyone who wants the same. They have been looking since this round.
    Seeker { token: SeatToken, since: u64 },
    /// To watch.
    Spectator,
}

/// What a client knows in the end, and what they were told on the way.
pub(super) struct Witness {
    /// The table where they were last.
    pub(super) table: TableId,
    /// What they know of it.
    pub(super) known: Replica,
    pub(super) history: History,
    pub(super) paired: Option<Paired>,
}

/// After so many events people go to another table.
const LONG_ENOUGH: usize = 200;
/// After so many, strangers look for another opponent.
const LONG_ENOUGH_FOR_STRANGERS: usize = 40;
/// How long to wait before connecting again. People who wait for a server to come back do not stay
/// away as long as the backoff would.
const RETRY: Duration = Duration::from_millis(10);
/// How long to wait after a refusal for the events that it came of.
const AFTER_REFUSAL: Duration = Duration::from_millis(20);

impl Client {
    pub(super) fn new(
        around: Surroundings,
        way: SocketAddr,
        table: TableId,
        role: Role,
        number: usize,
        mut luck: Rng,
    ) -> Self {
        let mut numbers = luck.fork();
        let mut device = Memory::new(Box::new(move || numbers.u128(..)) as Random);
        match &role {
            Role::Host { token, .. } | Role::Seeker { token, .. } => {
                device.keep_token(&table, token);
            }
            Role::Friend | Role::Spectator => {}
        }
        Self {
            around,
            table: RemoteTable::new(way, device, table, None),
            role,
            joins: Vec::new(),
            number,
            landed: Arc::default(),
            paired: None,
            submitted: None,
            luck,
        }
    }

    /// Shares with others at the table which command was heard last.
    pub(super) fn landing(self, landed: Arc<Landed>) -> Self {
        Self { landed, ..self }
    }

    /// Stays at the table, through any number of connections, until it is time to go; and says what
    /// it has been told.
    pub(super) async fn run(mut self) -> Result<Witness> {
        let mut over = self.around.shared.over.subscribe();
        let long_enough = match self.role {
            Role::Seeker { .. } => LONG_ENOUGH_FOR_STRANGERS,
            Role::Host { .. } | Role::Friend | Role::Spectator => LONG_ENOUGH,
        };
        while self.table.host.replica().version() < long_enough {
            let step = tokio::select! {
                _ = over.wait_for(|over| *over) => break,
                step = self.step() => step,
            };
            step.with_context(|| {
                format!("{:?} at table {}", self.role, self.table.host.table_id())
            })?;
        }
        let host = &self.table.host;
        let (table, known) = (host.table_id().clone(), host.replica().clone());
        Ok(Witness { table, known, history: self.table.history, paired: self.paired })
    }

    /// From one thing that is heard to the next.
    async fn step(&mut self) -> Result<()> {
        self.drive().await?;
        if !self.table.is_connected() {
            self.come_back().await;
            return Ok(());
        }
        if self.play_on().await {
            self.drive().await?;
        }
        let host = &self.table.host;
        let (status, version) = (host.status(), host.replica().version());
        let pending = host.pending().to_vec();
        if timeout(self.around.patience, self.table.wait()).await.is_err() {
            self.table.cut_off();
        }
        let host = &self.table.host;
        let new = host.replica().version().saturating_sub(version);
        self.around.shared.told.fetch_add(new as u64, Ordering::Relaxed);
        if status != Status::Connected && host.status() == Status::Connected {
            let resent = host.pending().iter().filter(|sent| pending.contains(sent)).count();
            self.around.shared.resent.fetch_add(resent as u64, Ordering::Relaxed);
            self.welcomed()?;
        }
        if let Role::Seeker { since, .. } = self.role {
            self.look_for_opponent(since);
        } else if let Some(round) = self.landed.round_at(host.replica().version()) {
            self.around.progress.heard(self.number, round);
        }
        Ok(())
    }

    /// Takes note when they are told for the first time that they have an opponent.
    fn look_for_opponent(&mut self, since: u64) {
        let host = &self.table.host;
        let is_paired = host.status() == Status::Connected
            && host.replica().log().is_some_and(|log| log.table().phase() != Phase::Waiting);
        if is_paired && self.paired.is_none() {
            let (table, version) = (host.table_id().clone(), host.replica().version());
            let round = self.around.shared.round.load(Ordering::SeqCst);
            self.paired = Some(Paired { table, version, round });
            self.around.progress.heard(self.number, since);
        }
    }

    /// Does what the host asks for.
    async fn drive(&mut self) -> Result<()> {
        for notice in self.table.drive().await {
            match notice {
                Notice::Contradicted(mismatch) => return Err(mismatch.into()),
                Notice::MovedTo(table) => {
                    let is_elsewhere = |paired: &Paired| paired.table != table;
                    let may_move = matches!(self.role, Role::Seeker { .. })
                        && !self.paired.as_ref().is_some_and(is_elsewhere);
                    ensure!(may_move, "they were brought to table {table}");
                }
                Notice::Left => bail!("they gave up their seat"),
                Notice::Opened | Notice::Away(_) | Notice::Back(_) | Notice::Reaction(..) => {}
            }
        }
        match self.table.host.status() {
            Status::Ended(why) => bail!("the server does not want them any more: {why:?}"),
            Status::Connecting | Status::Connected | Status::Reconnecting => Ok(()),
        }
    }

    async fn come_back(&mut self) {
        self.around.shared.returns.fetch_add(1, Ordering::Relaxed);
        sleep(RETRY).await;
        if self.luck.bool() {
            // To whichever server there is.
            let ways = &self.around.ways;
            self.table.go_to(ways[self.luck.usize(..ways.len())]);
        }
        let now = self.table.now();
        // Now and then a client is told everything again. Not by several servers: who does not say how
        // much they know may be told of less, by one that has not heard of the rest yet.
        if self.around.ways.len() == 1 && self.luck.u8(..8) == 0 {
            self.table.host.start_anew(now);
        } else {
            self.table.host.wake(now);
        }
    }

    fn welcomed(&self) -> Result<()> {
        match (&self.role, self.table.host.seat()) {
            (Role::Spectator, _) | (_, Some(_)) => Ok(()),
            (Role::Friend, None) if !self.has_joined() => Ok(()),
            (Role::Host { .. } | Role::Friend | Role::Seeker { .. }, None) => {
                bail!("the seat is lost")
            }
        }
    }

    /// Reads what was reported, and submits the next command. False if there is none.
    async fn play_on(&mut self) -> bool {
        let host = &mut self.table.host;
        while let Some(report) = host.next_report() {
            match report {
                Report::Changed(change) => {
                    let acknowledged =
                        |(key, _): &mut (_, _)| change.entry.note.key.as_ref() == Some(key);
                    if let Some((_, round)) = self.submitted.take_if(acknowledged) {
                        self.landed.acknowledge(round, host.replica().version());
                    }
                }
                Report::Refused {
                    refusal: Refusal::RateLimited | Refusal::Unavailable, ..
                } => {
                    self.table.cut_off();
                    return false;
                }
                Report::Refused { refusal: Refusal::SeatTaken, .. } => self.role = Role::Spectator,
                Report::Refused { .. } => sleep(AFTER_REFUSAL).await,
            }
        }
        if host.status() != Status::Connected || !host.pending().is_empty() {
            return false;
        }
        let command = match (&self.role, host.seat()) {
            (Role::Spectator, _) => None,
            (Role::Host { opponent, .. }, Some(seat)) => {
                policy::next(host, seat, *opponent, &mut self.luck)
            }
            (Role::Friend | Role::Seeker { .. }, Some(seat)) => {
                policy::next(host, seat, Opponent::Friend, &mut self.luck)
            }
            (Role::Friend, None) if !self.has_joined() => {
                Some(Command::Join { name: Name::new("Ben"), seat: None })
            }
            (Role::Host { .. } | Role::Friend | Role::Seeker { .. }, None) => {
                // They sat down on a connection that was lost, and this one came too early to hear of it.
                self.table.cut_off();
                return false;
            }
        };
        if let Some(command) = &command {
            let round = self.around.shared.round.load(Ordering::SeqCst);
            self.table.host.submit(command.clone());
            let key = self.table.host.pending().last().and_then(|sent| sent.key.clone());
            if let (Command::Join { .. }, Some(key)) = (command, &key) {
                self.joins.push(key.clone());
            }
            self.submitted = key.map(|key| (key, round));
        }
        command.is_some()
    }

    /// Whether they have taken the free seat.
    fn has_joined(&self) -> bool {
        let log = self.table.host.replica().log();
        log.is_some_and(|log| {
            log.entries().iter().any(|Entry { event, note }| {
                let is_theirs = note.key.as_ref().is_some_and(|key| self.joins.contains(key));
                is_theirs && matches!(event, Event::Seated { .. })
            })
        })
    }
}
