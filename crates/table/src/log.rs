use parlor_rules::{AnyPosition, AnyTurn, Game as _, Record, Variant};

use crate::{Entry, Event, Opening, PieRule, Refusal, Seat, Table};

/// The log of a table, with the state that its events add up to.
///
/// To make one out of entries is to replay them, so there is no log that could not have happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLog {
    entries: Vec<Entry>,
    table: Table,
}

impl GameLog {
    /// Sets a table for a new game.
    pub fn open(variant: Variant, seats: [Seat; 2]) -> Self {
        Self::open_with(variant, seats, PieRule::Off)
    }

    /// Sets a table for a new game, with the pie rule or without it.
    pub fn open_with(variant: Variant, seats: [Seat; 2], pie_rule: PieRule) -> Self {
        let game = Record::new(AnyPosition::opening(variant));
        Self::continued(Opening { pie_rule, ..Opening::new(game, seats) })
    }

    /// Sets a table for other players where games begin as they did at another one: by the same rules, with
    /// the same start, and with the pie rule or without it.
    pub fn open_like(table: &Table, seats: [Seat; 2]) -> Self {
        let first = AnyPosition::opening(table.variant()).turn();
        let game = table.next_game(first).record().clone();
        Self::continued(Opening { pie_rule: table.pie_rule(), ..Opening::new(game, seats) })
    }

    /// Sets a table for a game that may have been begun elsewhere.
    pub fn continued(opening: Opening) -> Self {
        let table = Table::open(&opening);
        Self { entries: vec![Event::Opened(opening).into()], table }
    }

    /// Adds what happened, if it can happen now, and tells which turn was played; otherwise nothing
    /// changes.
    ///
    /// # Errors
    /// Says why it cannot happen.
    pub fn append(&mut self, entry: impl Into<Entry>) -> Result<Option<AnyTurn>, Refusal> {
        let entry = entry.into();
        let turn = self.table.apply(&entry)?;
        self.entries.push(entry);
        Ok(turn)
    }

    /// What people see: the fold of all events.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The events, first to last.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.entries.iter().map(|entry| &entry.event)
    }

    /// The events and what was noted beside them, first to last.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The events from number `version` on: what a reader who has seen those before still misses.
    pub fn since(&self, version: usize) -> &[Entry] {
        self.entries.get(version..).unwrap_or_default()
    }

    /// How many events there are, which is also the number of the next one.
    pub fn version(&self) -> usize {
        self.entries.len()
    }
}

impl TryFrom<Vec<Entry>> for GameLog {
    type Error = Refusal;

    fn try_from(entries: Vec<Entry>) -> Result<Self, Refusal> {
        let Some(Entry { event: Event::Opened(opening), .. }) = entries.first() else {
            return Err(Refusal::Opening);
        };
        let mut table = Table::open(opening);
        for entry in &entries[1..] {
            table.apply(entry)?;
        }
        Ok(Self { entries, table })
    }
}
