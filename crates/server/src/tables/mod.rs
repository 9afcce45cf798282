//! Tables that people play at by link: what is decided at them, stored, and told to everybody.

mod committed;
mod computer;
mod connections;
mod create;
mod engine_cache;
pub(crate) mod expiry;
pub(crate) mod group_commit;
pub(crate) mod hosted_table;
mod log_text;
mod pairing;
pub(crate) mod participant;
mod registry;
pub(crate) mod send_queue;
pub(crate) mod timers;

use std::collections::HashMap;
use std::hash::RandomState;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use parlor_protocol::TableId;
use parlor_protocol::message::{FromServer, Problem, Reason, Submission};
use parlor_table::{Actor, Command, Event, Name, Note, Policy, Refusal};
use tokio::sync::{OnceCell, RwLock, oneshot, watch};
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::http::connection_limit::Places;
use crate::metrics::Metrics;
use crate::rate_limit::AddressLimit;
use crate::store::health::Health;
use crate::store::{Append, Lines, SeatChange, Store};
use crate::tables::committed::Told;
use crate::tables::computer::Computer;
use crate::tables::group_commit::{Owner, Queue};
use crate::tables::hosted_table::{Hosted, State};
use crate::tables::pairing::Lobby;
use crate::tables::participant::Member;
use crate::tables::send_queue::End;
use crate::tables::timers::Deadlines;
use crate::tokens::TokenHash;

/// All tables, and everything that is done at them.
///
/// There is no task for a table: whoever brings a command carries it out, under the table's lock,
/// and leaves the events to the one writer. The locks of the queue, of the deadlines and of outboxes
/// may be taken while a table is locked; those of the list of tables and of the lobby never.
pub(crate) struct Room {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) queue: Queue,
    pub(crate) health: Health,
    pub(crate) deadlines: Deadlines,
    pub(crate) lobby: Lobby,
    pub(crate) computer: Computer,
    pub(crate) metrics: Metrics,
    pub(crate) tables_from: AddressLimit,
    pub(crate) connections_from: AddressLimit,
    pub(crate) places: Arc<Places>,
    pub(crate) tables: Mutex<HashMap<TableId, Arc<OnceCell<Arc<Hosted>>>>>,
    /// Who reads a log holds this with others, and who forgets logs alone: nobody comes to a table
    /// that is just being forgotten.
    pub(crate) forgetting: RwLock<()>,
    /// Hashes what commands are called; nobody outside can make two of them collide.
    pub(crate) hasher: RandomState,
    /// The connections to tables that are open.
    pub(crate) connections: TaskTracker,
    closing: watch::Sender<bool>,
}

/// What a command led to, as far as its sender is told at once.
pub(crate) enum Answer {
    /// Everybody is told when it is stored.
    Later,
    /// This, to the sender alone.
    Now(String),
}

impl Room {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>) -> Self {
        Self {
            tables_from: AddressLimit::a_minute(config.tables_per_minute),
            connections_from: AddressLimit::a_minute(config.connections_per_minute),
            places: Places::new(config.connections, config.connections_per_address),
            computer: Computer::new(config.endgame_cache.clone()),
            config,
            store,
            queue: Queue::default(),
            health: Health::default(),
            deadlines: Deadlines::default(),
            lobby: Lobby::default(),
            metrics: Metrics::default(),
            tables: Mutex::default(),
            forgetting: RwLock::default(),
            hasher: RandomState::new(),
            connections: TaskTracker::new(),
            closing: watch::Sender::new(false),
        }
    }

    /// Carries out what a member wants, or says why not.
    pub(crate) fn order(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        member: &Member,
        order: Submission,
    ) -> Answer {
        let mut state = hosted.lock();
        if let (Some(token), None) = (&order.token, member.home())
            && let Some(home) = state.seat_of(token)
        {
            // They joined on a connection that they took for lost.
            member.sit(Some(home));
            state.tell_presence();
        }
        let done = order.key.as_ref().and_then(|key| match member.home() {
            Some(home) => state.carried_out(home, key, &self.hasher),
            None if order.command == Command::Leave => state.left(key, &self.hasher),
            None => None,
        });
        if let Some(version) = done {
            // What is not stored yet will be told to everybody.
            return state.tell_again(version).map_or(Answer::Later, Answer::Now);
        }
        let key = order.key.clone();
        match self.carry_out(hosted, &mut state, member, order, None) {
            Ok(()) => Answer::Later,
            Err(reason) => {
                let version = state.version() as usize;
                let problem = Problem::from(reason);
                Answer::Now(FromServer::Refused { key, problem, version }.to_string())
            }
        }
    }

    pub(crate) fn carry_out(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        state: &mut State,
        member: &Member,
        mut order: Submission,
        done: Option<oneshot::Sender<bool>>,
    ) -> Result<(), Reason> {
        self.must_be_open()?;
        let now = Instant::now();
        if state.broken {
            return Err(Reason::Failed);
        }
        if order.version.is_some_and(|version| state.is_stale(&order.command, version)) {
            return Err(Reason::Stale);
        }
        if self.queue.is_full() {
            return Err(Reason::TooMany);
        }
        if let Some(player) = state.out_of_time(now) {
            self.happen(hosted, state, vec![Event::TimeRanOut { player }], Note::default(), now)?;
            return Err(Refusal::GameOver.into());
        }
        if let Command::SeatComputer { level, name, .. } = &mut order.command {
            *name = Name::new(parlor_wording::level_name(*level));
        }
        let by = member.home().map(|home| state.table.home(home));
        let actor = by.map_or(Actor::Spectator, |player| Actor::Seat(state.table.seat_id(player)));
        let events = state.table.decide(actor, &order.command, Policy::Remote)?;
        if !state.has_room_for(&events) {
            return Err(Reason::TooLong);
        }
        if state.is_too_much(member, &order.command, self.config.asides) {
            return Err(Reason::TooMany);
        }
        let token = order.token.as_ref().map_or(member.key, TokenHash::of);
        let seat = seat_change(&events, &order.command, state, token);
        let by = by.or_else(|| seat.map(|change| state.table.home(change.home)));
        let note = Note { by, key: order.key, took: None };
        let version = state.version();
        let lines = self.fold(hosted, state, events, note, now)?;
        if let Some(SeatChange { home, hash }) = seat {
            state.hand_over(home, hash);
            member.sit(hash.map(|_| home));
            state.mind_who_is_here(now);
        }
        let append = Append { log: hosted.key, begins: None, version, lines, seat };
        self.queue
            .push(append, Owner { hosted: hosted.clone(), told: state.known_once_stored(), done });
        state.used = now;
        self.wake_when_due(hosted, state);
        Ok(())
    }

    /// Has something happen that nobody at the table asked for now.
    pub(crate) fn happen(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        state: &mut State,
        events: Vec<Event>,
        note: Note,
        now: Instant,
    ) -> Result<(), Reason> {
        let version = state.version();
        let lines = self.fold(hosted, state, events, note, now)?;
        let append = Append { log: hosted.key, begins: None, version, lines, seat: None };
        let told = state.known_once_stored();
        self.queue.push(append, Owner { hosted: hosted.clone(), told, done: None });
        self.wake_when_due(hosted, state);
        Ok(())
    }

    fn fold(
        &self,
        hosted: &Hosted,
        state: &mut State,
        events: Vec<Event>,
        note: Note,
        now: Instant,
    ) -> Result<Lines, Reason> {
        state.happen(events, note, now, &self.hasher).map_err(|refusal| {
            tracing::error!(log = hosted.key.0, %refusal, "what was decided could not happen");
            state.break_up();
            Reason::Failed
        })
    }

    /// Tells everybody what has been stored, which is also the acknowledgement.
    pub(crate) fn stored(self: &Arc<Self>, hosted: &Arc<Hosted>, append: &Append, told: Told) {
        let mut state = hosted.lock();
        let count = append.lines.count();
        state.committed = append.version + count;
        let before = std::mem::replace(&mut state.told, told);
        state.tell_all(append.lines.message());
        if !before.has_same_seats(&told) {
            state.tell_presence();
        }
        drop(state);
        self.metrics.stored(append, count);
        self.computer_may_move(hosted);
    }

    /// Drops a table from memory whose events could not be stored.
    pub(crate) fn give_up(&self, hosted: &Arc<Hosted>) {
        hosted.lock().break_up();
        self.drop_from_memory(hosted);
    }

    /// Takes no more commands and sends everybody away, to come back soon.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.connections.close();
        let after = self.config.come_back_after;
        let goodbye = FromServer::Goodbye { after }.to_string();
        let tables: Vec<_> =
            self.tables.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        for hosted in tables {
            let state = hosted.lock();
            state.tell_all(&goodbye.clone().into());
            state.send_away(End::ComeBack);
        }
    }

    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the room takes no more commands.
    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.subscribe();
        // It cannot fail: the room that would have to be gone is here.
        let _ = closing.wait_for(|closing| *closing).await;
    }

    pub(crate) fn must_be_open(&self) -> Result<(), Reason> {
        if self.is_closing() { Err(Reason::Closing) } else { Ok(()) }
    }

    pub(crate) fn computer_may_move(self: &Arc<Self>, hosted: &Arc<Hosted>) {
        if !self.is_closing() {
            self.computer.consider(self, hosted);
        }
    }
}

/// The seat that changes hands with these events, if the command was about one's own.
fn seat_change(
    events: &[Event],
    command: &Command,
    state: &State,
    key: TokenHash,
) -> Option<SeatChange> {
    let [Event::Seated { player, .. }, ..] = events else { return None };
    let home = state.table.home(*player);
    match command {
        Command::Join { .. } => Some(SeatChange { home, hash: Some(key) }),
        Command::Leave => Some(SeatChange { home, hash: None }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
