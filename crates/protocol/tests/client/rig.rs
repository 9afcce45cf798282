//! A remote host, and a script of what a server says.

use std::time::Duration;

use parlor_protocol::client::{Device, Memory, Notice, Output, RemoteHost, SeatLink};
use parlor_protocol::event_log::write_entry;
use parlor_protocol::message::{FromClient, Submission};
use parlor_protocol::old_text::read_entry;
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::Choice;
use parlor_table::{Command, CommandKey, Event, Host, Name, Refusal, Report};

// Events are short here as the text of earlier versions; they are told as JSON.
pub(crate) const OPENED: &str = "opened\tgems~S~\tXO\tguest\tAda\tguest\tBen";
pub(crate) const FREE: &str = "opened\tgems~S~\tXO\tguest\tAda\tnobody\t";
pub(crate) const TOSS: &str = "opened\thomepits~S~\tXO\tguest\tAda\tguest\tBen";
pub(crate) const TOKEN: &str = "Jm4l9cQ2vXbT0aLk7PzRq3mX8yWe5tUi";
pub(crate) const OTHER_TOKEN: &str = "8yWe5tUiJm4l9cQ2vXbT0aLk7PzRq3mX";

pub(crate) type Numbers = Box<dyn FnMut() -> u128>;

/// A remote host, and what it asked for.
pub(crate) struct Client {
    pub(crate) host: RemoteHost<Memory<Numbers>>,
    pub(crate) now: Duration,
    pub(crate) is_connected: bool,
    pub(crate) connects: usize,
    pub(crate) sent: Vec<FromClient>,
    pub(crate) notices: Vec<Notice>,
}

pub(crate) fn id(text: &str) -> TableId {
    text.parse().expect("a table")
}

pub(crate) fn token(text: &str) -> SeatToken {
    text.parse().expect("a token")
}

pub(crate) fn device() -> Memory<Numbers> {
    let mut number = 0;
    Memory::new(Box::new(move || {
        number += 1;
        number
    }))
}

/// A device that has the token of a seat.
pub(crate) fn seated() -> Memory<Numbers> {
    let mut device = device();
    device.keep_token(&id("q3mX"), &token(TOKEN));
    device
}

pub(crate) fn move_of(index: u8) -> Command {
    Command::Move { choice: Choice::new(index).expect("a place") }
}

pub(crate) fn join() -> Command {
    Command::Join { name: Name::new("Ben"), seat: None }
}

impl Client {
    pub(crate) fn new(device: Memory<Numbers>, link: Option<SeatLink>) -> Self {
        let mut client = Self {
            host: RemoteHost::new(device, id("q3mX"), link, Duration::ZERO),
            now: Duration::ZERO,
            is_connected: false,
            connects: 0,
            sent: Vec::new(),
            notices: Vec::new(),
        };
        client.drive();
        client
    }

    /// At a table with a game that both have seats at, connected, with nothing left to be read.
    pub(crate) fn playing() -> Self {
        let mut client = Self::new(seated(), None);
        client.connected();
        client.hear(&welcome(Some(1), 0, &[OPENED]));
        client.sent.clear();
        client.notices.clear();
        client
    }

    pub(crate) fn drive(&mut self) {
        while let Some(output) = self.host.next_output() {
            match output {
                Output::Connect => {
                    assert!(!self.is_connected, "one connection at a time");
                    self.connects += 1;
                    self.is_connected = true;
                }
                Output::Disconnect => {
                    assert!(self.is_connected, "there is something to close");
                    self.is_connected = false;
                }
                Output::Send(message) => self.sent.push(message),
                Output::Notice(notice) => self.notices.push(notice),
            }
        }
    }

    pub(crate) fn connected(&mut self) {
        self.host.connected();
        self.drive();
    }

    pub(crate) fn lose_connection(&mut self) {
        self.is_connected = false;
        self.host.disconnected(self.now);
        self.drive();
    }

    pub(crate) fn hear(&mut self, text: &str) {
        self.host.received(text, self.now);
        self.drive();
    }

    pub(crate) fn submit(&mut self, command: Command) {
        self.host.submit(command);
        self.drive();
    }

    /// Lets time pass until something is due, and says how long that took.
    pub(crate) fn wait(&mut self) -> Duration {
        let deadline = self.host.deadline().expect("something is due");
        let waited = deadline.saturating_sub(self.now);
        self.now = deadline;
        self.host.tick(self.now);
        self.drive();
        waited
    }

    pub(crate) fn wait_for(&mut self, time: Duration) {
        self.now += time;
        self.host.tick(self.now);
        self.drive();
    }

    pub(crate) fn take_sent(&mut self) -> Vec<String> {
        self.sent.drain(..).map(|message| message.to_string()).collect()
    }

    /// The submissions that were sent since this was asked last.
    pub(crate) fn submissions(&mut self) -> Vec<Submission> {
        let submission = |message| match message {
            FromClient::Submission(submission) => Some(submission),
            FromClient::Hello(_) | FromClient::React(_) | FromClient::Ping => None,
        };
        self.sent.drain(..).filter_map(submission).collect()
    }

    pub(crate) fn events(&mut self) -> Vec<Event> {
        self.reports()
            .into_iter()
            .map(|report| match report {
                Report::Changed(change) => change.entry.event,
                Report::Refused { .. } => panic!("{report:?}"),
            })
            .collect()
    }

    pub(crate) fn reports(&mut self) -> Vec<Report> {
        std::iter::from_fn(|| self.host.next_report()).collect()
    }

    pub(crate) fn refusals(&mut self) -> Vec<(Option<CommandKey>, Refusal)> {
        self.reports()
            .into_iter()
            .map(|report| match report {
                Report::Refused { key, refusal } => (key, refusal),
                Report::Changed(_) => panic!("{report:?}"),
            })
            .collect()
    }

    pub(crate) fn kept_token(&self) -> Option<SeatToken> {
        self.host.device().token(self.host.table_id())
    }
}

pub(crate) fn welcome(seat: Option<u8>, from: usize, lines: &[&str]) -> String {
    welcome_to("q3mX", seat, from, lines)
}

pub(crate) fn welcome_to(table: &str, seat: Option<u8>, from: usize, lines: &[&str]) -> String {
    let seat = seat.map(|seat| format!(r#""seat":{seat},"#)).unwrap_or_default();
    welcome_with(&format!(r#""table":"{table}",{seat}"#), from, lines)
}

fn welcome_with(fields: &str, from: usize, lines: &[&str]) -> String {
    let data = format!(r#""protocol":2,{fields}"from":{from},"events":[{}]"#, json(lines));
    format!(r#"{{"type":"welcome","data":{{{data}}}}}"#)
}

/// Events as a server tells them.
fn json(lines: &[&str]) -> String {
    let written = |line: &&str| match *line {
        line if line.starts_with('{') => line.to_owned(),
        line => write_entry(&read_entry(line).expect("an event")),
    };
    lines.iter().map(written).collect::<Vec<_>>().join(",")
}

pub(crate) fn offer(from: usize, lines: &[&str]) -> String {
    welcome_with(&format!(r#""table":"q3mX","token":"{TOKEN}","#), from, lines)
}

pub(crate) fn events(from: usize, lines: &[&str]) -> String {
    format!(r#"{{"type":"events","data":{{"from":{from},"events":[{}]}}}}"#, json(lines))
}

pub(crate) fn key_of(submission: &Submission) -> String {
    submission.key.as_ref().expect("every command has a key").to_string()
}

pub(crate) fn moved(index: u8) -> Event {
    Event::Moved { choice: Choice::new(index).expect("a place") }
}
