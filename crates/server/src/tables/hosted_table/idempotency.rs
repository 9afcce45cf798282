use std::collections::HashMap;
use std::hash::BuildHasher;

use parlor_table::{CommandKey, SeatId};

/// Which idempotency keys have been used at a table, and the version of the event that each command
/// led to: a command that is sent twice is carried out once, and acknowledged twice.
///
/// The keys are stored with the events, so this also holds after a restart. In memory there is a
/// hash of each; the hash function is random for each table, so a client cannot make two keys
/// collide.
#[derive(Debug, Default)]
pub(super) struct IdempotencyKeys(HashMap<u64, u32>);

impl IdempotencyKeys {
    /// Notes that a command of the player in this seat led to the event of this version.
    pub(super) fn insert(&mut self, seat: SeatId, key: &CommandKey, version: u32) {
        let hash = self.hash(seat, key);
        self.0.insert(hash, version);
    }

    /// The version of the event that a command led to, if it has been carried out.
    pub(super) fn version(&self, seat: SeatId, key: &CommandKey) -> Option<u32> {
        self.0.get(&self.hash(seat, key)).copied()
    }

    fn hash(&self, seat: SeatId, key: &CommandKey) -> u64 {
        self.0.hasher().hash_one((seat, key))
    }
}
