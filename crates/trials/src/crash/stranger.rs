use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Result;
use fastrand::Rng;
use parlor_protocol::message::SeatKey;
use parlor_table::Name;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::Surroundings;
use super::client::{Client, Role, Witness};
use super::place::{NO_SERVER, new_table};
use crate::client::seek_opponent;
use crate::history::{Seek, Sought};

/// One of several strangers who look for an opponent for the same game, again and again.
pub(super) struct Stranger {
    pub(super) around: Surroundings,
    /// The addresses of the servers, for asking for an opponent.
    pub(super) servers: Arc<[SocketAddr]>,
    pub(super) game: &'static str,
    /// The seconds that each player has for a game, if they want to play against the clock.
    pub(super) clock: Option<u32>,
    /// The place of this one among those who look for the same.
    pub(super) number: usize,
}

/// What a stranger was told who has looked for an opponent once.
pub(super) struct Looked {
    pub(super) seek: Seek,
    /// The seat that they were given to wait in.
    pub(super) key: SeatKey,
    pub(super) witness: Witness,
}

impl Stranger {
    /// Looks for opponents and plays with them until the trial is over.
    pub(super) async fn keep_looking(self, mut luck: Rng) -> Result<Vec<Looked>> {
        let mut looked = Vec::new();
        let shared = self.around.shared.clone();
        while !*shared.over.borrow() {
            let name = self.name(looked.len());
            let new = new_table(self.game, self.clock, name.clone())?;
            let sought = Sought::of(&new);
            let since = shared.round.load(Ordering::SeqCst);
            let server = self.servers[luck.usize(..self.servers.len())];
            let ask = move || seek_opponent(&ureq::Agent::new_with_defaults(), server, &new);
            let Ok(key) = spawn_blocking(ask).await? else {
                sleep(NO_SERVER).await;
                continue;
            };
            let way = self.around.ways[luck.usize(..self.around.ways.len())];
            let role = Role::Seeker { token: key.token.clone(), since };
            let (around, table) = (self.around.clone(), key.table.clone());
            let client = Client::new(around, way, table, role, self.number, luck.fork());
            let witness = client.run().await?;
            let paired = witness.paired.clone();
            looked.push(Looked { seek: Seek { name, sought, since, paired }, key, witness });
        }
        Ok(looked)
    }

    /// A name that no other player has, and that looks like no other.
    fn name(&self, times: usize) -> Name {
        let clock = if self.clock.is_some() { "fast" } else { "slow" };
        let number = ["Ada", "Ben", "Cleo", "Dan"][self.number];
        Name::new(&format!("{number} {clock} {times}"))
    }
}
