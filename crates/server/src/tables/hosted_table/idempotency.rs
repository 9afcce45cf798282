use std::collections::HashMap;
use std::hash::BuildHasher;

use parlor_table::CommandKey;

use crate::store::{KeyHolder, KeyUse};

/// Which idempotency keys have been used at a table, by whom and for what, and the version of the
/// event that each command led to: a command that is sent twice is carried out once, and acknowledged
/// twice. The next holder of a seat has keys of their own.
///
/// The keys are stored with the events, so this also holds after a restart. In memory there is a
/// hash of each; the hash function is random for each table, so a client cannot make two keys
/// collide.
#[derive(Debug, Default)]
pub(super) struct IdempotencyKeys(HashMap<u64, Used>);

/// What a key was used for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    /// The version of the event that the command led to.
    pub(crate) version: u32,
    pub(crate) by: KeyUse,
}

impl IdempotencyKeys {
    /// Notes what a key was used for.
    pub(super) fn insert(&mut self, key: &CommandKey, used: Used) {
        let hash = self.hash(Some(used.by.holder()), key);
        self.0.insert(hash, used);
    }

    /// Notes that a player left their seat. They have no token any more that would identify them; but
    /// a stranger who sends the same key is only told what everyone was told.
    pub(super) fn insert_leaving(&mut self, key: &CommandKey, used: Used) {
        let hash = self.hash(None, key);
        self.0.insert(hash, used);
    }

    /// What the holder of a seat used a key for.
    pub(super) fn find(&self, holder: KeyHolder, key: &CommandKey) -> Option<Used> {
        self.0.get(&self.hash(Some(holder), key)).copied()
    }

    /// By which command with this key a player left their seat.
    pub(super) fn find_leaving(&self, key: &CommandKey) -> Option<Used> {
        self.0.get(&self.hash(None, key)).copied()
    }

    /// Forgets what led to events from this version on.
    pub(super) fn forget_from(&mut self, version: u32) {
        self.0.retain(|_, used| used.version < version);
    }

    fn hash(&self, holder: Option<KeyHolder>, key: &CommandKey) -> u64 {
        self.0.hasher().hash_one((holder, key))
    }
}
