//! What is in a database, and whether it is as it was stored: for those who are about to rely on it.

use std::fmt::{self, Display};

use super::ChainHash;

/// What is in a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inventory {
    pub(super) tables: usize,
    pub(super) events: usize,
    /// The tables whose logs are not as they were stored.
    pub(super) damaged: Vec<DamagedTable>,
}

/// A table whose log is not as it was stored: it cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedTable {
    table: String,
    damage: Damage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// No table has such a name.
    Name,
    /// The hash chain is broken at this event.
    Altered(u32),
    /// The log ends before this event, and should not.
    Missing(u32),
}

impl Display for DamagedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        match self.damage {
            Damage::Name => write!(f, "{table:?} is no table's name"),
            Damage::Altered(version) => write!(f, "event {version} of table {table} was altered"),
            Damage::Missing(version) => write!(f, "table {table} has no event {version}"),
        }
    }
}

/// A log, as far as its hash chain has been followed.
pub(super) struct FollowedLog {
    table: String,
    /// The hash of the last event; `None` if there is none because no table has such a name.
    hash: Option<ChainHash>,
    events: u32,
    altered: Option<u32>,
}

/// Whether all events of a log were followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    ToItsEnd,
    /// The log should go on, or end elsewhere.
    NotToItsEnd,
}

impl FollowedLog {
    /// A log of which no event has been seen yet.
    pub(super) fn new(table: String) -> Self {
        let hash = table.parse().ok().map(|table| ChainHash::start(&table));
        Self { table, hash, events: 0, altered: None }
    }

    /// How many events have been followed.
    pub(super) fn events(&self) -> u32 {
        self.events
    }

    /// Takes the next event into account, which was stored with this hash.
    pub(super) fn follow(&mut self, event: &str, stored: &[u8]) {
        self.hash = self.hash.map(|hash| hash.next(event));
        let is_altered = self.hash.is_some_and(|ChainHash(hash)| hash != stored);
        if is_altered && self.altered.is_none() {
            self.altered = Some(self.events);
        }
        self.events += 1;
    }
}

impl Inventory {
    /// Adds a log that has been followed.
    pub(super) fn add(&mut self, log: FollowedLog, followed: Followed) {
        self.tables += 1;
        self.events += log.events as usize;
        let damage = match (log.hash, log.altered, followed) {
            (None, ..) => Some(Damage::Name),
            (Some(_), Some(version), _) => Some(Damage::Altered(version)),
            (Some(_), None, Followed::NotToItsEnd) => Some(Damage::Missing(log.events)),
            (Some(_), None, Followed::ToItsEnd) => None,
        };
        self.damaged.extend(damage.map(|damage| DamagedTable { table: log.table, damage }));
    }
}
