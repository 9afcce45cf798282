use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::mem::discriminant;
use std::ops::Deref;

use js_sys::Date;
use parlor_rules::Player;
use parlor_table::message::{
    Events, FromClient, FromServer, Order, Presence, Problem, Reason, Welcome,
};
use parlor_table::{
    Command, CommandId, Entry, Event, GameLog, Occupant, Reaction, Refusal, SeatToken, TableId,
};

use super::connection::Line;
use super::server::sentence;
use super::{forget_key, keep_key, key_to};
use crate::browser::{after, location, random};
use crate::live::LiveTable;
use crate::prelude::*;
use crate::route::Route;

/// A table that a server keeps. Events come from there, and what people do is sent there.
#[derive(Clone, Copy)]
pub(crate) struct FarTable(&'static Far);

impl Deref for FarTable {
    type Target = Far;

    fn deref(&self) -> &Far {
        self.0
    }
}

/// What is known of a table far away, and what is on its way to it.
pub(crate) struct Far {
    id: RefCell<TableId>,
    /// The log as it was first told; another one where it had to be told anew.
    pub(crate) told: RwSignal<Option<GameLog>>,
    /// Where the person at this screen sits; nowhere, if they watch.
    pub(crate) seat: RwSignal<Option<Player>>,
    pub(crate) connection: RwSignal<Connection>,
    pub(crate) presence: RwSignal<Presence>,
    /// What each player has just said.
    pub(crate) said: RwSignal<[Option<Reaction>; 2]>,
    /// Since when the player to move has been thinking, in milliseconds of this machine's clock.
    pub(crate) thinking_since: RwSignal<f64>,
    pub(super) line: Line,
    /// A key that a seat can have.
    offered: RefCell<Option<SeatToken>>,
    /// What the wish to take a seat was called.
    joining: RefCell<Option<CommandId>>,
    /// Whether the person at this screen has got up and only waits for the server to know.
    leaving: Cell<bool>,
    /// How many events have been heard.
    heard: Cell<usize>,
    /// Events that have been heard and not been shown yet.
    inbox: RefCell<VecDeque<Entry>>,
    /// What was sent and has not been acknowledged: it is sent again on the next connection.
    unacknowledged: RefCell<Vec<Order>>,
    /// Who was here and went away.
    left: Cell<[bool; 2]>,
    /// The table that shows all this.
    live: Cell<Option<LiveTable>>,
}

/// How the line to the server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// There has been none yet.
    New,
    Open,
    /// It is gone and will come back.
    Lost,
    /// It will not come back, and this is why.
    Ended(String),
}

impl FarTable {
    /// Goes to a table. It is left with the part of the page that this is called for.
    pub(crate) fn open(id: TableId) -> Self {
        let far = Self(Box::leak(Box::new(Far {
            id: RefCell::new(id),
            told: RwSignal::new(None),
            seat: RwSignal::new(None),
            connection: RwSignal::new(Connection::New),
            presence: RwSignal::new(Presence::default()),
            said: RwSignal::new([None; 2]),
            thinking_since: RwSignal::new(Date::now()),
            line: Line::default(),
            offered: RefCell::default(),
            joining: RefCell::default(),
            leaving: Cell::new(false),
            heard: Cell::new(0),
            inbox: RefCell::default(),
            unacknowledged: RefCell::default(),
            left: Cell::default(),
            live: Cell::new(None),
        })));
        far.keep_connected();
        far
    }

    /// What the link to the table ends with.
    pub(crate) fn id(self) -> TableId {
        self.id.borrow().clone()
    }

    /// Shows everything at this table from now on.
    pub(crate) fn shown_by(self, live: LiveTable) {
        self.live.set(Some(live));
        live.hear();
    }

    /// The next event that has not been shown yet.
    pub(crate) fn next_event(self) -> Option<Entry> {
        let entry = self.inbox.borrow_mut().pop_front()?;
        self.follow_seat(&entry);
        Some(entry)
    }

    /// How many events have not been shown yet.
    pub(crate) fn waiting(self) -> usize {
        self.inbox.borrow().len()
    }

    /// Wants something to be done. What is on its way already is not wanted twice.
    pub(crate) fn order(self, command: Command) {
        let same = |order: &Order| discriminant(&order.command) == discriminant(&command);
        if self.unacknowledged.borrow().iter().any(same) {
            return;
        }
        self.send_order(Order { command, id: Some(new_id()), version: None, token: None });
    }

    /// Wants a move to be played, if nothing else happens before it.
    pub(crate) fn order_move(self, choice: u8, version: usize) {
        let command = Command::Move { choice };
        let version = Some(version);
        self.send_order(Order { command, id: Some(new_id()), version, token: None });
    }

    /// Takes a free seat. Its key is kept first, so that no seat is lost with an answer. A key that
    /// is there already is that of a seat which was asked for on a connection, or by a page, that
    /// did not live to hear the answer.
    pub(crate) fn join(self, name: parlor_table::Name) {
        let token = key_to(&self.id()).or_else(|| self.offered.borrow().clone());
        if let Some(token) = &token {
            keep_key(&self.id(), token);
        }
        let id = new_id();
        *self.joining.borrow_mut() = Some(id.clone());
        let command = Command::Join { name, seat: None };
        self.send_order(Order { command, id: Some(id), version: None, token });
    }

    /// Gives up the seat. The page is left when the server has heard of it.
    pub(crate) fn leave(self) {
        self.leaving.set(true);
        self.order(Command::Leave);
    }

    /// Says one of the few things that can be said.
    pub(crate) fn react(self, reaction: Reaction) {
        self.send(&FromClient::React(reaction));
    }

    /// Asks for everything from the beginning: what was heard cannot have happened.
    pub(crate) fn start_anew(self) {
        self.heard.set(0);
        self.reconnect();
    }

    pub(super) fn heard_so_far(self) -> usize {
        self.heard.get()
    }

    fn send_order(self, order: Order) {
        self.send(&FromClient::Order(order.clone()));
        self.unacknowledged.borrow_mut().push(order);
    }

    /// What the server says.
    pub(super) fn hear(self, message: FromServer) {
        match message {
            FromServer::Welcome(welcome) => self.welcome(welcome),
            FromServer::Events(events) => {
                self.thinking_since.set(Date::now());
                if self.take_in(events) {
                    self.show();
                } else {
                    self.reconnect();
                }
            }
            FromServer::Refused { id, problem, .. } => self.refused(id.as_ref(), &problem),
            FromServer::Presence(presence) => self.notice(presence),
            FromServer::Reaction { player, reaction } => self.overhear(player, reaction),
            FromServer::Goodbye { after } => self.expect_back(after),
            FromServer::Error(problem) => self.error(&problem),
            FromServer::Pong => {}
        }
    }

    fn welcome(self, welcome: Welcome) {
        let Welcome { table, seat, token, thinking, news, .. } = welcome;
        self.move_to(table);
        *self.offered.borrow_mut() = token;
        let thinking = thinking.map_or(0.0, |thinking| 1000.0 * thinking.as_secs_f64());
        self.thinking_since.set(Date::now() - thinking);
        self.connection.set(Connection::Open);
        if news.from == 0 {
            self.acknowledge(&news.entries);
            self.heard.set(news.entries.len());
            self.inbox.borrow_mut().clear();
            match GameLog::try_from(news.entries) {
                Ok(log) => {
                    self.live.set(None);
                    self.seat.set(seat);
                    self.told.set(Some(log));
                }
                Err(_) => self.end("This page is too old for the table: load it again."),
            }
        } else if self.take_in(news) {
            if self.waiting() == 0 {
                self.seat.set(seat);
            }
            self.show();
        } else {
            return self.start_anew();
        }
        self.send_again();
    }

    /// Follows the server to another table, where somebody waits for the same. The key goes along.
    fn move_to(self, table: TableId) {
        let before = self.id.replace(table.clone());
        if before == table {
            return;
        }
        if let Some(token) = key_to(&before) {
            forget_key(&before);
            keep_key(&table, &token);
        }
        Route::Far(table).write_in_address();
    }

    /// Takes in what happened; false if something before it is missing.
    fn take_in(self, Events { from, entries }: Events) -> bool {
        let known = self.heard.get();
        if from > known {
            return false;
        }
        self.acknowledge(&entries);
        let new = entries.into_iter().skip(known - from);
        let mut inbox = self.inbox.borrow_mut();
        let before = inbox.len();
        inbox.extend(new);
        self.heard.set(known + inbox.len() - before);
        true
    }

    fn acknowledge(self, entries: &[Entry]) {
        let done = |order: &Order| entries.iter().any(|entry| entry.note.id == order.id);
        self.unacknowledged.borrow_mut().retain(|order| !done(order));
    }

    fn send_again(self) {
        for order in self.unacknowledged.borrow().clone() {
            self.send(&FromClient::Order(order));
        }
    }

    fn show(self) {
        if let Some(live) = self.live.get() {
            live.hear();
        }
    }

    /// Keys go with their players, so a seat is followed through the log.
    fn follow_seat(self, entry: &Entry) {
        match &entry.event {
            Event::Rematched { swapped: true } => {
                self.seat.update(|seat| *seat = seat.map(|player| !player));
            }
            Event::Seated { player, seat } => match seat.occupant {
                Occupant::Nobody if self.seat.get_untracked() == Some(*player) => {
                    self.seat.set(None);
                    forget_key(&self.id());
                    if self.leaving.take() {
                        go_home();
                    }
                }
                Occupant::Guest
                    if entry.note.id.is_some() && entry.note.id == *self.joining.borrow() =>
                {
                    self.seat.set(Some(*player));
                }
                // It may be the seat that this browser asked for before the page was loaded anew.
                Occupant::Guest
                    if self.seat.get_untracked().is_none() && key_to(&self.id()).is_some() =>
                {
                    self.reconnect();
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn refused(self, id: Option<&CommandId>, problem: &Problem) {
        // A server that is about to stop is asked again when it is back.
        if problem.reason == Reason::Closing {
            return;
        }
        let is_it = |order: &mut Order| order.id.as_ref() == id;
        let order = self.unacknowledged.borrow_mut().extract_if(.., is_it).next();
        match (order.map(|order| order.command), problem.reason) {
            (Some(Command::Join { .. }), Reason::Refused(Refusal::AlreadySeated)) => {
                return self.reconnect();
            }
            // Somebody else was faster.
            (Some(Command::Join { .. }), _) => forget_key(&self.id()),
            // Somebody's other device has shown the number of the toss before.
            (Some(Command::Reveal(_)), _) => return,
            (Some(Command::Leave), _) => self.leaving.set(false),
            _ => {}
        }
        if let Some(live) = self.live.get() {
            live.refused(&sentence(&problem.say));
        }
    }

    fn notice(self, presence: Presence) {
        let before = self.presence.get_untracked();
        self.presence.set(presence);
        let Some(live) = self.live.get() else { return };
        for player in Player::BOTH {
            let [was, is] = [before, presence].map(|presence| presence.here[player.index()]);
            let mut left = self.left.get();
            let words = match (was, is) {
                (true, false) => "has left, and may be back.",
                (false, true) if left[player.index()] => "is back.",
                _ => continue,
            };
            left[player.index()] = !is;
            self.left.set(left);
            live.notice(player, words);
        }
    }

    fn overhear(self, player: Player, reaction: Reaction) {
        let Some(live) = self.live.get().filter(|live| live.hears(player)) else { return };
        self.said.update(|said| said[player.index()] = Some(reaction));
        live.tell(&format!("{}: {}", live.name_of(player), reaction.words()));
        // Words pass; those that were said later stay as long.
        after(4_000, move || {
            let _ = self.said.try_update(|said| {
                if said[player.index()] == Some(reaction) {
                    said[player.index()] = None;
                }
            });
        });
    }

    fn error(self, problem: &Problem) {
        match problem.reason {
            Reason::NoSuchTable => {
                forget_key(&self.id());
                self.end("There is no such table, or it was cleared away after a long time.");
            }
            Reason::Protocol => {
                self.end("There is a newer version of Parlor: load the page again.");
            }
            Reason::TooMany if self.connection.get_untracked() == Connection::Open => {
                if let Some(live) = self.live.get() {
                    live.refused(&sentence(&problem.say));
                }
            }
            _ => self.reconnect_later(),
        }
    }

    fn end(self, why: &str) {
        self.connection.set(Connection::Ended(why.to_owned()));
        self.hang_up();
    }
}

/// Leaves the page of a table.
pub(crate) fn go_home() {
    let _ = location().set_hash(&Route::FrontRoom.to_string());
}

/// What this browser calls a command: a word that no other one has.
fn new_id() -> CommandId {
    let word = format!("{:08x}{:08x}", random(u32::MAX), random(u32::MAX));
    word.parse().expect("digits are a word")
}
