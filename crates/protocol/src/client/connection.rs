use std::collections::VecDeque;
use std::time::Duration;

use super::backoff::{Backoff, FIRST_WAIT, jitter};
use crate::message::{FromClient, Hello};

/// Whether there is a connection to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There has been none yet.
    Connecting,
    /// There is one.
    Connected,
    /// It is lost and will come back.
    Reconnecting,
    /// It will not come back.
    Ended(Ended),
}

/// Why there is no connection any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There is no such table, or it has expired.
    NoSuchTable,
    /// The server speaks another version of the protocol than this program.
    OtherProtocol,
    /// The server says what this program cannot read: it is too old for the table.
    Outdated,
    /// This side does not want one any more.
    Closed,
}

/// What is to be done with the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Connect,
    Disconnect,
    Send(FromClient),
}

/// The connection to a server, which comes back by itself.
#[derive(Debug)]
pub(super) struct Connection {
    status: Status,
    stage: Stage,
    backoff: Backoff,
    /// When to connect again.
    retry_at: Option<Duration>,
    /// When a question that was not answered means that the connection is dead.
    answer_by: Option<Duration>,
    /// When the next heartbeat is sent.
    heartbeat_at: Duration,
    steps: VecDeque<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Down,
    Opening,
    Greeting,
    Open,
}

/// How often the server is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long it may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// The same for a device that has just been told that it is offline.
const ANSWER_SOON: Duration = Duration::from_millis(1250);
/// How long it may take from opening a connection to the welcome, and from one page of a long log to
/// the next.
const WELCOME_WITHIN: Duration = Duration::from_secs(15);

impl Connection {
    pub(super) fn open(now: Duration) -> Self {
        let mut connection = Self {
            status: Status::Connecting,
            stage: Stage::Down,
            backoff: Backoff::default(),
            retry_at: None,
            answer_by: None,
            heartbeat_at: now,
            steps: VecDeque::new(),
        };
        connection.connect(now);
        connection
    }

    pub(super) fn status(&self) -> Status {
        self.status
    }

    pub(super) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.status, Status::Ended(_))
    }

    pub(super) fn next_step(&mut self) -> Option<Step> {
        self.steps.pop_front()
    }

    /// When time matters next.
    pub(super) fn deadline(&self) -> Option<Duration> {
        let heartbeat = self.is_open().then_some(self.heartbeat_at);
        [self.retry_at, self.answer_by, heartbeat].into_iter().flatten().min()
    }

    /// Sends a message, if there is a welcome to a connection. What must not be lost is sent again.
    pub(super) fn send(&mut self, message: FromClient) {
        if self.is_open() {
            self.steps.push_back(Step::Send(message));
        }
    }

    pub(super) fn opened(&mut self, hello: Hello) {
        if self.stage == Stage::Opening {
            self.stage = Stage::Greeting;
            self.steps.push_back(Step::Send(FromClient::Hello(hello)));
        }
    }

    /// The server said something, so it is still there. False if it is an echo of a connection that
    /// was given up.
    pub(super) fn heard(&mut self, now: Duration) -> bool {
        match self.stage {
            Stage::Down | Stage::Opening => return false,
            // A long log comes in pages, each of which takes its time.
            Stage::Greeting => self.answer_by = Some(now + WELCOME_WITHIN),
            Stage::Open => self.answer_by = None,
        }
        true
    }

    pub(super) fn welcomed(&mut self, now: Duration) {
        self.stage = Stage::Open;
        self.status = Status::Connected;
        self.answer_by = None;
        self.backoff.connected(now);
        self.heartbeat_at = now + HEARTBEAT;
    }

    /// Leaves this connection for another one.
    pub(super) fn reconnect(&mut self, now: Duration) {
        self.drop_connection();
        self.connect(now);
    }

    /// The connection has ended without our doing.
    pub(super) fn lost(&mut self, now: Duration, random: u128) {
        if self.stage != Stage::Down {
            self.stage = Stage::Down;
            self.reconnect_later(now, random);
        }
    }

    /// Tries another connection after a while.
    pub(super) fn reconnect_later(&mut self, now: Duration, random: u128) {
        let wait = self.backoff.wait(now, random);
        self.drop_connection();
        self.connect_at(now + wait);
    }

    /// The server said that it goes, and when it will be back.
    pub(super) fn expect_back(&mut self, now: Duration, after: Duration, random: u128) {
        self.drop_connection();
        self.backoff = Backoff::default();
        self.connect_at(now + after + jitter(FIRST_WAIT, random));
    }

    pub(super) fn end(&mut self, why: Ended) {
        self.drop_connection();
        if !self.has_ended() {
            self.status = Status::Ended(why);
        }
    }

    /// The network or the person is back: a connection that is gone is not waited for any longer.
    pub(super) fn wake(&mut self, now: Duration) {
        match self.stage {
            Stage::Down => self.connect(now),
            Stage::Opening | Stage::Greeting => {}
            Stage::Open => self.ask(now, ANSWER_WITHIN),
        }
    }

    /// The network is said to be gone: the server is asked whether that is so.
    pub(super) fn doubt(&mut self, now: Duration) {
        if self.is_open() {
            self.ask(now, ANSWER_SOON);
        }
    }

    /// Whether the server has kept silent for too long.
    pub(super) fn is_dead(&self, now: Duration) -> bool {
        self.answer_by.is_some_and(|answer_by| answer_by <= now)
    }

    /// Does what is due.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.retry_at.is_some_and(|retry_at| retry_at <= now) {
            self.connect(now);
        }
        if self.is_open() && self.heartbeat_at <= now {
            self.heartbeat_at = now + HEARTBEAT;
            self.ask(now, ANSWER_WITHIN);
        }
    }

    fn ask(&mut self, now: Duration, within: Duration) {
        self.send(FromClient::Ping);
        self.answer_by = Some(now + within);
    }

    fn connect(&mut self, now: Duration) {
        if !self.has_ended() {
            self.retry_at = None;
            self.stage = Stage::Opening;
            self.answer_by = Some(now + WELCOME_WITHIN);
            self.steps.push_back(Step::Connect);
        }
    }

    fn connect_at(&mut self, time: Duration) {
        if !self.has_ended() {
            self.retry_at = Some(time);
        }
    }

    fn drop_connection(&mut self) {
        self.answer_by = None;
        self.retry_at = None;
        if self.stage != Stage::Down {
            self.stage = Stage::Down;
            self.steps.push_back(Step::Disconnect);
        }
        match self.status {
            Status::Connecting if !self.backoff.has_failed() => {}
            Status::Connecting | Status::Connected => self.status = Status::Reconnecting,
            Status::Reconnecting | Status::Ended(_) => {}
        }
    }
}
