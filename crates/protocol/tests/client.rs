//! A remote table against a script of what a server says.

use std::time::Duration;

use parlor_protocol::client::{
    Device, Ended, Memory, Mismatch, Notice, Output, RemoteHost, SeatLink, Status,
};
use parlor_protocol::message::{FromClient, FromServer, Reason, Submission, Whereabouts};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::{Choice, Player};
use parlor_table::{
    Actor, Command, CommandKey, Commitment, Event, Host, Name, Nonce, Offer, Reaction, Refusal,
    Report, SeatId, WishKind,
};

const OPENED: &str = "opened\tgems~S~\tXO\tguest\tAda\tguest\tBen";
const FREE: &str = "opened\tgems~S~\tXO\tguest\tAda\tnobody\t";
const TOSS: &str = "opened\thomepits~S~\tXO\tguest\tAda\tguest\tBen";
const TOKEN: &str = "Jm4l9cQ2vXbT0aLk7PzRq3mX8yWe5tUi";
const OTHER_TOKEN: &str = "8yWe5tUiJm4l9cQ2vXbT0aLk7PzRq3mX";

type Numbers = Box<dyn FnMut() -> u128>;

/// A remote host, and what it asked for.
struct Client {
    host: RemoteHost<Memory<Numbers>>,
    now: Duration,
    is_connected: bool,
    connects: usize,
    sent: Vec<FromClient>,
    notices: Vec<Notice>,
}

fn id(text: &str) -> TableId {
    text.parse().expect("a table")
}

fn token(text: &str) -> SeatToken {
    text.parse().expect("a token")
}

fn device() -> Memory<Numbers> {
    let mut number = 0;
    Memory::new(Box::new(move || {
        number += 1;
        number
    }))
}

/// A device that has the token of a seat.
fn seated() -> Memory<Numbers> {
    let mut device = device();
    device.keep_token(&id("q3mX"), &token(TOKEN));
    device
}

fn move_of(index: u8) -> Command {
    Command::Move { choice: Choice::new(index).expect("a place") }
}

fn join() -> Command {
    Command::Join { name: Name::new("Ben"), seat: None }
}

impl Client {
    fn new(device: Memory<Numbers>, link: Option<SeatLink>) -> Self {
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
    fn playing() -> Self {
        let mut client = Self::new(seated(), None);
        client.connected();
        client.hear(&welcome(Some(1), 0, &[OPENED]));
        client.sent.clear();
        client.notices.clear();
        client
    }

    fn drive(&mut self) {
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

    fn connected(&mut self) {
        self.host.connected();
        self.drive();
    }

    fn lose_connection(&mut self) {
        self.is_connected = false;
        self.host.disconnected(self.now);
        self.drive();
    }

    fn hear(&mut self, text: &str) {
        self.host.received(text, self.now);
        self.drive();
    }

    fn submit(&mut self, command: Command) {
        self.host.submit(command);
        self.drive();
    }

    /// Lets time pass until something is due, and says how long that took.
    fn wait(&mut self) -> Duration {
        let deadline = self.host.deadline().expect("something is due");
        let waited = deadline.saturating_sub(self.now);
        self.now = deadline;
        self.host.tick(self.now);
        self.drive();
        waited
    }

    fn wait_for(&mut self, time: Duration) {
        self.now += time;
        self.host.tick(self.now);
        self.drive();
    }

    fn take_sent(&mut self) -> Vec<String> {
        self.sent.drain(..).map(|message| message.to_string()).collect()
    }

    /// The submissions that were sent since this was asked last.
    fn submissions(&mut self) -> Vec<Submission> {
        let submission = |message| match message {
            FromClient::Submission(submission) => Some(submission),
            FromClient::Hello(_) | FromClient::React(_) | FromClient::Ping => None,
        };
        self.sent.drain(..).filter_map(submission).collect()
    }

    fn events(&mut self) -> Vec<Event> {
        self.reports()
            .into_iter()
            .map(|report| match report {
                Report::Changed(change) => change.entry.event,
                Report::Refused { .. } => panic!("{report:?}"),
            })
            .collect()
    }

    fn reports(&mut self) -> Vec<Report> {
        std::iter::from_fn(|| self.host.next_report()).collect()
    }

    fn refusals(&mut self) -> Vec<(Option<CommandKey>, Refusal)> {
        self.reports()
            .into_iter()
            .map(|report| match report {
                Report::Refused { key, refusal } => (key, refusal),
                Report::Changed(_) => panic!("{report:?}"),
            })
            .collect()
    }

    fn kept_token(&self) -> Option<SeatToken> {
        self.host.device().token(self.host.table_id())
    }
}

fn welcome(seat: Option<u8>, from: usize, lines: &[&str]) -> String {
    let seat = seat.map(|seat| format!("\tseat={seat}")).unwrap_or_default();
    format!("welcome\tprotocol=1\ttable=q3mX{seat}\tfrom={from}\n{}", lines.join("\n"))
}

fn offer(from: usize, lines: &[&str]) -> String {
    let lines = lines.join("\n");
    format!("welcome\tprotocol=1\ttable=q3mX\ttoken={TOKEN}\tfrom={from}\n{lines}")
}

fn events(from: usize, lines: &[&str]) -> String {
    format!("events\tfrom={from}\n{}", lines.join("\n"))
}

fn key_of(submission: &Submission) -> String {
    submission.key.as_ref().expect("every command has a key").to_string()
}

fn moved(index: u8) -> Event {
    Event::Moved { choice: Choice::new(index).expect("a place") }
}

#[test]
fn hello_names_the_table_the_token_and_the_version() {
    let mut client = Client::new(seated(), None);
    assert_eq!(client.host.status(), Status::Connecting);
    client.connected();
    let hello = format!("hello\tprotocol=1\ttable=q3mX\ttoken={TOKEN}\tversion=0");
    assert_eq!(client.take_sent(), [hello]);
    client.hear(&welcome(Some(1), 0, &[OPENED, "moved\t2"]));
    assert_eq!(client.host.status(), Status::Connected);
    assert_eq!(client.notices, [Notice::Opened]);
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
    assert_eq!(client.reports(), [], "the table as it was found is no change");

    client.lose_connection();
    assert_eq!(client.host.status(), Status::Reconnecting);
    client.wait();
    client.connected();
    let hello = format!("hello\tprotocol=1\ttable=q3mX\ttoken={TOKEN}\tversion=2");
    assert_eq!(client.take_sent(), [hello], "it resumes where it was");
}

#[test]
fn a_command_is_reported_when_the_server_says_what_came_of_it() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let [submission] = client.submissions().try_into().expect("one command");
    assert_eq!((submission.command.clone(), submission.version), (move_of(2), Some(1)));
    assert!(client.host.is_pending(&move_of(2)));
    assert_eq!(client.reports(), []);
    client.hear(&events(1, &[&format!("by=1\tid={}\tmoved\t2", key_of(&submission))]));
    assert!(!client.host.is_pending(&move_of(2)));
    let [Report::Changed(change)] = &client.reports()[..] else { panic!("one change") };
    assert!(change.turn.is_some(), "with its turn");
    assert_eq!((change.before.play().played(), change.table.play().played()), (0, 1));
}

#[test]
fn a_gap_leads_to_another_hello_and_nothing_is_lost() {
    let mut client = Client::playing();
    client.hear(&events(2, &["moved\t5"]));
    assert_eq!((client.connects, client.is_connected), (2, true), "at once");
    assert_eq!(client.reports(), []);
    client.connected();
    assert!(client.take_sent()[0].ends_with("\tversion=1"));
    client.hear(&welcome(Some(1), 1, &["moved\t2", "moved\t5"]));
    assert_eq!(client.events(), [moved(2), moved(5)]);
}

#[test]
fn an_overlap_is_passed_over() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.hear(&events(1, &["moved\t2", "moved\t5"]));
    client.hear(&events(0, &[OPENED]));
    assert_eq!(client.events(), [moved(2), moved(5)]);
    assert_eq!((client.connects, client.notices.as_slice()), (1, &[][..]));
}

#[test]
fn what_was_not_acknowledged_is_sent_again_under_the_same_key() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    client.submit(Command::Resign);
    let sent = client.submissions();
    client.lose_connection();
    client.submit(Command::Ask(parlor_table::Wish::Draw));
    assert_eq!(client.submissions(), [], "there is no connection");
    client.wait();
    client.connected();
    assert_eq!(client.submissions(), [], "not before the welcome");
    client.hear(&welcome(Some(1), 1, &[&format!("by=1\tid={}\tmoved\t2", key_of(&sent[0]))]));
    let again = client.submissions();
    assert_eq!(again.len(), 2, "the move was carried out before");
    assert_eq!(again[0], sent[1]);
    assert_eq!(again[1].command, Command::Ask(parlor_table::Wish::Draw));
    assert_eq!(client.events(), [moved(2)]);
}

#[test]
fn what_is_pending_is_not_submitted_twice() {
    let mut client = Client::playing();
    for _ in 0..3 {
        client.submit(Command::Resign);
    }
    client.submit(move_of(2));
    client.submit(move_of(3));
    assert_eq!(client.submissions().len(), 3);
}

#[test]
fn a_refusal_is_reported_once_with_its_key() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let key = client.submissions()[0].key.clone();
    let refused = FromServer::Refused {
        key: key.clone(),
        problem: Reason::Refused(Refusal::NotYourTurn).into(),
        version: 1,
    };
    for _ in 0..2 {
        client.hear(&refused.to_string());
    }
    assert_eq!(client.refusals(), [(key, Refusal::NotYourTurn)]);
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 1, &[]));
    assert_eq!(client.submissions(), [], "it is not asked for again");
}

#[test]
fn a_server_that_is_about_to_stop_is_asked_again() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let sent = client.submissions();
    let closing = FromServer::Refused {
        key: sent[0].key.clone(),
        problem: Reason::Closing.into(),
        version: 1,
    };
    client.hear(&closing.to_string());
    client.hear("goodbye\tafter=1000");
    assert_eq!(client.reports(), []);
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 1, &[]));
    assert_eq!(client.submissions(), sent);
}

#[test]
fn what_reaches_the_rate_limit_is_sent_again_after_a_pause() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let sent = client.submissions();
    let too_many = FromServer::Error(Reason::TooMany.into()).to_string();
    client.hear(&too_many);
    client.hear(&too_many);
    assert_eq!(client.submissions(), []);
    assert_eq!(client.wait(), Duration::from_secs(1));
    assert_eq!(client.submissions(), sent, "once");
    assert_eq!(client.connects, 1, "on the same connection");

    client.hear(&events(1, &[&format!("by=1\tid={}\tmoved\t2", key_of(&sent[0]))]));
    client.events();
    client.host.react(Reaction::Clap);
    client.hear(&too_many);
    assert_eq!(client.refusals(), [(None, Refusal::RateLimited)], "it was a passing word");
}

#[test]
fn waits_for_a_connection_become_longer_until_one_lasts() {
    let mut client = Client::new(seated(), None);
    let mut waits = Vec::new();
    for _ in 0..8 {
        client.lose_connection();
        waits.push(client.wait().as_millis());
    }
    for (wait, longest) in waits.iter().zip([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
        let spread = longest / 2..longest / 2 + longest;
        assert!(spread.contains(wait), "{wait} of {longest}");
    }
    // Welcomed and lost at once is no connection that lasts.
    client.connected();
    client.hear(&welcome(Some(1), 0, &[OPENED]));
    client.lose_connection();
    assert!(client.wait() >= Duration::from_millis(7500));
    client.connected();
    client.hear(&welcome(Some(1), 1, &[]));
    client.wait_for(Duration::from_secs(10));
    client.lose_connection();
    assert!(client.wait() < Duration::from_millis(375));
}

#[test]
fn somebody_who_is_back_does_not_wait() {
    let mut client = Client::playing();
    client.lose_connection();
    client.host.wake(client.now);
    client.drive();
    assert_eq!((client.connects, client.is_connected), (2, true));
    assert_eq!(client.host.deadline(), Some(client.now + Duration::from_secs(15)));
}

#[test]
fn the_heartbeat_finds_a_dead_connection() {
    let mut client = Client::playing();
    assert_eq!(client.wait(), Duration::from_secs(20));
    assert_eq!(client.take_sent(), ["ping"]);
    client.hear("pong");
    assert_eq!(client.wait(), Duration::from_secs(20));
    assert_eq!(client.take_sent(), ["ping"]);
    assert_eq!(client.wait(), Duration::from_secs(5), "nothing was answered");
    assert_eq!((client.is_connected, client.host.status()), (false, Status::Reconnecting));
    client.wait();
    assert_eq!(client.connects, 2);
    assert_eq!(client.wait(), Duration::from_secs(15), "nor any connection opened");
    assert!(!client.is_connected);
}

#[test]
fn a_network_that_is_said_to_be_gone_is_tried() {
    let mut client = Client::playing();
    client.host.doubt(client.now);
    client.drive();
    assert_eq!(client.take_sent(), ["ping"]);
    assert_eq!(client.wait(), Duration::from_millis(1250));
    assert!(!client.is_connected);
    client.host.doubt(client.now);
    client.drive();
    assert_eq!(client.take_sent(), [""; 0], "there is nobody to ask");
}

#[test]
fn goodbye_says_when_to_come_back() {
    let mut client = Client::playing();
    client.hear("goodbye\tafter=3000");
    assert!(!client.is_connected);
    let waited = client.wait();
    assert!((3000..3250).contains(&waited.as_millis()), "{waited:?}");
    assert_eq!(client.connects, 2);
    client.lose_connection();
    assert!(client.wait() < Duration::from_millis(375), "a goodbye is no failure");
}

#[test]
fn the_server_can_seat_people_at_another_table() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.lose_connection();
    client.wait();
    client.connected();
    let other = format!("welcome\tprotocol=1\ttable=q3mY\tseat=2\tfrom=0\n{OPENED}\nmoved\t0");
    client.hear(&other);
    assert_eq!(client.host.table_id(), &id("q3mY"));
    assert_eq!(client.notices, [Notice::MovedTo(id("q3mY")), Notice::Opened]);
    assert_eq!(client.host.device().token(&id("q3mX")), None);
    assert_eq!(client.kept_token(), Some(token(TOKEN)), "the token goes along");
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    assert_eq!(client.events(), [], "nothing of the other table is reported any more");
    client.submit(move_of(0));
    assert_eq!(client.submissions()[0].version, Some(2), "by the log of this table");
}

#[test]
fn the_token_of_a_seat_is_kept_before_joining() {
    let mut client = Client::new(device(), None);
    client.connected();
    client.hear(&offer(0, &[FREE]));
    assert_eq!((client.host.actor(), client.kept_token()), (Actor::Spectator, None));
    client.host.submit(join());
    assert_eq!(client.kept_token(), Some(token(TOKEN)), "before anything was sent");
    client.drive();
    let sent = client.submissions();
    assert_eq!(sent[0].token, Some(token(TOKEN)));

    // The answer is lost, and another token offered.
    client.lose_connection();
    client.wait();
    client.connected();
    assert!(client.take_sent()[0].contains(TOKEN), "hello is said with the token of the join");
    client.hear(&offer(1, &[]).replace(TOKEN, OTHER_TOKEN));
    assert_eq!(client.submissions(), sent, "the same join, with the same key and token");
    let seated = format!("by=2\tid={}\tseated\t2\tguest\tBen", key_of(&sent[0]));
    client.hear(&events(1, &[&seated]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    assert_eq!(client.connects, 2);
}

#[test]
fn a_join_that_a_program_did_not_live_to_see_is_found() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&offer(0, &[FREE]).replace(TOKEN, OTHER_TOKEN));
    assert_eq!(client.host.actor(), Actor::Spectator);
    client.hear(&events(1, &["by=2\tid=before\tseated\t2\tguest\tBen"]));
    assert_eq!(client.connects, 2, "it may have been this device");
    client.connected();
    client.hear(&welcome(Some(2), 2, &[]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    client.submit(join());
    assert_eq!(client.submissions()[0].token, Some(token(TOKEN)));
}

#[test]
fn a_join_can_be_refused() {
    for (refusal, kept) in [(Refusal::SeatTaken, false), (Refusal::AlreadySeated, true)] {
        let mut client = Client::new(device(), None);
        client.connected();
        client.hear(&offer(0, &[FREE]));
        client.submit(join());
        let key = client.submissions()[0].key.clone();
        let problem = Reason::Refused(refusal).into();
        client.hear(&FromServer::Refused { key, problem, version: 1 }.to_string());
        assert_eq!(client.kept_token().is_some(), kept, "{refusal:?}");
        assert_eq!(client.connects == 2, kept, "their seat is found by its token");
        assert_eq!(client.reports().len(), usize::from(!kept));
    }
}

#[test]
fn a_token_in_the_link_is_tried_last() {
    let link = || Some(SeatLink { token: token(OTHER_TOKEN), nonce: Some(Nonce(5)) });
    let mut client = Client::new(seated(), link());
    client.connected();
    assert!(client.take_sent()[0].contains(TOKEN));
    client.hear(&welcome(Some(1), 0, &[OPENED]));
    assert_eq!(client.kept_token(), Some(token(TOKEN)), "nobody takes a seat away by a link");
    assert_eq!(client.connects, 1);

    let mut client = Client::new(seated(), link());
    client.connected();
    client.take_sent();
    client.hear(&offer(0, &[OPENED]));
    assert_eq!(client.connects, 2, "the token that was kept opens nothing");
    client.connected();
    assert!(client.take_sent()[0].contains(OTHER_TOKEN));
    client.hear(&welcome(Some(2), 0, &[OPENED]));
    assert_eq!(client.kept_token(), Some(token(OTHER_TOKEN)));
    assert_eq!(client.host.device().nonces(&id("q3mX")), [Nonce(5)]);

    let mut client = Client::new(device(), link());
    client.connected();
    client.hear(&offer(0, &[OPENED]));
    assert_eq!((client.connects, client.kept_token()), (1, None), "nor does that one");
    assert_eq!(client.host.device().nonces(&id("q3mX")), []);
}

#[test]
fn giving_up_a_seat_throws_its_token_away() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[FREE]));
    client.submit(Command::Leave);
    let key = key_of(&client.submissions()[0]);
    client.hear(&events(1, &[&format!("by=1\tid={key}\tseated\t1\tnobody\t")]));
    assert_eq!((client.host.actor(), client.kept_token()), (Actor::Spectator, None));
    assert!(client.notices.contains(&Notice::Left));

    // On another device of the same person: nobody here wanted to go.
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[FREE]));
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&offer(1, &["by=1\tid=l1\tseated\t1\tnobody\t"]).replace(TOKEN, OTHER_TOKEN));
    assert_eq!((client.host.actor(), client.kept_token()), (Actor::Spectator, None));
    assert_eq!(client.notices, [Notice::Opened]);
    assert_eq!(client.events().len(), 1);
}

#[test]
fn a_seat_that_was_left_and_taken_again_elsewhere_keeps_its_token() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[FREE]));
    client.lose_connection();
    client.wait();
    client.connected();
    let lines = ["by=1\tseated\t1\tnobody\t", "by=1\tseated\t1\tguest\tAda"];
    client.hear(&welcome(Some(1), 1, &lines));
    assert_eq!(client.kept_token(), Some(token(TOKEN)));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
}

#[test]
fn a_seat_stays_the_same_when_sides_change() {
    let mut client = Client::playing();
    client.hear(&events(1, &["resigned\t2", "rematched\tswapped"]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
    assert_eq!(client.host.table().side(SeatId::First), Player::Two);
    client.hear("reaction\tseat=2\tkind=clap");
    assert_eq!(client.notices, [Notice::Reaction(SeatId::First, Reaction::Clap)]);
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(2), 3, &[]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
}

/// What the other player commits to.
const OTHERS: Nonce = Nonce(77);

fn committed(player: Player, commitment: Commitment) -> String {
    format!("committed\t{}\t{commitment}", player.index() + 1)
}

#[test]
fn a_toss_is_committed_and_revealed_by_itself() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[TOSS]));
    client.sent.clear();
    assert_eq!(client.host.offer(&Command::Toss), Ok(Offer::AtOnce));
    client.submit(Command::Toss);
    client.submit(Command::Toss);
    let [submission] = client.submissions().try_into().expect("one toss");
    let nonce = client.host.device().nonces(&id("q3mX"))[0];
    let commitment = Commitment::of(Player::One, nonce);
    assert_eq!(submission.command, Command::Commit(commitment));
    let mine = format!("by=1\tid={}\t{}", key_of(&submission), committed(Player::One, commitment));
    client.hear(&events(1, &[&mine]));
    assert_eq!(client.submissions(), [], "the other one has not committed");
    assert_eq!(client.host.covered_nonce(), Some(nonce));
    assert_eq!(client.host.offer(&Command::Toss), Err(Refusal::NoToss));

    let theirs = committed(Player::Two, Commitment::of(Player::Two, OTHERS));
    client.hear(&events(2, &[&theirs]));
    let [reveal] = client.submissions().try_into().expect("it is revealed");
    assert_eq!(reveal.command, Command::Reveal(nonce));
    assert_eq!(client.host.offer(&Command::Toss), Err(Refusal::NoToss));
    client.hear(&events(3, &[&format!("revealed\t2\t{OTHERS}")]));
    assert_eq!(client.submissions(), [], "it is on its way");
    // Another device of the same person was faster: that is nothing to complain about.
    client.events();
    let problem = Reason::Refused(Refusal::NoToss).into();
    client.hear(&FromServer::Refused { key: reveal.key, problem, version: 4 }.to_string());
    assert_eq!(client.reports(), []);
}

#[test]
fn a_toss_survives_a_reload_between_commit_and_reveal() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[TOSS]));
    client.submit(Command::Toss);
    let nonce = client.host.device().nonces(&id("q3mX"))[0];
    let lines = [
        TOSS.to_owned(),
        committed(Player::One, Commitment::of(Player::One, nonce)),
        committed(Player::Two, Commitment::of(Player::Two, OTHERS)),
    ];

    let mut client = Client::new(client.host.into_device(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &lines.each_ref().map(String::as_str)));
    let [reveal] = client.submissions().try_into().expect("it is revealed");
    assert_eq!(reveal.command, Command::Reveal(nonce));
}

#[test]
fn a_toss_can_be_made_anew_where_its_nonce_is_not_known() {
    let elsewhere = committed(Player::One, Commitment::of(Player::One, Nonce(99)));
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[TOSS, &elsewhere]));
    assert_eq!(client.host.offer(&Command::Toss), Ok(Offer::AtOnce));
    let theirs = committed(Player::Two, Commitment::of(Player::Two, OTHERS));
    client.hear(&events(2, &[&theirs]));
    assert_eq!(client.host.offer(&Command::Toss), Err(Refusal::NoToss), "it is too late");
    assert_eq!(client.submissions(), []);
}

#[test]
fn a_spectator_does_not_toss() {
    let mut client = Client::new(device(), None);
    client.connected();
    client.hear(&offer(0, &[TOSS]));
    client.submit(Command::Toss);
    assert_eq!(client.refusals(), [(None, Refusal::NotSeated)]);
    assert_eq!(client.submissions(), []);
}

#[test]
fn moves_and_answers_hold_for_what_has_been_shown() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2", "asked\t2\tdraw"]));
    client.host.next_report();
    client.submit(move_of(5));
    client.submit(Command::Accept(WishKind::Draw));
    client.submit(Command::Resign);
    let versions: Vec<_> = client.submissions().iter().map(|sent| sent.version).collect();
    assert_eq!(versions, [Some(2), Some(2), None], "the question has not been shown yet");
    client.events();
    client.submit(Command::Decline);
    assert_eq!(client.submissions()[0].version, Some(3));
}

#[test]
fn somebody_who_was_away_is_not_shown_every_move() {
    let mut client = Client::playing();
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 1, &["moved\t2", "moved\t5", "moved\t0"]));
    let turns = |client: &mut Client| -> Vec<bool> {
        let turn = |report| match report {
            Report::Changed(change) => change.turn.is_some(),
            Report::Refused { .. } => false,
        };
        client.reports().into_iter().map(turn).collect()
    };
    assert_eq!(turns(&mut client), [true; 3]);
    client.hear(&events(4, &["moved\t0", "moved\t1"]));
    client.hear(&events(6, &["took back\t4", "moved\t1", "moved\t1"]));
    assert_eq!(turns(&mut client), [false; 5]);
}

#[test]
fn a_log_that_contradicts_itself_is_told_anew() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.hear(&events(1, &["moved\t0"]));
    assert_eq!(client.notices, [Notice::Contradicted(Mismatch::Changed(1))]);
    client.connected();
    assert!(client.take_sent()[0].ends_with("\tversion=0"));
    client.hear(&welcome(Some(1), 0, &[OPENED, "moved\t0"]));
    assert_eq!(client.notices[1..], [Notice::Contradicted(Mismatch::Changed(1)), Notice::Opened]);
    assert_eq!(client.events(), [], "what was not shown never happened");
    assert_eq!(client.host.log().events().last(), Some(&moved(0)));
    client.submit(move_of(3));
    assert_eq!(client.submissions()[0].version, Some(2));
}

#[test]
fn a_log_that_is_told_anew_as_it_was_changes_nothing() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.host.start_anew(client.now);
    client.drive();
    client.connected();
    client.hear(&welcome(Some(1), 0, &[OPENED, "moved\t2", "moved\t5"]));
    assert_eq!(client.notices, []);
    assert_eq!(client.events(), [moved(2), moved(5)]);
}

#[test]
fn a_log_that_became_shorter_is_noticed() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.events();
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 0, &[OPENED]));
    assert_eq!(client.notices, [Notice::Contradicted(Mismatch::Gone(1)), Notice::Opened]);
    assert_eq!(client.host.log().version(), 1);
}

#[test]
fn what_cannot_be_helped_ends_the_connection() {
    let unreadable = "welcome\tprotocol=1\ttable=q3mX\tfrom=0\nflew\tto the moon";
    let impossible = welcome(None, 0, &["moved\t2"]);
    let error = |reason: Reason| FromServer::Error(reason.into()).to_string();
    for (text, why) in [
        (error(Reason::NoSuchTable), Ended::NoSuchTable),
        (error(Reason::Protocol), Ended::OtherProtocol),
        (error(Reason::Malformed), Ended::Outdated),
        (unreadable.to_owned(), Ended::Outdated),
        (impossible, Ended::Outdated),
    ] {
        let mut client = Client::new(seated(), None);
        client.connected();
        client.hear(&text);
        assert_eq!(client.host.status(), Status::Ended(why), "{text}");
        assert!(!client.is_connected && client.host.deadline().is_none());
        assert!(client.kept_token().is_some(), "the server may know the table tomorrow");
        client.submit(Command::Resign);
        assert_eq!(client.refusals(), [(None, Refusal::Unavailable)]);
        client.host.wake(client.now);
        client.drive();
        assert_eq!(client.connects, 1);
    }
}

#[test]
fn a_command_that_the_server_does_not_know_is_given_up() {
    let mut client = Client::playing();
    client.submit(Command::Leave);
    let key = client.submissions()[0].key.clone();
    client.hear(&FromServer::Error(Reason::UnknownMessage.into()).to_string());
    assert_eq!(client.refusals(), [(key, Refusal::Unavailable)]);
    assert_eq!((client.host.pending(), client.connects), (&[][..], 1));
}

#[test]
fn what_this_program_does_not_know_yet_is_none_of_its_business() {
    let mut client = Client::playing();
    client.hear("weather\tkind=fine");
    client.hear(&FromServer::Error(Reason::AlreadyGreeted.into()).to_string());
    assert_eq!((client.host.status(), client.connects), (Status::Connected, 1));
}

#[test]
fn a_server_in_trouble_is_given_time() {
    for reason in [Reason::Failed, Reason::TooMany, Reason::Other] {
        let mut client = Client::new(seated(), None);
        client.connected();
        client.hear(&FromServer::Error(reason.into()).to_string());
        assert!(!client.is_connected, "{reason:?}");
        assert!(client.wait() >= Duration::from_millis(125));
        assert_eq!(client.connects, 2);
    }
}

#[test]
fn who_closes_the_table_hears_no_more() {
    let mut client = Client::playing();
    client.host.close();
    client.drive();
    assert!(!client.is_connected && client.host.deadline().is_none());
    client.host.disconnected(client.now);
    client.host.tick(client.now + Duration::from_mins(1));
    client.drive();
    assert_eq!(client.connects, 1);
}

#[test]
fn people_come_and_go() {
    let mut client = Client::playing();
    let presence = |one: &str, two: &str| format!("presence\tone={one}\ttwo={two}\twatching=3");
    client.hear(&presence("here", "here"));
    assert_eq!(client.host.whereabouts(SeatId::Second), Whereabouts::Here);
    assert_eq!((client.host.spectators(), client.notices.as_slice()), (3, &[][..]));
    client.hear(&presence("away", "away"));
    assert_eq!(client.notices, [Notice::Away(SeatId::Second)], "and not where they are themselves");
    client.hear(&presence("here", "here"));
    assert_eq!(client.notices[1..], [Notice::Back(SeatId::Second)]);
    // By their seats, whichever sides they have.
    client.hear(&events(1, &["resigned\t2", "rematched\tswapped"]));
    client.hear(&presence("away", "here"));
    assert_eq!(client.notices[2..], [Notice::Away(SeatId::Second)]);
}

#[test]
fn a_player_thinks_from_when_they_come() {
    let mut client = Client::new(seated(), None);
    client.wait_for(Duration::from_secs(9));
    client.connected();
    let welcome = welcome(Some(1), 0, &[OPENED, "clocked\t300+0"]);
    client.hear(&welcome.replace("\tfrom", "\tthinking=4000\tfrom"));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(5));
    client.hear("presence\tone=awaited\ttwo=here\twatching=0");
    client.wait_for(Duration::from_secs(1));
    client.hear("presence\tone=here\ttwo=here\twatching=0");
    assert_eq!(client.host.thinking_since(), Duration::from_secs(10));
    client.wait_for(Duration::from_secs(1));
    client.hear(&events(2, &["took=1000\tmoved\t2"]));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(11));
}
