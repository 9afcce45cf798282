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
use crate::ui::browser::{Timer, after, document, every, handler, listen, location, random};
use crate::ui::prelude::*;

/// A socket, and when there will be another one.
#[derive(Default)]
pub(super) struct Line {
    socket: RefCell<Option<WebSocket>>,
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
        let open = self.connection.try_with_untracked(|connection| *connection == Connection::Open);
        if open == Some(true) {
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
        let mut patience = self.line.patience.get();
        let wait = patience.wait(Date::now());
        self.line.patience.set(patience);
        self.drop_socket();
        // Those who lost the same server do not all come back in the same moment.
        self.connect_after(wait / 2 + random(wait));
    }

    /// The server said that it goes and when it will be back.
    pub(super) fn expect_back(self, wait: Duration) {
        self.drop_socket();
        self.line.patience.take();
        let wait = 1000 * wait.as_secs() as u32 + wait.subsec_millis();
        self.connect_after(wait + random(FIRST_WAIT));
    }

    /// Nobody wants this line any more.
    pub(super) fn hang_up(self) {
        self.line.given_up.set(true);
        self.drop_socket();
    }

    fn connect_after(self, wait: u32) {
        if !self.line.given_up.get() {
            cancel(&self.line.retry);
            self.line.retry.set(after(wait, move || self.connect()));
        }
    }

    fn connect(self) {
        if self.line.given_up.get() {
            return;
        }
        cancel(&self.line.retry);
        let Some(socket) = address().and_then(|address| WebSocket::new(&address).ok()) else {
            return self.reconnect_later();
        };
        // A handler of a socket that was given up meanwhile does nothing.
        let current = {
            let socket = socket.clone();
            move || self.line.socket.borrow().as_ref() == Some(&socket)
        };
        let opened = handler(Box::new({
            let current = current.clone();
            move |_| {
                if current() {
                    self.greet();
                }
            }
        }));
        let heard = handler(Box::new({
            let current = current.clone();
            move |event| {
                let event: MessageEvent = event.unchecked_into();
                if let (true, Some(text)) = (current(), event.data().as_string()) {
                    self.read(&text);
                }
            }
        }));
        let closed = handler(Box::new(move |_| {
            if current() {
                self.reconnect_later();
            }
        }));
        socket.set_onopen(Some(opened.unchecked_ref()));
        socket.set_onmessage(Some(heard.unchecked_ref()));
        socket.set_onclose(Some(closed.unchecked_ref()));
        *self.line.socket.borrow_mut() = Some(socket);
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
                cancel(&self.line.deadline);
                if matches!(message, FromServer::Welcome(_)) {
                    let mut patience = self.line.patience.get();
                    patience.connected(Date::now());
                    self.line.patience.set(patience);
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
        if self.line.socket.borrow().is_none() {
            self.connect();
        } else {
            self.is_it_there(ANSWER_WITHIN);
        }
    }

    fn is_it_there(self, within: u32) {
        if self.connection.with_untracked(|connection| *connection == Connection::Open) {
            self.write(&FromClient::Ping);
            self.expect_an_answer(within);
        }
    }

    fn expect_an_answer(self, within: u32) {
        cancel(&self.line.deadline);
        self.line.deadline.set(after(within, move || self.reconnect_later()));
    }

    fn write(self, message: &FromClient) {
        if let Some(socket) = self.line.socket.borrow().as_ref() {
            let _ = socket.send_with_str(&message.to_string());
        }
    }

    fn drop_socket(self) {
        cancel(&self.line.deadline);
        cancel(&self.line.retry);
        let socket = self.line.socket.borrow_mut().take();
        if let Some(socket) = socket {
            let _ = socket.close();
        }
        let gone = self.connection.try_with_untracked(|now| match now {
            Connection::Open => true,
            Connection::New => self.line.patience.get().is_tried(),
            Connection::Lost | Connection::Ended(_) => false,
        });
        if gone == Some(true) {
            self.connection.set(Connection::Lost);
        }
    }
}

fn cancel(timer: &Cell<Option<Timer>>) {
    if let Some(timer) = timer.take() {
        timer.cancel();
    }
}

/// Where the server listens, beside the page.
fn address() -> Option<String> {
    let page = location().href().ok()?;
    let page = page.split(['#', '?']).next()?;
    let folder = page.rsplit_once('/')?.0.strip_prefix("http")?;
    Some(format!("ws{folder}/api/socket"))
}
