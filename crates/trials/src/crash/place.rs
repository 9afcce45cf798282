use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use fastrand::Rng;
use parlor_protocol::TableId;
use parlor_protocol::message::NewTable;
use parlor_rules::{AnyRecord, Player};
use parlor_table::{Clock, Marks, Name, PieRule};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::client::{Client, Role, Witness};
use super::progress::Landed;
use super::{CLIENTS, Surroundings};
use crate::client::set_table;

/// Where one table is played at after the other.
pub(super) struct Place {
    pub(super) around: Surroundings,
    /// The addresses of the servers, for setting tables.
    pub(super) servers: Arc<[SocketAddr]>,
    pub(super) game: &'static str,
    pub(super) opponent: Opponent,
    /// The seconds that each player has for a game, if they play against the clock.
    pub(super) clock: Option<u32>,
}

/// Who has the seat that the host has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Whoever is faster of two who want it.
    Friend,
    Computer,
}

/// A table that was played at, and what each of its clients has been told. The first one has set it.
pub(super) struct Played {
    pub(super) table: TableId,
    /// The side that it was set from.
    pub(super) first_side: Player,
    pub(super) clients: [Witness; CLIENTS],
}

/// How long to wait for a server, where there is none just now.
pub(super) const NO_SERVER: Duration = Duration::from_millis(10);

impl Place {
    /// Plays until the trial is over.
    pub(super) async fn keep_playing(self, mut luck: Rng) -> Result<Vec<Played>> {
        let mut played = Vec::new();
        while !*self.around.shared.over.borrow() {
            let new = new_table(self.game, self.clock, Name::new("Ada"))?;
            let server = self.servers[luck.usize(..self.servers.len())];
            let set = move || set_table(&ureq::Agent::new_with_defaults(), server, &new);
            let Ok(key) = spawn_blocking(set).await? else {
                sleep(NO_SERVER).await;
                continue;
            };
            let landed = Arc::new(Landed::default());
            // Players of one game sit at different servers, if there are several.
            let ways = &self.around.ways;
            let first = luck.usize(..ways.len());
            let mut client = |role, number| {
                let way = ways[(first + number) % ways.len()];
                let around = self.around.clone();
                Client::new(around, way, key.table.clone(), role, number, luck.fork())
                    .landing(landed.clone())
            };
            let [friend, rival] = match self.opponent {
                Opponent::Friend => [Role::Friend, Role::Friend],
                Opponent::Computer => [Role::Spectator, Role::Spectator],
            };
            let host = Role::Host { token: key.token.clone(), opponent: self.opponent };
            let (host, friend, rival, spectator) = tokio::try_join!(
                client(host, 0).run(),
                client(friend, 1).run(),
                client(rival, 2).run(),
                client(Role::Spectator, 3).run(),
            )?;
            let clients = [host, friend, rival, spectator];
            played.push(Played { table: key.table, first_side: key.seat, clients });
        }
        Ok(played)
    }
}

/// What is asked for when a table is set.
pub(super) fn new_table(game: &str, clock: Option<u32>, name: Name) -> Result<NewTable> {
    Ok(NewTable {
        game: game.parse::<AnyRecord>()?,
        name,
        seat: None,
        clock: clock.map(|seconds| Clock::new(seconds, 0).context("a clock")).transpose()?,
        marks: Marks::default(),
        pie_rule: if game.starts_with("kalah") { PieRule::On } else { PieRule::Off },
        waits: None,
    })
}
