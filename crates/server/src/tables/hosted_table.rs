//! A table in memory: the fold of its log, and everything about it that is not in the log.

mod asides;
mod clocks;
mod elsewhere;
mod following;
mod freshness;
mod idempotency;
mod locked;
mod participants;
mod presence;
mod snapshot;
mod welcome;

use std::time::Duration;

use parking_lot::Mutex;
use parlor_protocol::event_log::{LogError, read_entry};
use parlor_protocol::message::EventsMessage;
use parlor_protocol::{SeatToken, TableId};
use parlor_table::{
    Actor, Command, CommandKey, Entry, Event, Note, Occupant, Phase, Policy, Refusal, SeatId, Table,
};
use tokio::sync::oneshot;
use tokio::time::Instant;

use self::asides::Asides;
#[cfg(test)]
pub(crate) use self::asides::TAKEBACKS;
use self::clocks::Awaited;
#[cfg(test)]
pub(crate) use self::clocks::LAG_COMPENSATION;
use self::elsewhere::Elsewhere;
pub(crate) use self::following::TooMany;
use self::freshness::Freshness;
use self::idempotency::IdempotencyKeys;
pub(crate) use self::idempotency::Used;
pub(crate) use self::locked::LockedState;
use self::participants::Participants;
pub(crate) use self::snapshot::Snapshot;
use crate::rate_limit::RateLimit;
use crate::store::{
    Attendance, ChainHash, EncodedEvents, KeyHolder, KeyUse, LogHeader, LogId, StoredLog, Ticket,
};
use crate::tables::committed::{Committed, Thinking};
use crate::tables::log_json::LogJson;
use crate::tables::request::Deferred;
use crate::tables::seat_tokens::SeatTokens;
use crate::tables::timers::Timer;

/// A table that is in memory because it has connections, or had some until a moment ago.
#[derive(Debug)]
pub(crate) struct HostedTable {
    pub(crate) id: TableId,
    pub(crate) log: LogId,
    /// What the computer's nonces in a fair toss are derived from.
    pub(crate) secret: [u8; 16],
    state: Mutex<State>,
}

/// Everything about a table that changes.
///
/// It runs ahead of the store: an event is applied when it is decided, so that the next command
/// finds it there, but no client is told of it before it is committed. If it cannot be stored, the
/// table is broken: it is dropped, its clients reconnect, and it is read from the store again.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) table: Table,
    log: LogJson,
    /// Which history of the log it is.
    epoch: u32,
    /// How many events are committed.
    committed_events: u32,
    committed: Committed,
    /// At least so many events are in the store, some of which another node may have appended.
    stored_events: u32,
    /// The commands that wait while the log is being read on.
    deferred: Option<Vec<Deferred>>,
    /// Who waits until so many events are known.
    awaiting: Vec<(u32, oneshot::Sender<()>)>,
    tokens: SeatTokens,
    idempotency_keys: IdempotencyKeys,
    freshness: Freshness,
    asides: Asides,
    pub(crate) participants: Participants,
    elsewhere: Elsewhere,
    /// Who is connected here, as other nodes were told.
    told_attendance: Attendance,
    /// How often the player in each seat may react, however many connections they have.
    reactions: [RateLimit; 2],
    /// Up to when the player to move has been charged for thinking.
    charged_until: Instant,
    /// How many events have to be committed before the player to move can know that it is their turn.
    turn_began: u32,
    awaited: Option<Awaited>,
    /// Whether the player in each seat has been connected since a seat last changed hands. No time
    /// runs for a player who cannot know that it is their turn.
    has_come: [bool; 2],
    /// Whether the first player waits to be paired with any other, rather than for a friend.
    seeks_opponent: bool,
    /// Whether the table is listed as one where a player waits to be paired.
    pub(crate) listing: Listing,
    /// When the table is to be looked at again, if it is.
    pub(crate) timer: Option<Timer>,
    /// When to broadcast how many spectators there are, if they have changed.
    pub(crate) presence_due: Option<Instant>,
    /// Whether the computer is thinking about its next move here.
    pub(crate) computer_thinks: bool,
    /// When to see whether the computer has played at another node.
    pub(crate) computer_due: Option<Instant>,
    /// Whether events that were applied here could not be stored. Nothing more is decided here.
    pub(crate) is_broken: bool,
    /// When a client last did something here.
    pub(crate) last_used: Instant,
}

/// How a table stands on the list of those where a player waits to be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// This node has not put it there.
    Unlisted,
    /// It is there, under this ticket.
    Listed(Ticket),
    /// The player has stopped waiting. The list hears of it a moment later.
    Withdrawn,
}

/// The most events that a log can have.
pub(crate) const MAX_EVENTS: u32 = 10_000;
/// How many of them are reserved for finishing the game in progress: a player cannot fill the log
/// and have the other one's time run out.
pub(crate) const RESERVED_EVENTS: u32 = 1_000;

/// Events that have been applied, ready to be stored and broadcast.
pub(crate) struct Appended {
    pub(crate) events: EncodedEvents,
    /// How many of them are moves.
    pub(crate) moves: u32,
}

/// Why events happen now.
#[derive(Default)]
pub(crate) struct Cause {
    pub(crate) note: Note,
    /// Who uses the idempotency key in the note, if there is one.
    pub(crate) key_use: Option<KeyUse>,
    /// How much of what the player to move has been thinking is lag.
    pub(crate) lag: Duration,
}

impl HostedTable {
    /// A table as the fold of its log.
    ///
    /// # Errors
    /// If the log cannot have happened.
    pub(crate) fn from_log(log: StoredLog) -> Result<Self, LogError> {
        let StoredLog { id, header, events, key_uses, age, .. } = log;
        let mut state = State::fold(&header, events.iter().map(String::as_str))?;
        state.note_keys(&key_uses);
        state.committed_events = state.version();
        state.stored_events = state.version();
        state.restart_time(age, state.last_used);
        state.committed = state.once_committed();
        let LogHeader { table, secret, .. } = header;
        Ok(Self { id: table, log: id, secret, state: Mutex::new(state) })
    }

    /// A new table, none of whose events is committed yet.
    ///
    /// # Errors
    /// If the log cannot have happened.
    pub(crate) fn uncommitted(log: StoredLog) -> Result<Self, LogError> {
        let table = Self::from_log(log)?;
        {
            let mut state = table.lock();
            (state.committed_events, state.stored_events) = (0, 0);
        }
        Ok(table)
    }

    /// The lock is never held across an `await`.
    pub(crate) fn lock(&self) -> LockedState<'_> {
        LockedState::new(self.state.lock())
    }
}

impl State {
    fn new(table: Table, header: &LogHeader) -> Self {
        let now = Instant::now();
        let tokens = SeatTokens::new(header.tokens);
        Self {
            committed: Committed::of(&table, tokens, Thinking::Untimed),
            table,
            log: LogJson::new(ChainHash::start(&header.table)),
            epoch: header.epoch,
            committed_events: 0,
            stored_events: 0,
            deferred: None,
            awaiting: Vec::new(),
            tokens,
            idempotency_keys: IdempotencyKeys::default(),
            freshness: Freshness::default(),
            asides: Asides::default(),
            participants: Participants::default(),
            elsewhere: Elsewhere::default(),
            told_attendance: Attendance::default(),
            reactions: [RateLimit::reactions(), RateLimit::reactions()],
            charged_until: now,
            turn_began: 0,
            awaited: None,
            has_come: [true; 2],
            seeks_opponent: header.seeks_opponent,
            listing: Listing::Unlisted,
            timer: None,
            presence_due: None,
            computer_thinks: false,
            computer_due: None,
            is_broken: false,
            last_used: now,
        }
    }

    /// What the events of a log add up to.
    fn fold<'a>(
        header: &LogHeader,
        mut events: impl Iterator<Item = &'a str>,
    ) -> Result<Self, LogError> {
        let opened = events.next().ok_or(LogError::Refused(Refusal::Opening))?;
        let entry = read_entry(opened).map_err(LogError::Text)?;
        let Event::Opened(opening) = &entry.event else {
            return Err(LogError::Refused(Refusal::Opening));
        };
        let mut state = Self::new(Table::open(opening), header);
        state.record(opened, &entry.event, None);
        for json in events {
            state.take_in(json)?;
        }
        Ok(state)
    }

    /// Applies an event that is stored.
    fn take_in(&mut self, json: &str) -> Result<(), LogError> {
        let entry = read_entry(json).map_err(LogError::Text)?;
        let by = self.seat_that_acted(&entry.note);
        self.apply(&entry).map_err(LogError::Refused)?;
        self.record(json, &entry.event, by);
        Ok(())
    }

    /// Notes which of the events that were taken in carry idempotency keys, and who used them.
    fn note_keys(&mut self, key_uses: &[(u32, KeyUse)]) {
        for &(version, by) in key_uses {
            let entry = self.log.event(version).and_then(|json| read_entry(json).ok());
            if let Some(Entry { event, note: Note { key: Some(key), .. } }) = entry {
                self.note_key(&key, &event, Used { version, by });
            }
        }
    }

    fn note_key(&mut self, key: &CommandKey, event: &Event, used: Used) {
        self.idempotency_keys.insert(key, used);
        if let Event::Seated { seat, .. } = event
            && seat.occupant == Occupant::Nobody
        {
            self.idempotency_keys.insert_leaving(key, used);
        }
    }

    /// How many events there are, committed or not.
    pub(crate) fn version(&self) -> u32 {
        self.log.len()
    }

    pub(crate) fn is_all_committed(&self) -> bool {
        self.committed_events == self.version()
    }

    /// What will be committed of the table when everything is stored that was decided so far.
    pub(crate) fn once_committed(&self) -> Committed {
        let thinking = match self.clock_once_committed() {
            None => Thinking::Untimed,
            Some(_) if self.is_turn_committed() => Thinking::Since(self.charged_until),
            Some(_) => Thinking::SinceCommit,
        };
        Committed::of(&self.table, self.tokens, thinking)
    }

    /// Whether the table waits to be paired with any other player.
    pub(crate) fn seeks_opponent(&self) -> bool {
        let is_waiting = match self.table.phase() {
            Phase::Waiting => self.table.ending().is_none(),
            Phase::Tossing(_) | Phase::Playing(_) | Phase::Over(_) => false,
        };
        self.seeks_opponent && is_waiting && !self.is_broken
    }

    /// Whether the holder of this token may have been paired with a player at another table, and
    /// have their seat there.
    pub(crate) fn may_sit_elsewhere(&self, token: Option<&SeatToken>) -> bool {
        self.seeks_opponent && token.is_some_and(|token| self.seat_of(token).is_none())
    }

    /// What a command leads to. This is the only place where the server decides.
    pub(crate) fn decide(
        &self,
        by: Option<SeatId>,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let actor = by.map_or(Actor::Spectator, Actor::Seat);
        self.table.decide(actor, command, Policy::Remote)
    }

    /// Whether a command depends on something that has changed since its sender knew so many
    /// events.
    pub(crate) fn is_stale(&self, command: &Command, version: usize) -> bool {
        version > self.version() as usize || self.freshness.is_stale(command, version)
    }

    /// Whether the log has room for these events.
    pub(crate) fn has_room_for(&self, events: &[Event]) -> bool {
        let reserved = if events.iter().all(Event::plays_on) { 0 } else { RESERVED_EVENTS };
        self.version() + events.len() as u32 + reserved <= MAX_EVENTS
    }

    /// Whether the player in this seat does more beside the game than they may.
    pub(crate) fn exceeds_asides(&self, command: &Command, seat: SeatId, limit: u32) -> bool {
        self.asides.is_exceeded_by(command, seat, &self.table, limit)
    }

    /// Whether a command would take back more than may be in one game.
    pub(crate) fn takes_back_too_much(&self, command: &Command) -> bool {
        self.asides.takes_back_too_much(command)
    }

    /// Applies events. The first one carries the note of the command.
    ///
    /// # Errors
    /// If the table refuses one, which it should have done when it decided. Then it is broken.
    pub(crate) fn append(
        &mut self,
        events: Vec<Event>,
        Cause { note, key_use, lag }: Cause,
        now: Instant,
    ) -> Result<Appended, Refusal> {
        let mut message = EventsMessage::new(self.version());
        let mut hashes = Vec::with_capacity(events.len());
        let mut moves = 0;
        let mut note = Some(note);
        for event in events {
            let took = self.charge(&event, now, lag);
            let entry = Entry { event, note: Note { took, ..note.take().unwrap_or_default() } };
            let by = self.seat_that_acted(&entry.note);
            match self.apply(&entry) {
                Ok(is_move) => moves += u32::from(is_move),
                Err(refusal) => {
                    self.is_broken = true;
                    return Err(refusal);
                }
            }
            // A clock counts whole milliseconds. The rest is counted with the next event, or many
            // events would make time stand still.
            self.charged_until = took.map_or(now, |took| self.charged_until + took);
            if let (Some(key), Some(by)) = (&entry.note.key, key_use) {
                self.note_key(key, &entry.event, Used { version: self.version(), by });
            }
            self.record(message.push(&entry), &entry.event, by);
            hashes.push(self.log.hash());
        }
        self.update_attendance(now);
        Ok(Appended { events: EncodedEvents::hashed(message, hashes), moves })
    }

    /// Takes note of a commit. Events up to this version may be told to clients now. Says whether
    /// players have changed seats, as clients know them.
    pub(crate) fn confirm(&mut self, version: u32, committed: Committed, now: Instant) -> bool {
        let was_turn_committed = self.is_turn_committed();
        self.committed_events = version;
        self.hear_of(version);
        self.tell_known();
        if self.is_turn_committed() && !was_turn_committed {
            self.begin_turn(now);
        }
        let committed =
            if self.is_all_committed() { self.once_committed() } else { committed.at(now) };
        let before = std::mem::replace(&mut self.committed, committed);
        !before.has_same_seats(&committed)
    }

    /// What the holder of a seat used an idempotency key for, if they have used it.
    pub(crate) fn used_key(
        &self,
        holder: Option<KeyHolder>,
        key: &CommandKey,
        command: &Command,
    ) -> Option<Used> {
        match holder {
            Some(holder) => self.idempotency_keys.find(holder, key),
            None if *command == Command::Leave => self.idempotency_keys.find_leaving(key),
            None => None,
        }
    }

    /// A committed event, as it was broadcast.
    pub(crate) fn committed_event(&self, version: u32) -> Option<String> {
        let event = self.log.event(version).filter(|_| version < self.committed_events)?;
        let (message, _) = EventsMessage::of(version, [event]).finish(None);
        Some(message)
    }

    /// The version of the last event that is equal to this one.
    pub(crate) fn last_version_of(&self, event: &Event) -> Option<u32> {
        (0..self.version()).rev().find(|&version| self.event(version).as_ref() == Some(event))
    }

    fn event(&self, version: u32) -> Option<Event> {
        let entry = read_entry(self.log.event(version)?).ok()?;
        Some(entry.event)
    }

    /// Whose command leads to an event, before which the players may sit on other sides than after
    /// it.
    fn seat_that_acted(&self, note: &Note) -> Option<SeatId> {
        note.by.map(|player| self.table.seat_id(player))
    }

    /// Applies an event that is not written down yet. Says whether it is a move.
    fn apply(&mut self, entry: &Entry) -> Result<bool, Refusal> {
        let before = self.turn();
        let is_move = self.table.apply(entry)?.is_some();
        if self.turn() != before {
            self.turn_began = self.version() + 1;
        }
        Ok(is_move)
    }

    /// Writes down an event that has been applied.
    fn record(&mut self, json: &str, event: &Event, by: Option<SeatId>) {
        self.log.push(json);
        self.freshness.record(event, self.log.len());
        self.asides.record(event, &self.table);
        if let Event::Seated { .. } = event {
            self.has_come = [false; 2];
        } else if let Some(seat) = by.filter(|_| event.plays_on()) {
            self.has_come[seat.index()] = true;
        }
    }
}

#[cfg(test)]
mod tests;
