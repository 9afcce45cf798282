//! Nodes are stopped and started again, one after the other, as in an upgrade, while clients play.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use parlor_protocol::TableId;
use parlor_protocol::client::{Device, Memory, Notice, Output, RemoteHost, Status};
use parlor_protocol::message::{FromServer, SeatKey};
use parlor_table::{Command, CommandKey, Host as _, Name, Phase, SeatId};
use parlor_trials::client::{Connection, Lost};
use serde_json::json;
use tokio::time::timeout;

use crate::client::LONG;
use crate::host::Host;

/// What a server says when it stops: after how long to reconnect.
const RECONNECT_AFTER: Duration = Duration::from_secs(1);
/// Clients of one server do not all come back in the same moment: they wait for up to so much longer.
const JITTER: Duration = Duration::from_millis(250);

/// The client that people have, on real sockets. Its clock stands still, except that it jumps to when it
/// wants to reconnect: how long that takes is exact, on however slow a machine.
struct Visitor {
    host: RemoteHost<Memory<Random>>,
    connection: Option<Connection>,
    now: Duration,
    /// The node that they are led to.
    address: SocketAddr,
    /// After how long they were asked to reconnect, when the server said goodbye.
    told_to_wait: Option<Duration>,
    /// What they have submitted.
    submitted: Vec<CommandKey>,
}

type Random = Box<dyn FnMut() -> u128>;

impl Visitor {
    /// Comes to a table, with the key to a seat or without one.
    async fn come(node: &Host, table: &TableId, key: Option<&SeatKey>, seed: u64) -> Self {
        let mut luck = Rng::with_seed(seed);
        let mut device = Memory::new(Box::new(move || luck.u128(..)) as Random);
        if let Some(SeatKey { table, token, .. }) = key {
            device.keep_token(table, token);
        }
        let mut visitor = Self {
            host: RemoteHost::new(device, table.clone(), None, Duration::ZERO),
            connection: None,
            now: Duration::ZERO,
            address: node.address,
            told_to_wait: None,
            submitted: Vec::new(),
        };
        visitor.drive().await;
        visitor.hear_until(|host| host.status() == Status::Connected).await;
        visitor
    }

    /// Does what the host asks for. A connection that is asked for is there.
    async fn drive(&mut self) {
        while let Some(output) = self.host.next_output() {
            match output {
                Output::Connect => {
                    let connection = Connection::open(self.address).await;
                    self.connection = Some(connection.expect("a node that takes connections"));
                    self.host.connected();
                }
                Output::Disconnect => self.connection = None,
                Output::Send(message) => {
                    if let Some(connection) = &mut self.connection
                        && connection.send(&message).await.is_err()
                    {
                        self.lose_connection();
                    }
                }
                Output::Notice(Notice::Contradicted(mismatch)) => panic!("{mismatch}"),
                Output::Notice(_) => {}
            }
        }
    }

    fn lose_connection(&mut self) {
        self.connection = None;
        self.host.disconnected(self.now);
    }

    /// Hears one message, or the end of the connection.
    async fn hear(&mut self) {
        let connection = self.connection.as_mut().expect("a connection");
        let heard = timeout(LONG, connection.receive()).await.expect("the server says something");
        match heard {
            Ok(message) => {
                if let FromServer::Goodbye { after } = message {
                    self.told_to_wait = Some(after);
                }
                self.host.heard(message, self.now);
            }
            Err(Lost) => self.lose_connection(),
        }
        self.drive().await;
        // What was reported is shown, and what follows is decided by it.
        while self.host.next_report().is_some() {}
    }

    async fn hear_until(&mut self, is_so: impl Fn(&RemoteHost<Memory<Random>>) -> bool) {
        while !is_so(&self.host) {
            self.hear().await;
        }
    }

    async fn submit(&mut self, command: Command) {
        self.host.submit(command);
        let sent = self.host.pending().last().and_then(|sent| sent.key.clone());
        self.submitted.push(sent.expect("a command that is sent has a key"));
        self.drive().await;
    }

    /// Submits a command and waits until it is acknowledged.
    async fn carry_out(&mut self, command: Command) {
        self.submit(command).await;
        self.hear_until(|host| host.pending().is_empty()).await;
    }

    /// Plays one turn, if it is theirs.
    async fn play(&mut self) {
        let table = self.host.table();
        let turn = self.host.seat().map(|seat| Phase::Playing(table.side(seat)));
        if turn == Some(table.phase()) {
            let choice = table.play().moves()[0];
            self.carry_out(Command::Move { choice }).await;
        }
    }

    /// Is told that the node stops, and for how long to stay away: no longer than the backoff after a
    /// connection that was lost for the first time.
    async fn be_sent_away(&mut self) {
        while self.connection.is_some() {
            self.hear().await;
        }
        assert_eq!(self.told_to_wait.take(), Some(RECONNECT_AFTER), "a node that stops says so");
        assert_eq!(self.host.status(), Status::Reconnecting);
        let wait = self.host.deadline().expect("they come back").saturating_sub(self.now);
        assert!((RECONNECT_AFTER..=RECONNECT_AFTER + JITTER).contains(&wait), "{wait:?}");
    }

    /// Comes back when that time is over, to the other node: at the first attempt, and to what was there
    /// before.
    async fn come_back(&mut self, node: &Host) {
        let before: (Option<SeatId>, usize) = (self.host.seat(), self.host.replica().version());
        self.address = node.address;
        self.now = self.host.deadline().expect("they come back");
        self.host.tick(self.now);
        self.drive().await;
        while self.host.status() != Status::Connected {
            self.hear().await;
            assert!(self.connection.is_some(), "there is no second attempt");
        }
        assert_eq!(self.host.seat(), before.0);
        assert!(self.host.replica().version() >= before.1);
    }
}

#[tokio::test]
async fn a_rolling_restart_costs_each_client_one_wait_and_nothing_else() {
    let mut nodes = Host::start_two(|_| {}).await;
    let key = nodes[0].set(json!({"game": "kalah", "seat": 1, "name": "Ada"})).await;
    let ada = Visitor::come(&nodes[0], &key.table, Some(&key), 1).await;
    let mut ben = Visitor::come(&nodes[1], &key.table, None, 2).await;
    ben.carry_out(Command::Join { name: Name::new("Ben"), seat: None }).await;
    let eve = Visitor::come(&nodes[0], &key.table, None, 3).await;
    let mut visitors = [ada, ben, eve];

    for round in 0..4 {
        let [stops, stays] = [round % 2, 1 - round % 2];
        play_on(&mut visitors).await;
        // Commands are on their way when the node stops.
        for (number, visitor) in visitors.iter_mut().take(2).enumerate() {
            let name = Name::new(&format!("{} {round}", ["Ada", "Ben"][number]));
            visitor.submit(Command::Rename { player: None, name }).await;
        }
        let address = nodes[stops].address;
        let (mut sent_away, stayed): (Vec<_>, Vec<_>) =
            visitors.iter_mut().partition(|visitor| visitor.address == address);
        assert!(!sent_away.is_empty());
        tokio::join!(nodes[stops].close(), async {
            for visitor in &mut sent_away {
                visitor.be_sent_away().await;
            }
        });
        for visitor in sent_away {
            visitor.come_back(&nodes[stays]).await;
        }
        for visitor in stayed {
            assert!(visitor.connection.is_some(), "the other node is not concerned");
        }
        // They play on, with what was on its way, while there is one node.
        play_on(&mut visitors).await;
        nodes[stops].open().await;
        while nodes[stops].get("/health").await.0 != 200 {
            tokio::task::yield_now().await;
        }
    }

    let log = visitors[0].host.replica().log().expect("a log").clone();
    let mut uses: HashMap<&CommandKey, usize> = HashMap::new();
    for key in log.entries().iter().filter_map(|entry| entry.note.key.as_ref()) {
        *uses.entry(key).or_default() += 1;
    }
    for visitor in &visitors {
        assert_eq!(visitor.host.replica().log(), Some(&log));
        for key in &visitor.submitted {
            assert_eq!(uses.get(key), Some(&1), "what was submitted is carried out, once");
        }
    }
    let later = Visitor::come(&nodes[0], &key.table, None, 4).await;
    assert_eq!(later.host.replica().log(), Some(&log));
}

/// Has everything carried out that is on its way, both players move, and everyone hear of it.
async fn play_on(visitors: &mut [Visitor; 3]) {
    for visitor in visitors.iter_mut() {
        visitor.hear_until(|host| host.pending().is_empty()).await;
    }
    for _ in 0..2 {
        level(visitors).await;
        for visitor in visitors.iter_mut() {
            visitor.play().await;
        }
    }
    level(visitors).await;
}

/// Waits until all know what any of them knows.
async fn level(visitors: &mut [Visitor; 3]) {
    let version = |host: &RemoteHost<_>| host.replica().version();
    let newest = visitors.iter().map(|visitor| version(&visitor.host)).max().unwrap_or(0);
    for visitor in visitors {
        visitor.hear_until(|host| version(host) >= newest).await;
    }
}
