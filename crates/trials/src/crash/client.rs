use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Result, anyhow};
use fastrand::Rng;
use parlor_protocol::message::{Events, FromClient, FromServer, Reason, Submission, Welcome};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::Player;
use parlor_table::{Command, CommandKey, Event, GameLog, Name, Nonce, Refusal};
use tokio::time::{sleep, timeout};

use super::{Shared, policy};
use crate::client::{Connection, Contradiction, Known, Lost};

/// Somebody at a table who comes back whatever happens.
pub(super) struct Client {
    shared: Arc<Shared>,
    /// The server, or a bad network that leads to it.
    way: SocketAddr,
    table: TableId,
    role: Role,
    /// The key to their seat. A friend keeps the first that is offered, and joins with it however
    /// often it takes.
    token: Option<SeatToken>,
    /// Where they sit, by the side that the seat had when the table was opened.
    home: Option<Player>,
    known: Known,
    /// What has been sent and not been answered.
    pending: Option<Submission>,
    /// Their part of a toss.
    nonce: Nonce,
    commands: u32,
    /// Since which start of the server something new has happened at the table.
    back: Arc<AtomicU64>,
    /// At which start of the server they came this time.
    came_at: u64,
    luck: Rng,
}

/// What somebody came for.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// To play, at a table they have set.
    Host(SeatToken),
    /// To play, by a link.
    Friend,
    /// To watch.
    Watcher,
}

/// After so many events people go to another table.
const LONG_ENOUGH: usize = 200;
/// How long nothing may be heard before somebody connects again.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait before connecting again.
const RETRY: Duration = Duration::from_millis(10);

/// Why a visit ended.
enum End {
    /// The connection was lost.
    Lost,
    /// Something happened that must not happen.
    Wrong(anyhow::Error),
}

impl From<Lost> for End {
    fn from(_: Lost) -> Self {
        Self::Lost
    }
}

impl From<anyhow::Error> for End {
    fn from(error: anyhow::Error) -> Self {
        Self::Wrong(error)
    }
}

impl Client {
    pub(super) fn new(
        shared: Arc<Shared>,
        way: SocketAddr,
        table: TableId,
        role: Role,
        back: Arc<AtomicU64>,
        mut luck: Rng,
    ) -> Self {
        let token = match &role {
            Role::Host(token) => Some(token.clone()),
            Role::Friend | Role::Watcher => None,
        };
        Self {
            shared,
            way,
            table,
            role,
            token,
            home: None,
            known: Known::default(),
            pending: None,
            nonce: Nonce(luck.u128(..)),
            commands: 0,
            back,
            came_at: 0,
            luck,
        }
    }

    /// Stays at the table, through any number of connections, until it is time to go; and says what
    /// they have been told.
    pub(super) async fn run(mut self) -> Result<Known> {
        let mut over = self.shared.over.subscribe();
        while !self.has_seen_enough() {
            let visit = tokio::select! {
                _ = over.wait_for(|over| *over) => break,
                visit = self.visit() => visit,
            };
            match visit {
                Ok(()) => {}
                Err(End::Lost) => {
                    self.shared.returns.fetch_add(1, Ordering::Relaxed);
                    sleep(RETRY).await;
                }
                Err(End::Wrong(error)) => {
                    return Err(error.context(format!("{:?} at table {}", self.role, self.table)));
                }
            }
        }
        Ok(self.known)
    }

    fn has_seen_enough(&self) -> bool {
        self.known.version() >= LONG_ENOUGH
    }

    /// One connection, from hello to its end.
    async fn visit(&mut self) -> Result<(), End> {
        // Now and then somebody has forgotten everything, and is told all of it again.
        let version = if self.luck.u8(..8) == 0 { 0 } else { self.known.version() };
        let mut connection =
            Connection::hello(self.way, &self.table, self.token.as_ref(), version).await?;
        while !self.has_seen_enough() {
            let heard = timeout(PATIENCE, connection.receive()).await.map_err(|_| Lost)??;
            let act = match heard {
                FromServer::Welcome(welcome) => {
                    self.welcomed(welcome)?;
                    if let Some(order) = self.pending.clone() {
                        self.shared.resent.fetch_add(1, Ordering::Relaxed);
                        connection.send(&FromClient::Submission(order)).await?;
                    }
                    true
                }
                FromServer::Events(news) => {
                    self.told(news)?;
                    true
                }
                FromServer::Refused { key, problem, version } => {
                    self.refused(key.as_ref(), problem.reason)?;
                    version <= self.known.version()
                }
                FromServer::Error(problem) => match problem.reason {
                    Reason::NoSuchTable => return Err(anyhow!("the table is gone").into()),
                    Reason::Failed | Reason::Closing => return Err(End::Lost),
                    // What is said twice is understood once.
                    Reason::AlreadyGreeted => false,
                    _ => return Err(anyhow!("the server said: {}", problem.say).into()),
                },
                FromServer::Goodbye { .. } => return Err(End::Lost),
                FromServer::Presence(_) | FromServer::Reaction { .. } | FromServer::Pong => false,
            };
            if act && self.pending.is_none() {
                self.pending = self.decide()?;
                if let Some(order) = self.pending.clone() {
                    connection.send(&FromClient::Submission(order)).await?;
                }
            }
        }
        Ok(())
    }

    fn welcomed(&mut self, welcome: Welcome) -> Result<(), End> {
        let Welcome { seat, token, news, .. } = welcome;
        self.came_at = self.shared.starts.load(Ordering::SeqCst);
        self.hear(news, Known::hear_all)?;
        let table = self.known.log().map(GameLog::table);
        self.home = seat.zip(table).map(|(seat, table)| table.home(seat));
        match (&self.role, self.home) {
            (Role::Watcher, _) | (_, Some(_)) => Ok(()),
            (Role::Friend, None) if !self.somebody_joined() => {
                self.token = self.token.take().or(token);
                Ok(())
            }
            (Role::Host(_) | Role::Friend, None) => Err(anyhow!("the seat is lost").into()),
        }
    }

    fn told(&mut self, news: Events) -> Result<(), End> {
        if news.from > self.known.version() {
            return Err(End::Lost);
        }
        if self.hear(news, Known::hear)? > 0 {
            self.back.fetch_max(self.came_at, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Hears news and looks for what they answer.
    fn hear(
        &mut self,
        news: Events,
        hear: fn(&mut Known, Events) -> Result<usize, Contradiction>,
    ) -> Result<usize, End> {
        let before = self.known.version();
        let new = hear(&mut self.known, news).map_err(anyhow::Error::from)?;
        self.shared.told.fetch_add(new as u64, Ordering::Relaxed);
        let Some(log) = self.known.log() else { return Ok(new) };
        let wanted = self.pending.as_ref().and_then(|order| order.key.clone());
        for entry in log.since(before) {
            if wanted.is_some() && entry.note.key == wanted {
                self.pending = None;
            }
            if matches!(entry.event, Event::Revealed { nonce, .. } if nonce == self.nonce) {
                self.nonce = Nonce(self.luck.u128(..));
            }
        }
        Ok(new)
    }

    /// Gives up a command that cannot be carried out; one that could not just now is sent again.
    fn refused(&mut self, key: Option<&CommandKey>, reason: Reason) -> Result<(), End> {
        if key.is_none() || key != self.pending.as_ref().and_then(|order| order.key.as_ref()) {
            return Ok(());
        }
        match reason {
            Reason::Failed | Reason::Closing | Reason::TooMany => Err(End::Lost),
            Reason::Refused(Refusal::SeatTaken) => {
                // By themselves, on a connection that they believe to be lost.
                self.pending = None;
                Err(End::Lost)
            }
            _ => {
                self.pending = None;
                Ok(())
            }
        }
    }

    fn decide(&mut self) -> Result<Option<Submission>, End> {
        let Some(log) = self.known.log() else { return Ok(None) };
        let command = match (&self.role, self.home) {
            (Role::Watcher, _) => None,
            (_, Some(home)) => {
                let me = log.table().home(home);
                policy::next(log.table(), me, self.nonce, &mut self.luck)
            }
            (Role::Friend, None) if !self.somebody_joined() => {
                Some(Command::Join { name: Name::new("Ben"), seat: None })
            }
            (Role::Host(_) | Role::Friend, None) => return Err(End::Lost),
        };
        let Some(command) = command else { return Ok(None) };
        self.commands += 1;
        let letter = if matches!(self.role, Role::Friend) { 'f' } else { 'h' };
        let key = format!("{letter}{}", self.commands).parse().ok();
        let pinned = matches!(command, Command::Move { .. } | Command::Accept(_));
        let pinned = pinned || self.luck.bool();
        let version = pinned.then(|| self.known.version());
        let token = self.token.clone().filter(|_| matches!(command, Command::Join { .. }));
        Ok(Some(Submission { command, key, version, token }))
    }

    /// Whether the free seat has been taken, which nobody but the friend does.
    fn somebody_joined(&self) -> bool {
        let log = self.known.log();
        log.is_some_and(|log| log.events().any(|event| matches!(event, Event::Seated { .. })))
    }
}
