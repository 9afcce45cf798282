use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use parlor_protocol::client::{Device as _, Ended, Notice, Output, RemoteHost, SeatLink, Status};
use parlor_protocol::message::Submission;
use parlor_rules::Level;
use parlor_table::{
    Actor, Command, GameLog, Host, Offer, Policy, Reaction, Refusal, Report, SeatId,
};
use parlor_wording::terminal::online;
use tokio::runtime::Runtime;

use super::link::Link;
use super::seat_file::SeatFile;
use super::socket::{Ear, Heard, Socket};
use crate::play::inbox::Alarm;
use crate::play::venue::{Company, Sending, Venue};
use crate::refusal::Failure;
use crate::remote::{Server, Unreachable};

/// A table that a server keeps: `RemoteHost` decides what is sent and when to reconnect; here are the
/// socket and the clock around it.
pub(super) struct RemoteTable {
    host: RemoteHost<SeatFile>,
    server: Server,
    runtime: Runtime,
    ear: Ear,
    heard: Receiver<(u64, Heard)>,
    socket: Option<Socket>,
    /// How many connections there have been.
    connections: u64,
    /// Why the last attempt to connect failed, if it did.
    unreachable: Option<Unreachable>,
    /// Whether a server has ever answered.
    is_answered: bool,
    notices: VecDeque<Notice>,
    /// When the program came to the table.
    start: Instant,
}

/// The time at which the program comes to the table, as the host counts it: players may have been
/// thinking for long by then.
const START: Duration = Duration::from_hours(48);
/// How often clocks are drawn while one runs.
const CLOCK: Duration = Duration::from_millis(250);

impl RemoteTable {
    /// Goes to a table, and waits until its log is there.
    ///
    /// # Errors
    /// If there is no such server or no such table.
    pub(super) fn find(
        runtime: Runtime,
        link: Link,
        seats: SeatFile,
        alarm: Alarm,
    ) -> Result<Self, Failure> {
        let (sender, heard) = mpsc::channel();
        let mut table = Self {
            host: RemoteHost::new(seats, link.table, link.seat, START),
            server: link.server,
            runtime,
            ear: Ear { heard: sender, alarm },
            heard,
            socket: None,
            connections: 0,
            unreachable: None,
            is_answered: false,
            notices: VecDeque::new(),
            start: Instant::now(),
        };
        table.drive();
        while table.host.replica().log().is_none() {
            table.must_be_found()?;
            let wait = table.host.deadline().map(|deadline| deadline.saturating_sub(table.now()));
            if let Ok(heard) = table.heard.recv_timeout(wait.unwrap_or(CLOCK)) {
                table.hear(heard);
            } else {
                table.tick();
            }
        }
        Ok(table)
    }

    /// Where seats are kept, and whether they are.
    pub(super) fn seats(&self) -> &SeatFile {
        self.host.device()
    }

    pub(super) fn seat(&self) -> Option<SeatId> {
        self.host.seat()
    }

    pub(super) fn server(&self) -> &Server {
        &self.server
    }

    /// The link to the table, for anyone.
    pub(super) fn link(&self) -> String {
        self.server.link_to(self.host.table_id())
    }

    /// A program that was just started does not wait for a server that is not there.
    fn must_be_found(&mut self) -> Result<(), Failure> {
        let server = &self.server;
        match self.host.status() {
            Status::Connecting | Status::Connected => Ok(()),
            Status::Reconnecting => {
                let why = self.unreachable.take().unwrap_or_else(|| {
                    let late = io::ErrorKind::TimedOut.into();
                    if self.is_answered { Unreachable::Busy } else { Unreachable::NoAnswer(late) }
                });
                Err(why.at(server))
            }
            Status::Ended(Ended::NoSuchTable) => Err(Failure::new(online::no_such_table(server))),
            Status::Ended(Ended::OtherProtocol) => Err(Unreachable::OtherProtocol.at(server)),
            Status::Ended(Ended::Outdated | Ended::Closed) => {
                Err(Failure::new(online::outdated(server)))
            }
        }
    }

    fn now(&self) -> Duration {
        START + self.start.elapsed()
    }

    fn hear(&mut self, (number, heard): (u64, Heard)) {
        if self.socket.as_ref().is_none_or(|socket| socket.number != number) {
            return;
        }
        let now = self.now();
        match heard {
            Heard::Opened => {
                self.is_answered = true;
                self.host.connected();
            }
            Heard::Text(text) => self.host.received(&text, now),
            Heard::Closed(why) => {
                self.unreachable = why;
                self.host.disconnected(now);
            }
        }
        self.drive();
    }

    fn tick(&mut self) {
        let now = self.now();
        self.host.tick(now);
        self.drive();
    }

    /// Does what the host wants done.
    fn drive(&mut self) {
        while let Some(output) = self.host.next_output() {
            match output {
                Output::Connect => {
                    self.connections += 1;
                    let (server, ear) = (self.server.clone(), self.ear.clone());
                    let (handle, table) = (self.runtime.handle(), self.host.table_id().clone());
                    let socket = Socket::open(handle, server, table, self.connections, ear);
                    self.socket = Some(socket);
                }
                Output::Disconnect => self.socket = None,
                Output::Send(message) => {
                    if let Some(socket) = &self.socket {
                        socket.send(message.to_string());
                    }
                }
                Output::Notice(notice) => self.notices.push_back(notice),
            }
        }
    }
}

fn sending(pending: &[Submission]) -> Sending {
    let is_move = |sent: &Submission| matches!(sent.command, Command::Move { .. } | Command::Swap);
    match pending {
        [] => Sending::Nothing,
        pending if pending.iter().any(is_move) => Sending::Move,
        _ => Sending::Other,
    }
}

impl Host for RemoteTable {
    fn log(&self) -> &GameLog {
        self.host.log()
    }

    fn actor(&self) -> Actor {
        self.host.actor()
    }

    fn policy(&self) -> Policy {
        self.host.policy()
    }

    fn offer(&self, command: &Command) -> Result<Offer, Refusal> {
        self.host.offer(command)
    }

    fn submit(&mut self, command: Command) {
        self.host.submit(command);
        self.drive();
    }

    fn next_report(&mut self) -> Option<Report> {
        self.host.next_report()
    }

    fn computer_to_act(&self) -> Option<(SeatId, Level)> {
        self.host.computer_to_act()
    }
}

impl Venue for RemoteTable {
    fn attend(&mut self) -> bool {
        if let Ok(heard) = self.heard.try_recv() {
            self.hear(heard);
            return true;
        }
        let is_due = self.host.deadline().is_some_and(|deadline| deadline <= self.now());
        if is_due {
            self.tick();
        }
        is_due
    }

    fn due(&self) -> Option<Instant> {
        let clock = self.table().clock_runs_for().map(|_| Instant::now() + CLOCK);
        let deadline =
            self.host.deadline().map(|deadline| self.start + deadline.saturating_sub(START));
        [clock, deadline].into_iter().flatten().min()
    }

    fn next_notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    fn company(&self) -> Option<Company> {
        let host = &self.host;
        Some(Company {
            status: host.status(),
            seat: host.seat(),
            whereabouts: SeatId::BOTH.map(|seat| host.whereabouts(seat)),
            spectators: host.spectators(),
            thought: self.now().saturating_sub(host.thinking_since()),
            as_of: Instant::now(),
            sending: sending(host.pending()),
            may_toss: host.offer(&Command::Toss).is_ok() && !host.is_pending(&Command::Toss),
            link: self.link(),
            is_this_machine: self.server.is_this_machine(),
        })
    }

    fn seat_link(&self) -> Option<String> {
        self.seat()?;
        let table = self.host.table_id().clone();
        let token = self.host.device().token(&table)?;
        let seat = Some(SeatLink { token, nonce: self.host.covered_nonce() });
        Some(Link { server: self.server.clone(), table, seat }.to_string())
    }

    fn wake(&mut self) {
        if self.host.status() == Status::Reconnecting {
            let now = self.now();
            self.host.wake(now);
            self.drive();
        }
    }

    fn react(&mut self, reaction: Reaction) {
        self.host.react(reaction);
        self.drive();
    }
}
