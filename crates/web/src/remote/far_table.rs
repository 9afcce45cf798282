use parlor_wording as wording;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Date;
use parlor_protocol::message::{
    Events, FromClient, FromServer, Presence, Problem, Reason, Submission, Welcome, Whereabouts,
};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::{Choice, Player};
use parlor_table::{Command, CommandKey, Entry, GameLog, Reaction, Refusal};

use super::connection::Line;
use super::inbox::Inbox;
use super::orders::Orders;
use super::seat::SeatLink;
use super::{forget_key, name_key};
use crate::session::LiveTable;
use crate::ui::browser::random;
use crate::ui::prelude::*;
use crate::ui::timer::{Timer, after};

/// A table that a server keeps. Events come from there, and what people do is sent there.
#[derive(Clone, Copy)]
pub(crate) struct FarTable {
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
    state: StoredValue<Rc<State>, LocalStorage>,
}

/// What is known of a table far away, and what is on its way to it.
#[derive(Default)]
pub(super) struct State {
    pub(super) id: RefCell<Option<TableId>>,
    pub(super) line: Line,
    /// The key to the seat, or one that is being tried.
    pub(super) key: RefCell<Option<SeatToken>>,
    /// What came in the address, until it is known whether it is needed.
    pub(super) link: RefCell<Option<SeatLink>>,
    /// A key that a seat can have.
    pub(super) offered: RefCell<Option<SeatToken>>,
    /// What the wish to take a seat was called.
    pub(super) joining: RefCell<Option<CommandKey>>,
    /// Whether the person at this screen has got up and only waits for the server to know.
    pub(super) leaving: Cell<bool>,
    inbox: RefCell<Inbox>,
    orders: RefCell<Orders>,
    /// Until they are sent again.
    repeating: Cell<Option<Timer>>,
    /// Until what each player has said is forgotten.
    pub(super) fading: RefCell<[Option<Timer>; 2]>,
    /// Who was here and went away.
    pub(super) left: Cell<[bool; 2]>,
    /// The table that shows all this.
    pub(super) live: Cell<Option<LiveTable>>,
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
    /// Goes to a table, with what the address had beside its name. It is left with the part of the
    /// page that this is called for.
    pub(crate) fn open(id: TableId, link: Option<SeatLink>) -> Self {
        let state =
            State { id: RefCell::new(Some(id)), link: RefCell::new(link), ..State::default() };
        let far = Self {
            told: RwSignal::new(None),
            seat: RwSignal::new(None),
            connection: RwSignal::new(Connection::New),
            presence: RwSignal::new(Presence::default()),
            said: RwSignal::new([None; 2]),
            thinking_since: RwSignal::new(Date::now()),
            state: StoredValue::new_local(Rc::new(state)),
        };
        far.keep_connected();
        far
    }

    /// What the link to the table ends with.
    pub(crate) fn id(self) -> TableId {
        self.state().id.borrow().clone().expect("a table has a name")
    }

    pub(super) fn state(self) -> Rc<State> {
        self.state.get_value()
    }

    /// Shows everything at this table from now on.
    pub(crate) fn shown_by(self, live: LiveTable) {
        self.state().live.set(Some(live));
        live.hear();
    }

    /// The next event that has not been shown yet.
    pub(crate) fn next_event(self) -> Option<Entry> {
        let entry = self.state().inbox.borrow_mut().next()?;
        self.follow_seat(&entry);
        Some(entry)
    }

    /// How many events have not been shown yet.
    pub(crate) fn waiting(self) -> usize {
        self.state().inbox.borrow().waiting()
    }

    /// Wants something to be done. What is on its way already is not wanted twice.
    pub(crate) fn order(self, command: Command) {
        self.order_at(command, None);
    }

    /// The same, unless something that it depends on happens after so many events.
    pub(crate) fn order_at(self, command: Command, version: Option<usize>) {
        if !self.is_on_its_way(&command) {
            self.send_order(Submission { command, key: Some(new_key()), version, token: None });
        }
    }

    /// Whether something of this kind has been sent and not been answered.
    pub(crate) fn is_on_its_way(self, command: &Command) -> bool {
        self.state().orders.borrow().has(command)
    }

    /// Wants a move to be played, if nothing else happens before it.
    pub(crate) fn order_move(self, choice: Choice, version: usize) {
        let command = Command::Move { choice };
        let version = Some(version);
        self.send_order(Submission { command, key: Some(new_key()), version, token: None });
    }

    /// Says one of the few things that can be said.
    pub(crate) fn react(self, reaction: Reaction) {
        self.send(&FromClient::React(reaction));
    }

    /// Asks for everything from the beginning: what was heard cannot have happened.
    pub(crate) fn start_anew(self) {
        self.state().inbox.replace(Inbox::default());
        self.reconnect();
    }

    /// How many events have been heard.
    pub(super) fn heard_so_far(self) -> usize {
        self.state().inbox.borrow().heard()
    }

    pub(super) fn send_order(self, order: Submission) {
        self.send(&FromClient::Submission(order.clone()));
        self.state().orders.borrow_mut().push(order);
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
            FromServer::Refused { key, problem, .. } => self.refused(key.as_ref(), &problem),
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
        if !self.settle_key(seat.is_some()) {
            return self.reconnect();
        }
        *self.state().offered.borrow_mut() = token;
        let thinking = thinking.map_or(0.0, |thinking| 1000.0 * thinking.as_secs_f64());
        self.thinking_since.set(Date::now() - thinking);
        // Who has come in the meantime is told next, and their clock has been told.
        self.presence.update(|presence| {
            presence.players = presence.players.map(|player| match player {
                Whereabouts::Awaited => Whereabouts::Away,
                known => known,
            });
        });
        self.connection.set(Connection::Open);
        if news.from == 0 {
            self.state().orders.borrow_mut().acknowledge(&news.entries);
            self.state().inbox.replace(Inbox::after(news.entries.len()));
            match GameLog::try_from(news.entries) {
                Ok(log) => {
                    self.state().live.set(None);
                    self.seat.set(seat);
                    self.told.set(Some(log));
                }
                Err(_) => self.end(wording::connection::page_too_old()),
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

    /// Takes in what happened; false if something before it is missing.
    fn take_in(self, events: Events) -> bool {
        self.state().orders.borrow_mut().acknowledge(&events.entries);
        self.state().inbox.borrow_mut().take_in(events)
    }

    fn send_again(self) {
        for order in self.state().orders.borrow().all() {
            self.send(&FromClient::Submission(order));
        }
    }

    fn show(self) {
        if let Some(live) = self.state().live.get() {
            live.hear();
        }
    }

    fn refused(self, key: Option<&CommandKey>, problem: &Problem) {
        // A server that is about to stop is asked again when it is back.
        if problem.reason == Reason::Closing {
            return;
        }
        let order = self.state().orders.borrow_mut().take(key);
        match (order.map(|order| order.command), problem.reason) {
            (Some(Command::Join { .. }), Reason::Refused(Refusal::AlreadySeated)) => {
                return self.reconnect();
            }
            // Somebody else was faster.
            (Some(Command::Join { .. }), _) => forget_key(&self.id()),
            // Somebody's other device has shown the number of the toss before.
            (Some(Command::Reveal(_)), _) => return,
            (Some(Command::Leave), _) => self.state().leaving.set(false),
            _ => {}
        }
        self.say_why(problem.reason);
    }

    /// Something that was sent is not understood, or not listened to.
    fn error(self, problem: &Problem) {
        let greeted = self.connection.get() == Connection::Open;
        match problem.reason {
            Reason::NoSuchTable => {
                // It is not listed any more. But the key is kept: a server that was started with
                // another database does not know anybody's table, and may know them all tomorrow.
                name_key(&self.id(), "");
                self.end(wording::connection::no_such_table());
            }
            Reason::Protocol => {
                self.end(wording::connection::newer_version());
            }
            Reason::TooMany if greeted => self.say_again_later(problem),
            // It would be understood no better the next time.
            Reason::Malformed | Reason::UnknownMessage if greeted => {
                self.state().orders.take();
                self.state().leaving.set(false);
                self.say_no(wording::connection::not_understood());
            }
            Reason::Malformed | Reason::UnknownMessage => {
                self.end(wording::connection::page_too_old());
            }
            _ => self.reconnect_later(),
        }
    }

    /// The server did not listen to something, and does not say to what. What matters is said again;
    /// if nothing does, it was a passing word.
    fn say_again_later(self, problem: &Problem) {
        if self.state().orders.borrow().is_empty() {
            self.say_why(problem.reason);
        } else {
            // However often it says so, it is said again once.
            self.state().repeating.set(Some(after(1_000, move || self.send_again())));
        }
    }

    fn say_why(self, reason: Reason) {
        if let Some(live) = self.state().live.get() {
            let why = live
                .shown
                .with(|table| wording::refusal(table, reason.refusal(), wording::Voice::of(table)));
            live.refused(&why);
        }
    }

    fn say_no(self, why: &str) {
        if let Some(live) = self.state().live.get() {
            live.refused(why);
        }
    }

    /// What was said can only be read by a newer page.
    pub(super) fn is_too_old(self) {
        self.end(wording::connection::page_too_old());
    }

    fn end(self, why: &str) {
        self.connection.set(Connection::Ended(why.to_owned()));
        self.hang_up();
    }
}

/// The idempotency key of a command, which no other one has.
pub(super) fn new_key() -> CommandKey {
    let key = format!("{:08x}{:08x}", random(u32::MAX), random(u32::MAX));
    key.parse().expect("digits are a key")
}
