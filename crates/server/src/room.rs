use std::collections::HashMap;
use std::hash::RandomState;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use parlor_engine::Level;
use parlor_rules::Player;
use parlor_table::message::{
    FromServer, Hello, NewTable, Order, PROTOCOL, Problem, Reason, SeatKey,
};
use parlor_table::{
    Command, Event, Marks, Name, Note, Occupant, Opening, Phase, Reaction, Refusal, Seat, TableId,
};
use tokio::sync::{OnceCell, oneshot};

use crate::computer::Computer;
use crate::config::Config;
use crate::deadlines::Deadlines;
use crate::hosted::{Hosted, State};
use crate::limits::{AddressLimit, LOG_EVENTS, OPENING_MOVES, TABLE_CONNECTIONS};
use crate::lobby::Lobby;
use crate::member::Member;
use crate::metrics::Metrics;
use crate::outbox::End;
use crate::secrets::{self, TokenHash};
use crate::store::{Append, Beginning, Lines, SeatChange, Store, Stored};
use crate::writer::{Owner, Queue};

/// All tables, and everything that is done at them.
///
/// There is no task for a table: whoever brings a command carries it out, under the table's lock,
/// and leaves the events to the one writer.
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
    tables: Mutex<HashMap<TableId, Arc<OnceCell<Arc<Hosted>>>>>,
    /// Hashes what commands are called; nobody outside can make two of them collide.
    hasher: RandomState,
    closing: AtomicBool,
}

/// What a command led to, as far as its sender is told at once.
pub(crate) enum Answer {
    /// Everybody is told when it is stored.
    Later,
    /// This, to the sender alone.
    Now(FromServerText),
}

/// A message, written.
pub(crate) type FromServerText = String;

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
            closing: AtomicBool::new(false),
        }
    }

    /// Sets a table and seats whoever wants it. It is stored when this is done.
    pub(crate) async fn open(
        self: &Arc<Self>,
        new: NewTable,
        anyone: bool,
    ) -> Result<(SeatKey, Arc<Hosted>), Reason> {
        self.must_be_open()?;
        if moves_played(&new) > OPENING_MOVES {
            return Err(Reason::TooLong);
        }
        let seat = new.seat.unwrap_or_else(by_chance);
        let token = secrets::seat_token();
        let mut keys = [None; 2];
        keys[seat.index()] = Some(TokenHash::of(&token));
        let table = secrets::table_id();
        let beginning = Beginning { table: table.clone(), secret: secrets::random(), anyone, keys };
        let lines = opening_lines(new, seat);
        let key = self.store.new_key();
        let stored = Stored {
            key,
            beginning: beginning.clone(),
            lines: lines.iter().map(str::to_owned).collect(),
        };
        let hosted = Hosted::of_log(stored, &self.hasher).map_err(|_| Reason::Malformed)?;
        let hosted = Arc::new(hosted);
        hosted.lock().committed = 0;
        self.tables
            .lock()
            .insert(table.clone(), Arc::new(OnceCell::new_with(Some(hosted.clone()))));
        let (done, stored) = oneshot::channel();
        let append =
            Append { log: key, begins: Some(Box::new(beginning)), version: 0, lines, seat: None };
        self.queue.push(append, Owner { hosted: hosted.clone(), done: Some(done) });
        if stored.await != Ok(true) {
            return Err(Reason::Failed);
        }
        self.metrics.tables_set.inc();
        Ok((SeatKey { table, seat, token }, hosted))
    }

    /// Seats somebody who is not connected yet. It is stored when this is done.
    pub(crate) async fn seat(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        name: Name,
    ) -> Result<SeatKey, Reason> {
        let token = secrets::seat_token();
        let visitor = Member::new(None, TokenHash::of(&token));
        let (done, stored) = oneshot::channel();
        let order = Order { command: Command::Join { name, seat: None }, id: None, version: None };
        let seat = {
            let mut state = hosted.lock();
            self.carry_out(hosted, &mut state, &visitor, order, Some(done))?;
            visitor.home().map(|home| state.table.home(home)).ok_or(Reason::Failed)?
        };
        if stored.await != Ok(true) {
            return Err(Reason::Failed);
        }
        Ok(SeatKey { table: hosted.id.clone(), seat, token })
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
        if state.anyone && home.is_some() && state.table.phase() == Phase::Waiting {
            self.lobby.list(&hosted, &state.table);
        }
        self.wake_when_due(&hosted, &mut state);
        drop(state);
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

    /// Tells everybody what a player says.
    pub(crate) fn react(
        &self,
        hosted: &Hosted,
        member: &Member,
        reaction: Reaction,
    ) -> Result<(), Reason> {
        let state = hosted.lock();
        let home = member.home().ok_or(Reason::Refused(Refusal::NotSeated))?;
        if !member.reactions.allows_one_more() {
            return Err(Reason::TooMany);
        }
        let player = state.table.home(home);
        state.tell_all(&FromServer::Reaction { player, reaction }.to_string().into());
        Ok(())
    }

    fn carry_out(
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
        let seat = seat_change(&events, &order.command, state, member);
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
            self.tables.lock().remove(&hosted.id);
            Reason::Failed
        })
    }

    /// Tells everybody what has been stored, which is also the acknowledgement.
    pub(crate) fn stored(self: &Arc<Self>, hosted: &Arc<Hosted>, append: &Append) {
        let mut state = hosted.lock();
        let count = append.lines.count();
        state.committed = append.version + count;
        state.tell_all(append.lines.message());
        if append.lines.iter().any(|line| line.contains("seated\t")) {
            state.tell_presence();
        }
        drop(state);
        self.metrics.stored(append, count);
        self.computer_may_move(hosted);
    }

    /// Drops a table from memory whose events could not be stored.
    pub(crate) fn give_up(&self, hosted: &Hosted) {
        hosted.lock().break_up();
        self.tables.lock().remove(&hosted.id);
    }

    /// The table with this name, read from the store if need be.
    async fn find(self: &Arc<Self>, id: &TableId) -> Result<Arc<Hosted>, Reason> {
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
        self.closing.store(true, Ordering::SeqCst);
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
        self.closing.load(Ordering::SeqCst)
    }

    fn must_be_open(&self) -> Result<(), Reason> {
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

    /// Has the table looked at when the next thing is due that nobody will ask for.
    fn wake_when_due(&self, hosted: &Arc<Hosted>, state: &mut State) {
        let Some(due) = self.due(state) else { return };
        if state.waking.is_none_or(|waking| due < waking) {
            state.waking = Some(due);
            self.deadlines.set(due, hosted);
        }
    }

    fn due(&self, state: &State) -> Option<Instant> {
        let clock = match (state.table.phase(), state.table.clocks()) {
            (Phase::Playing(player), Some(clocks)) => Some(state.charged + clocks.left(player)),
            _ => None,
        };
        let toss = state.committed_toss.map(|since| since + self.config.reveal_within);
        [clock, toss, state.presence_due].into_iter().flatten().min()
    }

    /// Looks at a table because something may be due.
    pub(crate) fn wake(self: &Arc<Self>, hosted: &Arc<Hosted>) {
        let mut state = hosted.lock();
        let now = Instant::now();
        state.waking = None;
        if state.broken || self.is_closing() {
            return;
        }
        if state.presence_due.is_some_and(|due| due <= now) {
            state.tell_presence();
        }
        let silent = state
            .committed_toss
            .filter(|&since| since + self.config.reveal_within <= now)
            .and_then(|_| state.table.toss()?.next());
        let event = match (state.out_of_time(now), silent) {
            (Some(player), _) => Some(Event::TimeRanOut { player }),
            (None, Some(player)) => Some(Event::TossForfeited { player }),
            (None, None) => None,
        };
        if let Some(event) = event {
            // A failure has been noted where it happened.
            let _ = self.happen(hosted, &mut state, vec![event], Note::default(), now);
        }
        self.wake_when_due(hosted, &mut state);
    }

    fn computer_may_move(self: &Arc<Self>, hosted: &Arc<Hosted>) {
        if !self.is_closing() {
            self.computer.consider(self, hosted);
        }
    }
}

fn moves_played(new: &NewTable) -> usize {
    match &new.game {
        parlor_rules::AnyRecord::Mancala(record) => record.moves().len(),
        parlor_rules::AnyRecord::TicTacToe(record) => record.moves().len(),
    }
}

fn by_chance() -> Player {
    if secrets::random::<1>()[0] % 2 == 0 { Player::One } else { Player::Two }
}

fn opening_lines(new: NewTable, seat: Player) -> Lines {
    let NewTable { game, name, clock, marks, .. } = new;
    let nobody = Seat { name: Name::default(), occupant: Occupant::Nobody };
    let mut seats = [nobody.clone(), nobody];
    seats[seat.index()] = Seat { name, occupant: Occupant::Guest };
    let opening = Opening { game, seats, marks: Marks::default() };
    let opened = Event::Opened(Opening { marks, ..opening });
    let clocked = clock.map(|clock| format!("\n{}", Event::Clocked(clock))).unwrap_or_default();
    Lines::of_message(format!("events\tfrom=0\n{opened}{clocked}"), 0)
}

/// The seat that changes hands with these events, if the command was about one's own.
fn seat_change(
    events: &[Event],
    command: &Command,
    state: &State,
    member: &Member,
) -> Option<SeatChange> {
    let [Event::Seated { player, .. }] = events else { return None };
    let home = state.table.home(*player);
    match command {
        Command::Join { .. } => Some(SeatChange { home, hash: Some(member.offered) }),
        Command::Leave => Some(SeatChange { home, hash: None }),
        _ => None,
    }
}
