//! A table that a server keeps, in the browser: `RemoteHost` decides what is sent and when to
//! reconnect; here are the socket, the timer and the signals around it.

use std::rc::Rc;
use std::time::Duration;

use js_sys::Date;
use parlor_protocol::TableId;
use parlor_protocol::client::{Notice, Output, RemoteHost, SeatLink, Status};
use parlor_protocol::message::{FromClient, Whereabouts};
use parlor_table::{GameLog, Host, Nonce, Reaction, SeatId};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, WebSocket};

use super::device::BrowserDevice;
use crate::route::Route;
use crate::ui::browser::{Handler, document, handler, listen, location};
use crate::ui::prelude::*;
use crate::ui::scope::Home;
use crate::ui::timer::Timeout;

/// A table that a server keeps. It is connected as long as the scope lasts that it was opened in.
#[derive(Clone, Copy)]
pub(crate) struct RemoteTable {
    /// How often the log has been told from the beginning: each time the table is shown anew.
    pub(crate) opened: RwSignal<u32>,
    pub(crate) status: RwSignal<Status>,
    /// The seat of the person at this screen; none for a spectator.
    pub(crate) seat: RwSignal<Option<SeatId>>,
    /// Who is connected, by seat.
    pub(crate) whereabouts: RwSignal<[Whereabouts; 2]>,
    pub(crate) spectators: RwSignal<usize>,
    /// What each player has just said, by seat.
    pub(crate) said: RwSignal<[Option<Reaction>; 2]>,
    /// Since when the player to move has been thinking, in milliseconds of this machine's clock.
    pub(crate) thinking_since: RwSignal<f64>,
    host: StoredValue<RemoteHost<BrowserDevice>, LocalStorage>,
    /// The scope that sockets belong to, whoever has them opened.
    home: StoredValue<Home, LocalStorage>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    deadline: Timeout,
    /// Until what each player has said is forgotten.
    fading: [Timeout; 2],
    /// Who shows the table.
    listener: StoredValue<Option<Listener>, LocalStorage>,
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

/// How long a reaction is shown, in milliseconds.
const REACTION_SHOWN: u32 = 4_000;

impl RemoteTable {
    /// Goes to a table, with what the address had beside its id.
    pub(crate) fn open(id: TableId, link: Option<SeatLink>) -> Self {
        let host = RemoteHost::new(BrowserDevice, id, link, now());
        let table = Self {
            opened: RwSignal::new(0),
            status: RwSignal::new(host.status()),
            seat: RwSignal::new(None),
            whereabouts: RwSignal::new([Whereabouts::default(); 2]),
            spectators: RwSignal::new(0),
            said: RwSignal::new([None; 2]),
            thinking_since: RwSignal::new(Date::now()),
            host: StoredValue::new_local(host),
            home: StoredValue::new_local(Home::here()),
            socket: StoredValue::new_local(None),
            deadline: Timeout::new(),
            fading: [Timeout::new(), Timeout::new()],
            listener: StoredValue::new_local(None),
        };
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

    /// Has everything that happens here shown from now on.
    pub(crate) fn shown_by(self, listener: impl Fn(News) + 'static) {
        let listener: Listener = Rc::new(listener);
        self.listener.set_value(Some(Rc::clone(&listener)));
        // What shows the table may go before the table does.
        on_cleanup(move || {
            self.listener.try_update_value(|now| {
                if now.as_ref().is_some_and(|now| Rc::ptr_eq(now, &listener)) {
                    *now = None;
                }
            });
        });
        self.tell(News::Reports);
    }

    /// What the link to the table ends with.
    pub(crate) fn id(self) -> TableId {
        self.host.with_value(|host| host.table_id().clone())
    }

    /// The log, once it is known.
    pub(crate) fn log(self) -> Option<GameLog> {
        self.host.with_value(|host| host.replica().log().cloned())
    }

    /// What a link to continue on another device has to have of the toss in progress.
    pub(crate) fn covered_nonce(self) -> Option<Nonce> {
        self.host.with_value(RemoteHost::covered_nonce)
    }

    pub(crate) fn react(self, reaction: Reaction) {
        self.change(|host| host.react(reaction));
    }

    /// Reads something of the host.
    pub(crate) fn read<T>(self, read: impl FnOnce(&dyn Host) -> T) -> T {
        self.host.with_value(|host| read(host))
    }

    /// Has the host do something, and does what follows from it.
    pub(crate) fn act<T>(self, act: impl FnOnce(&mut dyn Host) -> T) -> Option<T> {
        let done = self.host.try_update_value(|host| act(host));
        self.drive();
        done
    }

    fn change(self, change: impl FnOnce(&mut RemoteHost<BrowserDevice>)) {
        self.host.try_update_value(change);
        self.drive();
        self.tell(News::Reports);
    }

    fn tell(self, news: News) {
        if let Some(listener) = self.listener.try_get_value().flatten() {
            listener(news);
        }
    }

    /// Does what the host wants done, shows how things stand, and sets its timer.
    fn drive(self) {
        while let Some(output) = self.host.try_update_value(RemoteHost::next_output).flatten() {
            match output {
                Output::Connect => self.home.get_value().run(|| self.connect()),
                Output::Disconnect => self.socket.set_value(None),
                Output::Send(message) => self.send(&message),
                Output::Notice(notice) => self.notice(notice),
            }
        }
        self.publish();
        let deadline = self.host.with_value(RemoteHost::deadline);
        if let Some(deadline) = deadline {
            let wait = deadline.saturating_sub(now()).as_millis() as u32;
            self.deadline.start(wait, move || self.change(|host| host.tick(now())));
        }
    }

    fn publish(self) {
        self.host.with_value(|host| {
            set_if_other(self.status, host.status());
            set_if_other(self.seat, host.seat());
            set_if_other(self.whereabouts, SeatId::BOTH.map(|seat| host.whereabouts(seat)));
            set_if_other(self.spectators, host.spectators());
            set_if_other(self.thinking_since, 1000.0 * host.thinking_since().as_secs_f64());
        });
    }

    fn notice(self, notice: Notice) {
        match notice {
            Notice::Opened => {
                // What shows the log from before is about to go.
                self.listener.set_value(None);
                self.opened.update(|opened| *opened += 1);
            }
            Notice::MovedTo(table) => Route::Remote(table).write_in_address(),
            Notice::Left => go_home(),
            Notice::Away(seat) => self.tell(News::Away(seat)),
            Notice::Back(seat) => self.tell(News::Back(seat)),
            Notice::Reaction(seat, reaction) => self.tell(News::Reaction(seat, reaction)),
            Notice::Contradicted(_) => {}
        }
    }

    /// Shows for a while what a player says.
    pub(crate) fn show_reaction(self, seat: SeatId, reaction: Reaction) {
        self.said.update(|said| said[seat.index()] = Some(reaction));
        self.fading[seat.index()].start(REACTION_SHOWN, move || {
            self.said.update(|said| said[seat.index()] = None);
        });
    }

    fn connect(self) {
        let Some(socket) = address().and_then(|address| WebSocket::new(&address).ok()) else {
            self.host.try_update_value(|host| host.disconnected(now()));
            return;
        };
        let opened = handler(Box::new(move |_| self.change(RemoteHost::connected)));
        let received = handler(Box::new(move |event| {
            let event: MessageEvent = event.unchecked_into();
            if let Some(text) = event.data().as_string() {
                self.change(|host| host.received(&text, now()));
            }
        }));
        let closed = handler(Box::new(move |_| self.change(|host| host.disconnected(now()))));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(received.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.socket.set_value(Some(Socket { socket, _handlers: [opened, received, closed] }));
    }

    fn send(self, message: &FromClient) {
        self.socket.with_value(|socket| {
            if let Some(Socket { socket, .. }) = socket {
                let _ = socket.send_with_str(&message.to_string());
            }
        });
    }
}

/// Leaves the page of a table.
pub(crate) fn go_home() {
    let _ = location().set_hash(&Route::FrontRoom.to_string());
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

fn set_if_other<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if untrack(|| signal.with(|now| *now != value)) {
        signal.set(value);
    }
}

/// Where the server listens, beside the page.
fn address() -> Option<String> {
    let page = location().href().ok()?;
    let page = page.split(['#', '?']).next()?;
    let folder = page.rsplit_once('/')?.0.strip_prefix("http")?;
    Some(format!("ws{folder}/api/socket"))
}
