//! Players of a Parlor server.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use parlor_protocol::client::Replica;
use parlor_protocol::message::{FromClient, FromServer, NewTable, SeatKey, Submission, Welcome};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::{AnyRecord, Player as Side};
use parlor_table::{Command, Event, Marks, Name, Phase, PieRule, SeatId, Wish, WishKind};

use super::game::{Player, Seats, Wanted};
use crate::client::{Connection, set_table};

/// How many tables are set at once.
const AT_ONCE: usize = 32;

/// A player who plays one game after another against the same opponent.
pub struct Guest {
    connection: Connection,
    known: Replica,
    seat: SeatId,
    /// How many events were known when something was done that has not been answered yet.
    acted_at: Option<usize>,
    luck: fastrand::Rng,
}

/// Sets tables, each with two players. If there are several servers, they sit at different ones.
///
/// # Errors
/// If the server does not play along.
pub async fn sit_down(servers: &[SocketAddr], tables: usize, seed: u64) -> Result<Seats<Guest>> {
    let agent = ureq::Agent::new_with_defaults();
    stream::iter(0..tables as u64)
        .map(|number| {
            let agent = agent.clone();
            let place = |seat| servers[(number as usize + seat) % servers.len()];
            let (server, other) = (place(0), place(1));
            async move {
                let set = move || set_table(&agent, server, &new_table());
                let key = tokio::task::spawn_blocking(set).await??;
                let mut luck = fastrand::Rng::with_seed(seed ^ number);
                let host = host(server, &key, luck.fork()).await?;
                let friend = friend(other, &key.table, luck).await?;
                Ok([host, friend])
            }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await
}

fn new_table() -> NewTable {
    let game: AnyRecord = "gems~S~".parse().expect("a game that has not begun");
    NewTable {
        game,
        name: Name::new("Ada"),
        seat: None,
        clock: None,
        marks: Marks::default(),
        pie_rule: PieRule::Off,
        waits: None,
    }
}

async fn host(server: SocketAddr, key: &SeatKey, luck: fastrand::Rng) -> Result<Guest> {
    let (connection, welcome) = enter(server, &key.table, Some(&key.token)).await?;
    let mut known = Replica::default();
    known.catch_up(welcome.news)?;
    Ok(Guest { connection, known, seat: SeatId::opened_as(key.seat), acted_at: None, luck })
}

async fn friend(server: SocketAddr, table: &TableId, luck: fastrand::Rng) -> Result<Guest> {
    let (mut connection, welcome) = enter(server, table, None).await?;
    let mut known = Replica::default();
    known.catch_up(welcome.news)?;
    let command = Command::Join { name: Name::new("Ben"), seat: None };
    let submission = Submission { command, key: None, version: None, token: None };
    connection.send(&FromClient::Submission(submission)).await?;
    loop {
        if let FromServer::Events(events) = connection.receive().await? {
            known.follow(events)?;
        }
        let Some(log) = known.log() else { continue };
        if let Some(&Event::Seated { player, .. }) = log.events().last() {
            let seat = log.table().seat_id(player);
            return Ok(Guest { connection, known, seat, acted_at: None, luck });
        }
    }
}

async fn enter(
    server: SocketAddr,
    table: &TableId,
    token: Option<&SeatToken>,
) -> Result<(Connection, Welcome)> {
    let mut connection = Connection::hello(server, table, token, 0).await?;
    match connection.receive().await? {
        FromServer::Welcome(welcome) => Ok((connection, welcome)),
        other => bail!("instead of a welcome there came: {other}"),
    }
}

impl Guest {
    fn command(&mut self) -> Option<Command> {
        let table = self.known.log()?.table();
        let me = table.side(self.seat);
        match table.phase() {
            Phase::Playing(player) if player == me => {
                let choice = self.luck.choice(table.play().moves())?;
                Some(Command::Move { choice })
            }
            Phase::Over(_) => match table.request() {
                Some((by, _)) => (by != me).then_some(Command::Accept(WishKind::Rematch)),
                None => (me == Side::One).then_some(Command::Ask(Wish::Rematch)),
            },
            Phase::Waiting | Phase::Tossing(_) | Phase::Playing(_) => None,
        }
    }
}

impl Player for Guest {
    fn next(&mut self) -> Option<Wanted> {
        if self.acted_at == Some(self.known.version()) {
            return None;
        }
        let command = self.command()?;
        Some(if let Command::Move { .. } = command { Wanted::Move } else { Wanted::Other })
    }

    async fn act(&mut self) -> Result<()> {
        let Some(command) = self.command() else { return Ok(()) };
        let version = self.known.version();
        self.acted_at = Some(version);
        let key = Some(format!("{version}").parse()?);
        let submission = Submission { command, key, version: Some(version), token: None };
        Ok(self.connection.send(&FromClient::Submission(submission)).await?)
    }

    async fn hear(&mut self) -> Result<usize> {
        let events = match self.connection.receive().await? {
            FromServer::Events(events) => events,
            FromServer::Refused { problem, .. } | FromServer::Error(problem) => {
                bail!("the server refused: {}", problem.message)
            }
            FromServer::Welcome(_)
            | FromServer::Presence(_)
            | FromServer::Reaction { .. }
            | FromServer::Pong
            | FromServer::Goodbye { .. } => return Ok(0),
        };
        let before = self.known.version();
        self.known.follow(events)?;
        let log = self.known.log().context("a log that was heard of")?;
        let me = log.table().side(self.seat);
        let by_other = log.since(before).iter().filter(|entry| {
            matches!(entry.event, Event::Moved { .. }) && entry.note.by != Some(me)
        });
        Ok(by_other.count())
    }
}
