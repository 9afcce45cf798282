//! A table that a server keeps, in the browser: `RemoteHost` decides what is sent and when to
//! reconnect; here are the socket, the timer and the signals around it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::Date;
use parlor_protocol::TableId;
use parlor_protocol::client::{Notice, Output, RemoteHost, SeatLink};
use parlor_protocol::message::FromClient;
use parlor_table::{GameLog, Reaction, SeatId};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, WebSocket};

use super::device::BrowserDevice;
use super::keys::key_to;
use crate::route::{Route, go_home};
use crate::session::{Company, Connection, SharedHost};
use crate::ui::browser::{Handler, document, handler, listen, location};
use crate::ui::prelude::*;
use crate::ui::scope::Home;
use crate::ui::timer::Timeout;

/// A table that a server keeps. It is connected as long as the scope lasts that it was opened in.
#[derive(Clone, Copy)]
pub(crate) struct RemoteTable {
    /// How often the log has been told from the beginning: each time the table is shown anew.
    pub(crate) opened: Signal<u32>,
    pub(crate) company: Company,
    works: Stored<Works>,
    deadline: Timeout,
}

/// What is inside.
struct Works {
    host: Rc<RefCell<RemoteHost<BrowserDevice>>>,
    /// The scope that sockets belong to, no matter what opened them.
    home: Home,
    socket: RefCell<Option<Socket>>,
    /// Whether the server has another history of the table now than it told before.
    is_restored: Cell<bool>,
    /// Who shows the table.
    listener: RefCell<Option<Listener>>,
}

/// Hears what there is to show.
type Listener = Rc<dyn Fn(News)>;

/// What there is to show of a remote table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// The host may have something to report.
    Reports,
    /// Another player went away, and may be back.
    Away(SeatId),
    /// Another player is back.
    Back(SeatId),
    /// A player reacts.
    Reaction(SeatId, Reaction),
}

impl RemoteTable {
    /// Goes to a table, with what the address had beside its id.
    pub(crate) fn open(id: TableId, link: Option<SeatLink>) -> Self {
        let host = RemoteHost::new(BrowserDevice, id, link, now());
        let works = Stored::new(Works {
            host: Rc::new(RefCell::new(host)),
            home: Home::here(),
            socket: RefCell::new(None),
            is_restored: Cell::new(false),
            listener: RefCell::new(None),
        });
        let table = Self {
            opened: Signal::new(0),
            company: Company::none(),
            works,
            deadline: Timeout::new(),
        };
        table.company.reached_by(table);
        listen("online", move |_| table.change(|host| host.wake(now())));
        listen("offline", move |_| table.change(|host| host.doubt(now())));
        listen("pageshow", move |_| table.change(|host| host.wake(now())));
        listen("visibilitychange", move |_| {
            if !document().hidden() {
                table.change(|host| host.wake(now()));
            }
        });
        table.drive();
        table
    }

    /// Has everything that happens here shown, as long as the scope lasts that this is called in.
    pub(crate) fn shown_by(self, listener: impl Fn(News) + 'static) {
        let works = self.works.get();
        let listener: Listener = Rc::new(listener);
        works.listener.replace(Some(Rc::clone(&listener)));
        // What shows the table may go after another has taken its place.
        on_cleanup(move || {
            let mut now = works.listener.borrow_mut();
            if now.as_ref().is_some_and(|now| Rc::ptr_eq(now, &listener)) {
                *now = None;
            }
        });
        self.tell(News::Reports);
    }

    /// The host, for the session that shows the table.
    pub(crate) fn host(self) -> SharedHost {
        Rc::clone(&self.works.get().host) as SharedHost
    }

    /// The log, once it is known.
    pub(crate) fn log(self) -> Option<GameLog> {
        self.read(|host| host.replica().log().cloned())
    }

    /// Whether the table was restored from a copy since this was asked last.
    pub(crate) fn was_restored(self) -> bool {
        self.works.get().is_restored.take()
    }

    /// The seat of the people at this screen, if they are not spectators.
    pub(crate) fn seat(self) -> Option<SeatId> {
        self.read(RemoteHost::seat)
    }

    fn read<T>(self, read: impl FnOnce(&RemoteHost<BrowserDevice>) -> T) -> T {
        read(&self.works.get().host.borrow())
    }

    fn change(self, change: impl FnOnce(&mut RemoteHost<BrowserDevice>)) {
        change(&mut self.works.get().host.borrow_mut());
        self.drive();
        self.tell(News::Reports);
    }

    fn tell(self, news: News) {
        let listener = self.works.get().listener.borrow().clone();
        if let Some(listener) = listener {
            listener(news);
        }
    }

    fn next_output(self) -> Option<Output> {
        self.works.get().host.borrow_mut().next_output()
    }

    /// Does what the host wants done, shows how things stand, and sets its timer.
    fn drive(self) {
        while let Some(output) = self.next_output() {
            match output {
                Output::Connect => self.works.get().home.run(|| self.connect()),
                Output::Disconnect => self.set_socket(None),
                Output::Send(message) => self.send(&message),
                Output::Notice(notice) => self.notice(notice),
            }
        }
        self.publish();
        if let Some(deadline) = self.read(RemoteHost::deadline) {
            let wait = deadline.saturating_sub(now()).as_millis() as u32;
            self.deadline.start(wait, move || self.change(|host| host.tick(now())));
        }
    }

    fn publish(self) {
        let Company { status, whereabouts, spectators, thinking_since, .. } = self.company;
        self.read(|host| {
            set_if_other(status, host.status());
            set_if_other(whereabouts, SeatId::BOTH.map(|seat| host.whereabouts(seat)));
            set_if_other(spectators, host.spectators());
            set_if_other(thinking_since, 1000.0 * host.thinking_since().as_secs_f64());
        });
    }

    fn notice(self, notice: Notice) {
        match notice {
            Notice::Opened => {
                // What shows the log from before is about to go.
                self.works.get().listener.take();
                self.opened.update(|opened| *opened += 1);
            }
            Notice::MovedTo(table) => Route::Remote(table).write_in_address(),
            Notice::Left => go_home(),
            Notice::Away(seat) => self.tell(News::Away(seat)),
            Notice::Back(seat) => self.tell(News::Back(seat)),
            Notice::Reaction(seat, reaction) => self.tell(News::Reaction(seat, reaction)),
            Notice::Contradicted(_) => self.works.get().is_restored.set(true),
        }
    }

    fn connect(self) {
        let address = address(&self.table_id());
        let Some(socket) = address.and_then(|address| WebSocket::new(&address).ok()) else {
            return self.works.get().host.borrow_mut().disconnected(now());
        };
        let opened = handler(move |_| self.change(RemoteHost::connected));
        let received = handler(move |event| {
            let event: MessageEvent = event.unchecked_into();
            if let Some(text) = event.data().as_string() {
                self.change(|host| host.received(&text, now()));
            }
        });
        let closed = handler(move |_| self.change(|host| host.disconnected(now())));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(received.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.set_socket(Some(Socket { socket, _handlers: [opened, received, closed] }));
    }

    fn set_socket(self, socket: Option<Socket>) {
        let before = self.works.get().socket.replace(socket);
        drop(before);
    }

    fn send(self, message: &FromClient) {
        if let Some(Socket { socket, .. }) = &*self.works.get().socket.borrow() {
            let _ = socket.send_with_str(&message.to_string());
        }
    }
}

impl Connection for RemoteTable {
    fn table_id(&self) -> TableId {
        self.read(|host| host.table_id().clone())
    }

    fn seat_link(&self) -> Option<SeatLink> {
        let token = key_to(&self.table_id()).filter(|_| self.seat().is_some())?;
        Some(SeatLink { token, nonce: self.read(RemoteHost::covered_nonce) })
    }

    fn react(&self, reaction: Reaction) {
        self.change(|host| host.react(reaction));
    }

    fn flush(&self) {
        self.drive();
    }
}

/// A socket that closes when this is dropped. Nothing is heard from it any more then.
struct Socket {
    socket: WebSocket,
    _handlers: [Handler; 3],
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

/// The time by this machine's clock.
fn now() -> Duration {
    Duration::from_secs_f64(Date::now() / 1000.0)
}

fn set_if_other<T: PartialEq + Send + Sync + 'static>(signal: Signal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

/// Where the server listens, beside the page. The table is named for a load balancer, which may lead all
/// who sit at it to the same server.
fn address(table: &TableId) -> Option<String> {
    let page = location().href().ok()?;
    let page = page.split(['#', '?']).next()?;
    let folder = page.rsplit_once('/')?.0.strip_prefix("http")?;
    Some(format!("ws{folder}/api/socket?table={table}"))
}
