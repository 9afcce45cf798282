use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use parlor_protocol::message::{NewTable, Whereabouts};
use parlor_table::{Clock, Clocks, PieRule, Table};
use tokio::sync::MutexGuard;

use crate::tables::hosted_table::HostedTable;

/// The tables where a player waits to be paired with any other, by what they want to play.
#[derive(Default)]
pub(crate) struct WaitingList {
    tables: Mutex<HashMap<Seek, Vec<Weak<HostedTable>>>>,
    /// One pair is made at a time: of two players who come together, neither would find the other.
    pairing: tokio::sync::Mutex<()>,
}

/// What a player wants to play.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Seek {
    /// The game and its moves so far, as text.
    game: String,
    clock: Option<Clock>,
    pie_rule: PieRule,
}

impl Seek {
    /// What is played at a table.
    pub(crate) fn at(table: &Table) -> Self {
        let clock = table.clocks().map(Clocks::clock);
        Self { game: table.play().record().to_string(), clock, pie_rule: table.pie_rule() }
    }

    /// What is to be played at a new table.
    pub(crate) fn of(new: &NewTable) -> Self {
        Self { game: new.game.to_string(), clock: new.clock, pie_rule: new.pie_rule }
    }
}

impl WaitingList {
    /// Held while a pair is made.
    pub(crate) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.pairing.lock().await
    }

    /// Lists a table where a player waits.
    pub(crate) fn add(&self, table: &Arc<HostedTable>, seek: Seek) {
        let mut listed = self.tables.lock();
        let tables = listed.entry(seek).or_default();
        let table = Arc::downgrade(table);
        if !tables.iter().any(|known| known.ptr_eq(&table)) {
            tables.push(table);
        }
    }

    /// Takes a table off the list where another player waits for the same, and is connected. Those
    /// before it where no player does are taken off as well.
    pub(crate) fn take(&self, seek: &Seek, own: &Arc<HostedTable>) -> Option<Arc<HostedTable>> {
        let mut listed = self.tables.lock();
        let tables = listed.get_mut(seek)?;
        let mut found = None;
        tables.retain(|table| {
            let Some(table) = table.upgrade() else { return false };
            if Arc::ptr_eq(&table, own) || found.is_some() {
                return true;
            }
            if has_waiting_player(&table) {
                found = Some(table);
            }
            false
        });
        if tables.is_empty() {
            listed.remove(seek);
        }
        found
    }

    /// Takes tables off the list where no player waits any more. A player who reconnects is listed
    /// again.
    pub(crate) fn evict_gone(&self) {
        self.tables.lock().retain(|_, tables| {
            tables.retain(|table| table.upgrade().is_some_and(|table| has_waiting_player(&table)));
            !tables.is_empty()
        });
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.tables.lock().len()
    }
}

fn has_waiting_player(table: &HostedTable) -> bool {
    let state = table.lock();
    state.seeks_opponent() && state.presence().players.contains(&Whereabouts::Here)
}
