use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, Ordering};

use parlor_rules::Player;

use crate::tables::send_queue::Outbox;
use crate::tokens::TokenHash;

/// Somebody who is connected to a table, to play or to watch.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) outbox: Outbox,
    /// Where the connection comes from.
    pub(crate) household: IpAddr,
    /// What the key to a seat will be, if they take one and name no other: the one that they were
    /// offered, or the one that they came with.
    pub(crate) key: TokenHash,
    /// Where they sit, by the side that the seat had when the table was opened. It changes only
    /// while the table is locked.
    home: AtomicU8,
}

impl Member {
    pub(crate) fn new(home: Option<Player>, key: TokenHash, household: IpAddr) -> Self {
        let member = Self { outbox: Outbox::default(), household, key, home: AtomicU8::new(0) };
        member.sit(home);
        member
    }

    pub(crate) fn home(&self) -> Option<Player> {
        match self.home.load(Ordering::Relaxed) {
            1 => Some(Player::One),
            2 => Some(Player::Two),
            _ => None,
        }
    }

    pub(crate) fn sit(&self, home: Option<Player>) {
        let place = home.map_or(0, |player| player.index() as u8 + 1);
        self.home.store(place, Ordering::Relaxed);
    }
}
