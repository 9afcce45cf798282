//! Players of a Parlor server.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use parlor_protocol::client::Replica;
use parlor_protocol::message::{FromClient, FromServer, NewTable, SeatKey, Submission, Welcome};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::{AnyRecord, Player as Side};
use parlor_table::{
    Command, Entry, Event, GameLog, Marks, Name, Phase, PieRule, SeatId, Table, Wish, WishKind,
};

use super::game::{Player, Seats, Wanted};
use super::told_move::told_move;
use crate::client::{Connection, set_table};

/// How many tables are set at once.
const AT_ONCE: usize = 32;

/// A player who plays one game after another against the same opponent.
pub struct Guest {
    connection: Connection,
    /// What the events add up to that were heard, and how many those are. The events themselves are
    /// not kept: only who reconnects needs them.
    table: Table,
    version: usize,
    seat: SeatId,
    /// What is to be done next.
    intended: Option<Command>,
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
    let log = known.log().context("a table that was set")?;
    Ok(Guest::new(connection, log, SeatId::opened_as(key.seat), luck))
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
            return Ok(Guest::new(connection, log, seat, luck));
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
    fn new(connection: Connection, log: &GameLog, seat: SeatId, luck: fastrand::Rng) -> Self {
        let (table, version) = (log.table().clone(), log.version());
        Self { connection, table, version, seat, intended: None, acted_at: None, luck }
    }

    fn command(&mut self) -> Option<Command> {
        let table = &self.table;
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

    /// Takes in events, which must be the next ones of the log, and says how many of them are moves of
    /// the other player.
    fn follow(&mut self, from: usize, entries: &[Entry]) -> Result<usize> {
        ensure!(from == self.version, "event {} was expected, not {from}", self.version);
        let mut by_other = 0;
        for entry in entries {
            if let Event::Moved { .. } = entry.event {
                let by = entry.note.by.context("a move that nobody made")?;
                ensure!(self.table.phase() == Phase::Playing(by), "it was not their turn");
                by_other += usize::from(by != self.table.side(self.seat));
            }
            self.table.apply(entry)?;
            self.version += 1;
        }
        Ok(by_other)
    }
}

impl Player for Guest {
    fn next(&mut self) -> Option<Wanted> {
        if self.acted_at == Some(self.version) {
            return None;
        }
        self.intended = self.command();
        let is_move = matches!(self.intended.as_ref()?, Command::Move { .. });
        Some(if is_move { Wanted::Move } else { Wanted::Other })
    }

    async fn act(&mut self) -> Result<()> {
        let Some(command) = self.intended.take() else { return Ok(()) };
        let version = self.version;
        self.acted_at = Some(version);
        let key = Some(version.to_string().parse()?);
        let submission = Submission { command, key, version: Some(version), token: None };
        Ok(self.connection.send(&FromClient::Submission(submission)).await?)
    }

    async fn hear(&mut self) -> Result<usize> {
        let text = self.connection.receive_text().await?;
        if let Some((number, moved)) = told_move(&text) {
            return self.follow(number, &[moved]);
        }
        match text.parse()? {
            FromServer::Events(events) => self.follow(events.from, &events.entries),
            FromServer::Refused { problem, .. } | FromServer::Error(problem) => {
                bail!("the server refused: {}", problem.message)
            }
            FromServer::Welcome(_)
            | FromServer::Presence(_)
            | FromServer::Reaction { .. }
            | FromServer::Pong
            | FromServer::Goodbye { .. } => Ok(0),
        }
    }
}
