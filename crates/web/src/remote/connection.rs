//! The line to the server. It comes back by itself: after a while, and at once when the network or
//! the person is back.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use js_sys::Date;
use parlor_protocol::message::{FromClient, FromServer, Hello, PROTOCOL};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, WebSocket};

use super::far_table::{Connection, FarTable};
use super::patience::{FIRST_WAIT, Patience};
use crate::ui::browser::{Handler, document, handler, listen, location, random};
use crate::ui::prelude::*;
use crate::ui::timer::{Timer, after, every};

/// A socket, and when there will be another one.
#[derive(Default)]
pub(super) struct Line {
    socket: RefCell<Option<Socket>>,
    patience: Cell<Patience>,
    /// The next attempt.
    retry: Cell<Option<Timer>>,
    /// When a question that was not answered means that the line is dead.
    deadline: Cell<Option<Timer>>,
    /// Whether somebody still wants a line.
    given_up: Cell<bool>,
}

/// How often the server is asked whether it is still there, in milliseconds.
const ASK_EVERY: u32 = 20_000;
/// How long it may take to answer.
const ANSWER_WITHIN: u32 = 5_000;

impl FarTable {
    /// Connects, and keeps connected as long as the part of the page is shown that this is called
    /// for.
    pub(super) fn keep_connected(self) {
        self.connect();
        every(ASK_EVERY, move || self.is_it_there(ANSWER_WITHIN));
        listen("online", move |_| self.wake());
        listen("offline", move |_| self.is_it_there(ANSWER_WITHIN / 4));
        listen("pageshow", move |_| self.wake());
        listen("visibilitychange", move |_| {
            if !document().hidden() {
                self.wake();
            }
        });
        on_cleanup(move || self.hang_up());
    }

    /// Says something, if anybody listens. What must not be lost is said again later.
    pub(super) fn send(self, message: &FromClient) {
        if self.connection.with(|connection| *connection == Connection::Open) {
            self.write(message);
        }
    }

    /// Leaves this connection for another one.
    pub(super) fn reconnect(self) {
        self.drop_socket();
        self.connect();
    }

    /// Tries another connection after a while.
    pub(super) fn reconnect_later(self) {
        let mut patience = self.state().line.patience.get();
        let wait = patience.wait(Date::now());
        self.state().line.patience.set(patience);
        self.drop_socket();
        // Those who lost the same server do not all come back in the same moment.
        self.connect_after(wait / 2 + random(wait));
    }

    /// The server said that it goes and when it will be back.
    pub(super) fn expect_back(self, wait: Duration) {
        self.drop_socket();
        self.state().line.patience.take();
        let wait = 1000 * wait.as_secs() as u32 + wait.subsec_millis();
        self.connect_after(wait + random(FIRST_WAIT));
    }

    /// Nobody wants this line any more.
    pub(super) fn hang_up(self) {
        self.state().line.given_up.set(true);
        self.drop_socket();
    }

    fn connect_after(self, wait: u32) {
        if !self.state().line.given_up.get() {
            self.state().line.retry.take();
            self.state().line.retry.set(Some(after(wait, move || self.connect())));
        }
    }

    fn connect(self) {
        if self.state().line.given_up.get() {
            return;
        }
        self.state().line.retry.take();
        let Some(socket) = address().and_then(|address| WebSocket::new(&address).ok()) else {
            return self.reconnect_later();
        };
        let opened = handler(Box::new(move |_| self.greet()));
        let heard = handler(Box::new(move |event| {
            let event: MessageEvent = event.unchecked_into();
            if let Some(text) = event.data().as_string() {
                self.read(&text);
            }
        }));
        let closed = handler(Box::new(move |_| self.reconnect_later()));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        let socket = Socket { socket, _handlers: [opened, heard, closed] };
        *self.state().line.socket.borrow_mut() = Some(socket);
        self.expect_an_answer(3 * ANSWER_WITHIN);
    }

    fn greet(self) {
        self.write(&FromClient::Hello(Hello {
            protocol: PROTOCOL,
            table: self.id(),
            token: self.key(),
            version: self.heard_so_far(),
        }));
    }

    fn read(self, text: &str) {
        match text.parse::<FromServer>() {
            Ok(message) => {
                self.state().line.deadline.take();
                if matches!(message, FromServer::Welcome(_)) {
                    let mut patience = self.state().line.patience.get();
                    patience.connected(Date::now());
                    self.state().line.patience.set(patience);
                }
                self.hear(message);
            }
            // The game cannot go on without what happens in it.
            Err(_) if text.starts_with("welcome") || text.starts_with("events") => {
                self.is_too_old();
            }
            // Anything else that this page does not know yet is none of its business.
            Err(_) => {}
        }
    }

    /// Somebody or something woke up: a line that is gone is not waited for any longer.
    fn wake(self) {
        if self.state().line.socket.borrow().is_none() {
            self.connect();
        } else {
            self.is_it_there(ANSWER_WITHIN);
        }
    }

    fn is_it_there(self, within: u32) {
        if self.connection.with(|connection| *connection == Connection::Open) {
            self.write(&FromClient::Ping);
            self.expect_an_answer(within);
        }
    }

    fn expect_an_answer(self, within: u32) {
        self.state().line.deadline.take();
        self.state().line.deadline.set(Some(after(within, move || self.reconnect_later())));
    }

    fn write(self, message: &FromClient) {
        if let Some(socket) = self.state().line.socket.borrow().as_ref() {
            let _ = socket.socket.send_with_str(&message.to_string());
        }
    }

    fn drop_socket(self) {
        self.state().line.deadline.take();
        self.state().line.retry.take();
        let socket = self.state().line.socket.borrow_mut().take();
        drop(socket);
        let gone = self.connection.with(|now| match now {
            Connection::Open => true,
            Connection::New => self.state().line.patience.get().is_tried(),
            Connection::Lost | Connection::Ended(_) => false,
        });
        if gone {
            self.connection.set(Connection::Lost);
        }
    }
}

/// A socket that closes when this is dropped. Nobody hears from it any more then.
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

/// Where the server listens, beside the page.
fn address() -> Option<String> {
    let page = location().href().ok()?;
    let page = page.split(['#', '?']).next()?;
    let folder = page.rsplit_once('/')?.0.strip_prefix("http")?;
    Some(format!("ws{folder}/api/socket"))
}
