//! Whatever is lost, told twice or told late, a log is followed.

use std::collections::HashMap;
use std::time::Duration;

use parlor_protocol::client::Notice;
use parlor_protocol::event_log::write_entry;
use parlor_protocol::message::{FromClient, Submission};
use parlor_protocol::old_text::read_entry;
use parlor_rules::Player;
use parlor_table::{Actor, Command, CommandKey, Entry, Event, GameLog, Host, Note, Policy, SeatId};
use proptest::prelude::*;

use crate::rig::{Client, OPENED, events, move_of, seated, welcome};

struct World {
    /// The log that the server keeps.
    truth: GameLog,
    client: Client,
    /// Whether there was a welcome on this connection.
    is_greeted: bool,
    reported: Vec<Event>,
    /// What was sent under which key.
    sent: HashMap<CommandKey, Submission>,
}

/// What can happen.
#[derive(Clone, Copy, Debug)]
enum Weather {
    /// A connection opens, and the server says welcome.
    Welcomed,
    /// It is lost.
    Lost,
    /// Some events are told, of which some may be known and others missing before them.
    Told { from: usize, count: usize },
    /// So much time passes, in milliseconds.
    Waited(u64),
    /// A command is submitted.
    Submitted(u8),
    /// The server carries out what is pending, and has broadcast nothing yet.
    CarriedOut,
}

impl World {
    fn new() -> Self {
        let opened = read_entry(OPENED).expect("an event");
        Self {
            truth: GameLog::try_from(vec![opened]).expect("a log"),
            client: Client::new(seated(), None),
            is_greeted: false,
            reported: Vec::new(),
            sent: HashMap::new(),
        }
    }

    fn pass(&mut self, weather: Weather) {
        let connects = self.client.connects;
        match weather {
            Weather::Welcomed if self.client.is_connected && !self.is_greeted => self.welcome(),
            Weather::Lost if self.client.is_connected => self.client.lose_connection(),
            Weather::Told { from, count } if self.is_greeted => {
                let lines = self.lines(from, count);
                if !lines.is_empty() {
                    self.client.hear(&events(from, &strs(&lines)));
                }
            }
            Weather::Waited(time) => self.client.wait_for(Duration::from_millis(time)),
            Weather::Submitted(0) => self.client.submit(Command::Resign),
            Weather::Submitted(pit) => self.client.submit(move_of(pit)),
            Weather::CarriedOut => self.carry_out(),
            Weather::Welcomed | Weather::Lost | Weather::Told { .. } => {}
        }
        self.is_greeted &= self.client.is_connected && connects == self.client.connects;
        for submission in self.client.submissions() {
            let key = submission.key.clone().expect("every command has a key");
            let before = self.sent.insert(key, submission.clone());
            assert!(before.is_none_or(|before| before == submission), "one key, one command");
        }
        self.reported.extend(self.client.events());
    }

    fn welcome(&mut self) {
        self.client.connected();
        let Some(FromClient::Hello(hello)) = self.client.sent.pop() else { panic!("no hello") };
        let lines = self.lines(hello.version, usize::MAX);
        self.is_greeted = true;
        self.client.hear(&welcome(Some(1), hello.version, &strs(&lines)));
    }

    fn lines(&self, from: usize, count: usize) -> Vec<String> {
        self.truth.since(from).iter().take(count).map(write_entry).collect()
    }

    fn carry_out(&mut self) {
        for Submission { command, key, .. } in self.client.host.pending().to_vec() {
            if self.truth.entries().iter().any(|entry| entry.note.key == key) {
                continue;
            }
            let actor = Actor::Seat(SeatId::First);
            let decided = self.truth.table().decide(actor, &command, Policy::Remote);
            for event in decided.into_iter().flatten() {
                let note = Note { by: Some(Player::One), key: key.clone(), took: None };
                self.truth.append(Entry { event, note }).expect("it was decided");
            }
        }
    }

    /// What is known is true, and was reported once and in order.
    fn check(&self) {
        let Some(log) = self.client.host.replica().log() else { return };
        assert_eq!(log.entries(), &self.truth.entries()[..log.version()]);
        let found = log.version() - self.reported.len();
        assert!(log.events().skip(found).eq(&self.reported));
        assert!(self.client.notices.iter().all(|notice| *notice == Notice::Opened));
    }
}

fn strs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

fn any_weather() -> impl Strategy<Value = Weather> {
    prop_oneof![
        4 => Just(Weather::Welcomed),
        2 => Just(Weather::Lost),
        6 => (0..40_usize, 1..5_usize).prop_map(|(from, count)| Weather::Told { from, count }),
        2 => (0..30_000_u64).prop_map(Weather::Waited),
        4 => (0..6_u8).prop_map(Weather::Submitted),
        4 => Just(Weather::CarriedOut),
    ]
}

proptest! {
    #[test]
    fn a_log_is_followed_in_any_weather(weather in prop::collection::vec(any_weather(), 0..80)) {
        let mut world = World::new();
        for weather in weather {
            world.pass(weather);
            world.check();
        }
        for weather in [Weather::Lost, Weather::Waited(60_000), Weather::Welcomed] {
            world.pass(weather);
        }
        world.check();
        prop_assert_eq!(world.client.host.log(), &world.truth);
    }
}
