use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use fastrand::Rng;
use parlor_protocol::client::{Device, Memory, Notice, Status};
use parlor_protocol::{SeatToken, TableId};
use parlor_table::{Command, CommandKey, Entry, Event, Host, Name, Refusal, Report};
use tokio::time::{sleep, timeout};

use super::progress::{Landed, Progress};
use super::{Opponent, Place, Shared, Witness, policy};
use crate::client::RemoteTable;

/// A client at a table that comes back whatever happens.
pub(super) struct Client {
    shared: Arc<Shared>,
    table: RemoteTable<Memory<Random>>,
    role: Role,
    opponent: Opponent,
    /// The keys under which they have asked for a seat.
    joins: Vec<CommandKey>,
    /// How long nothing may be heard before they connect again.
    patience: Duration,
    /// The ways to the servers.
    ways: Arc<[SocketAddr]>,
    /// The place of this client among those at the table.
    number: usize,
    /// How far all at the table are.
    progress: Arc<Progress>,
    landed: Arc<Landed>,
    /// The last command that was submitted, and in which round.
    submitted: Option<(CommandKey, u64)>,
    luck: Rng,
}

type Random = Box<dyn FnMut() -> u128 + Send>;

/// What a client came for.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// To play, at a table it has set.
    Host(SeatToken),
    /// To play, by a link. Another one may be faster; then they watch.
    Friend,
    /// To watch.
    Spectator,
}

/// After so many events people go to another table.
const LONG_ENOUGH: usize = 200;
/// How long to wait before connecting again. People who wait for a server to come back do not stay
/// away as long as the backoff would.
const RETRY: Duration = Duration::from_millis(10);
/// How long to wait after a refusal for the events that it came of.
const AFTER_REFUSAL: Duration = Duration::from_millis(20);

impl Client {
    pub(super) fn new(
        place: &Place,
        way: SocketAddr,
        table: TableId,
        role: Role,
        number: usize,
        landed: Arc<Landed>,
        mut luck: Rng,
    ) -> Self {
        let mut numbers = luck.fork();
        let mut device = Memory::new(Box::new(move || numbers.u128(..)) as Random);
        if let Role::Host(token) = &role {
            device.keep_token(&table, token);
        }
        let table = RemoteTable::new(way, device, table, None);
        Self {
            shared: place.shared.clone(),
            table,
            role,
            opponent: place.opponent,
            joins: Vec::new(),
            patience: place.patience,
            ways: place.ways.clone(),
            number,
            progress: place.progress.clone(),
            landed,
            submitted: None,
            luck,
        }
    }

    /// Stays at the table, through any number of connections, until it is time to go; and says what
    /// it has been told.
    pub(super) async fn run(mut self) -> Result<Witness> {
        let mut over = self.shared.over.subscribe();
        while self.table.host.replica().version() < LONG_ENOUGH {
            let step = tokio::select! {
                _ = over.wait_for(|over| *over) => break,
                step = self.step() => step,
            };
            step.with_context(|| {
                format!("{:?} at table {}", self.role, self.table.host.table_id())
            })?;
        }
        Ok(Witness { known: self.table.host.replica().clone(), history: self.table.history })
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
        if timeout(self.patience, self.table.wait()).await.is_err() {
            self.table.cut_off();
        }
        let host = &self.table.host;
        let new = host.replica().version().saturating_sub(version);
        self.shared.told.fetch_add(new as u64, Ordering::Relaxed);
        if status != Status::Connected && host.status() == Status::Connected {
            let resent = host.pending().iter().filter(|sent| pending.contains(sent)).count();
            self.shared.resent.fetch_add(resent as u64, Ordering::Relaxed);
            return self.welcomed();
        }
        if let Some(round) = self.landed.round_at(host.replica().version()) {
            self.progress.heard(self.number, round);
        }
        Ok(())
    }

    /// Does what the host asks for.
    async fn drive(&mut self) -> Result<()> {
        for notice in self.table.drive().await {
            match notice {
                Notice::Contradicted(mismatch) => return Err(mismatch.into()),
                Notice::MovedTo(table) => bail!("they were brought to table {table}"),
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
        self.shared.returns.fetch_add(1, Ordering::Relaxed);
        sleep(RETRY).await;
        if self.luck.bool() {
            // To whichever server there is.
            self.table.go_to(self.ways[self.luck.usize(..self.ways.len())]);
        }
        let now = self.table.now();
        // Now and then a client is told everything again. Not by several servers: who does not say how
        // much they know may be told of less, by one that has not heard of the rest yet.
        if self.ways.len() == 1 && self.luck.u8(..8) == 0 {
            self.table.host.start_anew(now);
        } else {
            self.table.host.wake(now);
        }
    }

    fn welcomed(&self) -> Result<()> {
        match (&self.role, self.table.host.seat()) {
            (Role::Spectator, _) | (_, Some(_)) => Ok(()),
            (Role::Friend, None) if !self.has_joined() => Ok(()),
            (Role::Host(_) | Role::Friend, None) => bail!("the seat is lost"),
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
            (Role::Host(_) | Role::Friend, Some(seat)) => {
                let computer = self.opponent == Opponent::Computer;
                policy::next(host, seat, computer, &mut self.luck)
            }
            (Role::Host(_) | Role::Friend, None) if self.has_joined() => {
                // On a connection that was lost, and this one came too early to hear of it.
                self.table.cut_off();
                return false;
            }
            (Role::Host(_) | Role::Friend, None) => {
                Some(Command::Join { name: Name::new("Ben"), seat: None })
            }
        };
        if let Some(command) = &command {
            let round = self.shared.round.load(Ordering::SeqCst);
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
