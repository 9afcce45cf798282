use std::collections::HashMap;
use std::hash::RandomState;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use parlor_engine::Level;
use parlor_rules::Player;
use parlor_table::message::{FromServer, Hello, Order, PROTOCOL, Problem, Reason};
use parlor_table::{Command, Event, Name, Note, Phase, Refusal, TableId};
use tokio::sync::{OnceCell, oneshot, watch};

use crate::computer::Computer;
use crate::config::Config;
use crate::deadlines::Deadlines;
use crate::hosted::{Hosted, State};
use crate::limits::{AddressLimit, LOG_EVENTS, TABLE_CONNECTIONS};
use crate::lobby::{Lobby, Wanted};
use crate::member::Member;
use crate::metrics::Metrics;
use crate::outbox::End;
use crate::secrets::{self, TokenHash};
use crate::store::{Append, Lines, SeatChange, Store, is_event};
use crate::writer::{Owner, Queue};

/// All tables, and everything that is done at them.
///
/// There is no task for a table: whoever brings a command carries it out, under the table's lock,
/// and leaves the events to the one writer. The locks of the queue, of the deadlines and of outboxes
/// may be taken while a table is locked; those of the list of tables and of the lobby never.
pub(crate) struct Room {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) queue: Queue,
    pub(crate) deadlines: Deadlines,
    pub(crate) lobby: Lobby,
    pub(crate) computer: Computer,
    pub(crate) metrics: Metrics,
    pub(crate) tables_from: AddressLimit,
    pub(crate) connections_from: AddressLimit,
    pub(crate) tables: Mutex<HashMap<TableId, Arc<OnceCell<Arc<Hosted>>>>>,
    /// Hashes what commands are called; nobody outside can make two of them collide.
    pub(crate) hasher: RandomState,
    closing: watch::Sender<bool>,
}

/// What a command led to, as far as its sender is told at once.
pub(crate) enum Answer {
    /// Everybody is told when it is stored.
    Later,
    /// This, to the sender alone.
    Now(String),
}

/// How many connections make it worth to count those who watch only now and then.
const CROWD: usize = 20;
/// How often a crowd is counted.
const CROWD_COUNTED_EVERY: Duration = Duration::from_secs(1);

impl Room {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>) -> Self {
        Self {
            tables_from: AddressLimit::a_minute(config.tables_per_minute),
            connections_from: AddressLimit::a_minute(config.connections_per_minute),
            config,
            store,
            queue: Queue::default(),
            deadlines: Deadlines::default(),
            lobby: Lobby::default(),
            computer: Computer::default(),
            metrics: Metrics::default(),
            tables: Mutex::default(),
            hasher: RandomState::new(),
            closing: watch::Sender::new(false),
        }
    }

    /// Brings somebody to a table. The welcome is the first thing in their outbox.
    pub(crate) async fn greet(
        self: &Arc<Self>,
        hello: Hello,
    ) -> Result<(Arc<Hosted>, Arc<Member>), Reason> {
        self.must_be_open()?;
        if hello.protocol != PROTOCOL {
            return Err(Reason::Protocol);
        }
        let hosted = self.find(&hello.table).await?;
        let now = Instant::now();
        let mut state = hosted.lock();
        if state.broken {
            return Err(Reason::Failed);
        }
        let home = hello.token.as_ref().and_then(|token| state.seat_of(token));
        if home.is_none() && state.members.len() >= TABLE_CONNECTIONS {
            return Err(Reason::TooMany);
        }
        let offered = secrets::seat_token();
        let member = Arc::new(Member::new(home, TokenHash::of(&offered)));
        let offered = home.is_none().then_some(&offered);
        let welcome = state.welcome(&hosted.id, home, offered, hello.version, now);
        member.outbox.push(welcome.into());
        state.members.push(member.clone());
        state.used = now;
        self.presence_changed(&hosted, &mut state, home, now);
        self.wake_when_due(&hosted, &mut state);
        let waits = state.anyone && home.is_some() && state.table.phase() == Phase::Waiting;
        let wanted = waits.then(|| Wanted::at(&state.table));
        drop(state);
        if let Some(wanted) = wanted {
            self.lobby.list(&hosted, wanted);
        }
        self.computer_may_move(&hosted);
        Ok((hosted, member))
    }

    /// Notes that a connection has ended.
    pub(crate) fn part(self: &Arc<Self>, hosted: &Arc<Hosted>, member: &Arc<Member>) {
        let mut state = hosted.lock();
        let now = Instant::now();
        state.members.retain(|other| !Arc::ptr_eq(other, member));
        state.used = now;
        self.presence_changed(hosted, &mut state, member.home(), now);
    }

    /// Carries out what a member wants, or says why not.
    pub(crate) fn order(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        member: &Member,
        order: Order,
    ) -> Answer {
        let mut state = hosted.lock();
        if let (Some(token), None) = (&order.token, member.home())
            && let Some(home) = state.seat_of(token)
        {
            // They joined on a connection that they took for lost.
            member.sit(Some(home));
            state.tell_presence();
        }
        if let Some(id) = &order.id
            && let Some(version) = state.carried_out(member.home(), id, &self.hasher)
        {
            // What is not stored yet will be told to everybody.
            return state.told(version).map_or(Answer::Later, Answer::Now);
        }
        let id = order.id.clone();
        match self.carry_out(hosted, &mut state, member, order, None) {
            Ok(()) => Answer::Later,
            Err(reason) => {
                let version = state.version() as usize;
                let problem = Problem::from(reason);
                Answer::Now(FromServer::Refused { id, problem, version }.to_string())
            }
        }
    }

    pub(crate) fn carry_out(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        state: &mut State,
        member: &Member,
        mut order: Order,
        done: Option<oneshot::Sender<bool>>,
    ) -> Result<(), Reason> {
        self.must_be_open()?;
        let now = Instant::now();
        if state.broken {
            return Err(Reason::Failed);
        }
        if order.version.is_some_and(|version| version != state.version() as usize) {
            return Err(Reason::Stale);
        }
        if state.version() >= LOG_EVENTS {
            return Err(Reason::TooLong);
        }
        if self.queue.is_full() {
            return Err(Reason::TooMany);
        }
        if let Some(player) = state.out_of_time(now) {
            self.happen(hosted, state, vec![Event::TimeRanOut { player }], Note::default(), now)?;
            return Err(Refusal::GameOver.into());
        }
        if let Command::SeatComputer { level, name, .. } = &mut order.command
            && let Some(level) = Level::new(level.number())
        {
            *name = Name::new(level.name());
        }
        let by = member.home().map(|home| state.table.home(home));
        let events = state.table.decide(by, &order.command)?;
        let key = order.token.as_ref().map_or(member.offered, TokenHash::of);
        let seat = seat_change(&events, &order.command, state, key);
        let by = by.or_else(|| seat.map(|change| state.table.home(change.home)));
        let note = Note { by, id: order.id, took: None };
        let version = state.version();
        let lines = self.fold(hosted, state, events, note, now)?;
        if let Some(SeatChange { home, hash }) = seat {
            state.hand_over(home, hash);
            member.sit(hash.map(|_| home));
        }
        let append = Append { log: hosted.key, begins: None, version, lines, seat };
        self.queue.push(append, Owner { hosted: hosted.clone(), done });
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
        self.queue.push(append, Owner { hosted: hosted.clone(), done: None });
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
    pub(crate) fn stored(self: &Arc<Self>, hosted: &Arc<Hosted>, append: &Append) {
        let mut state = hosted.lock();
        let count = append.lines.count();
        state.committed = append.version + count;
        state.tell_all(append.lines.message());
        if append.lines.iter().any(|line| is_event(line, "seated")) {
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

    fn drop_from_memory(&self, hosted: &Arc<Hosted>) {
        let mut tables = self.tables.lock();
        // It may have been read anew already.
        let known = tables.get(&hosted.id).and_then(|cell| cell.get());
        if known.is_some_and(|known| Arc::ptr_eq(known, hosted)) {
            tables.remove(&hosted.id);
        }
    }

    /// The table with this name, read from the store if need be.
    async fn find(&self, id: &TableId) -> Result<Arc<Hosted>, Reason> {
        let hosted = self.find_or_read(id).await?;
        if !hosted.lock().broken {
            return Ok(hosted);
        }
        self.drop_from_memory(&hosted);
        self.find_or_read(id).await
    }

    async fn find_or_read(&self, id: &TableId) -> Result<Arc<Hosted>, Reason> {
        let cell = self.tables.lock().entry(id.clone()).or_default().clone();
        let hosted = cell.get_or_try_init(|| self.read(id)).await;
        if hosted.is_err() && !cell.initialized() {
            // Whoever tries again reads again.
            let mut tables = self.tables.lock();
            if tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &cell) && !cell.initialized())
            {
                tables.remove(id);
            }
        }
        hosted.cloned()
    }

    async fn read(&self, id: &TableId) -> Result<Arc<Hosted>, Reason> {
        let stored = self.store.read(id, 0).await.map_err(|error| {
            tracing::error!(%error, "a log could not be read");
            Reason::Failed
        })?;
        let stored = stored.ok_or(Reason::NoSuchTable)?;
        let key = stored.key;
        let hosted = Hosted::of_log(stored, &self.hasher).map_err(|error| {
            tracing::error!(log = key.0, %error, "a log makes no sense");
            Reason::Failed
        })?;
        Ok(Arc::new(hosted))
    }

    /// How many tables are in memory.
    pub(crate) fn tables_in_memory(&self) -> usize {
        self.tables.lock().len()
    }

    /// Whether a table is in memory.
    pub(crate) fn is_in_memory(&self, id: &TableId) -> bool {
        self.tables.lock().contains_key(id)
    }

    /// Drops tables from memory where nobody has been for a while and nothing is going on.
    pub(crate) fn unload(&self, unused_for: Duration) {
        let now = Instant::now();
        self.tables.lock().retain(|_, cell| {
            let Some(hosted) = cell.get() else { return true };
            let state = hosted.lock();
            let quiet = state.members.is_empty()
                && state.committed == state.version()
                && state.waking.is_none()
                && !state.computer_thinks
                && now.duration_since(state.used) >= unused_for;
            drop(state);
            // Whoever is about to come to it holds it, and can only have got it from this map.
            !(quiet && Arc::strong_count(hosted) == 1 && Arc::strong_count(cell) == 1)
        });
    }

    /// Takes no more commands and sends everybody away, to come back soon.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        let after = self.config.come_back_after;
        let goodbye = FromServer::Goodbye { after }.to_string();
        let tables: Vec<_> =
            self.tables.lock().values().filter_map(|cell| cell.get().cloned()).collect();
        for hosted in tables {
            let state = hosted.lock();
            state.tell_all(&goodbye.clone().into());
            state.members.iter().for_each(|member| member.outbox.end(End::ComeBack));
        }
    }

    /// Waits until every connection has said goodbye, but not longer than this.
    pub(crate) async fn wait_for_connections_to_end(&self, at_most: Duration) {
        let ended = async {
            while self.metrics.sockets.get() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(at_most, ended).await;
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

    fn presence_changed(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        state: &mut State,
        home: Option<Player>,
        now: Instant,
    ) {
        if home.is_some() || state.members.len() <= CROWD {
            state.tell_presence();
        } else {
            state.presence_due.get_or_insert(now + CROWD_COUNTED_EVERY);
            self.wake_when_due(hosted, state);
        }
    }

    fn computer_may_move(self: &Arc<Self>, hosted: &Arc<Hosted>) {
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
    let [Event::Seated { player, .. }] = events else { return None };
    let home = state.table.home(*player);
    match command {
        Command::Join { .. } => Some(SeatChange { home, hash: Some(key) }),
        Command::Leave => Some(SeatChange { home, hash: None }),
        _ => None,
    }
}
