use parlor_rules::mancala::Position;
use parlor_rules::{AnyRecord, Player, Record, Variant, tic_tac_toe};
use serde::{Deserialize, Serialize};

use crate::{Event, Marks, Opening, Refusal, Seat, Table};

/// The log of a table, with the state that its events add up to.
///
/// As JSON it is the list of its events; reading one replays it, so a log that could not have
/// happened is not read at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Event>", into = "Vec<Event>")]
pub struct GameLog {
    events: Vec<Event>,
    table: Table,
}

impl GameLog {
    /// Sets a table for a new game.
    pub fn open(variant: Variant, seats: [Seat; 2]) -> Self {
        let game = match variant {
            Variant::Mancala(rules) => AnyRecord::Mancala(Record::new(Position::opening(rules))),
            Variant::TicTacToe => {
                AnyRecord::TicTacToe(Record::new(tic_tac_toe::Position::start(Player::One)))
            }
        };
        Self::continued(Opening { game, seats, marks: Marks::default() })
    }

    /// Sets a table for a game that may have been begun elsewhere.
    pub fn continued(opening: Opening) -> Self {
        let table = Table::open(&opening);
        Self { events: vec![Event::Opened(opening)], table }
    }

    /// Adds what happened, if it can happen now; otherwise nothing changes.
    ///
    /// # Errors
    /// Says why it cannot happen.
    pub fn append(&mut self, event: Event) -> Result<(), Refusal> {
        self.table.apply(&event)?;
        self.events.push(event);
        Ok(())
    }

    /// What people see: the fold of all events.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The events, first to last.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events from number `version` on: what somebody who has seen those before still misses.
    pub fn since(&self, version: usize) -> &[Event] {
        self.events.get(version..).unwrap_or_default()
    }

    /// How many events there are, which is also the number of the next one.
    pub fn version(&self) -> usize {
        self.events.len()
    }
}

impl TryFrom<Vec<Event>> for GameLog {
    type Error = Refusal;

    fn try_from(events: Vec<Event>) -> Result<Self, Refusal> {
        let mut events = events.into_iter();
        let Some(Event::Opened(opening)) = events.next() else {
            return Err(Refusal::Opening);
        };
        let mut log = Self::continued(opening);
        events.try_for_each(|event| log.append(event))?;
        Ok(log)
    }
}

impl From<GameLog> for Vec<Event> {
    fn from(log: GameLog) -> Self {
        log.events
    }
}
