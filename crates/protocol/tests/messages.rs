//! Messages are read as they were written, and as `docs/protocol.md` shows them.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use parlor_protocol::message::{
    Events, FromClient, FromServer, Hello, Misread, NewTable, Presence, Problem, Reason, SeatKey,
    Submission, Welcome, Whereabouts,
};
use parlor_protocol::text::read_entry;
use parlor_rules::{Choice, Player};
use parlor_table::{Command, Entry, Event, Marks, Reaction, Refusal, Wish, WishKind};

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn read<T: FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn entry(line: &str) -> Entry {
    read_entry(line).unwrap_or_else(|error| panic!("{line}: {error:?}"))
}

#[test]
fn every_example_in_the_docs_is_a_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let docs = std::fs::read_to_string(path).expect("the protocol is documented");
    let blocks = |kind: &str| -> Vec<String> {
        let fence = format!("```{kind}\n");
        let inside = |block: &str| block.split_once("\n```").expect("a block ends").0.to_owned();
        docs.split(&fence).skip(1).map(inside).collect()
    };
    let lines = |kind| blocks(kind).join("\n").lines().map(str::to_owned).collect::<Vec<_>>();

    let mut words = Vec::new();
    for line in lines("client") {
        read::<FromClient>(&line);
        words.push(line.split('\t').next().expect("a word").to_owned());
    }
    for word in [
        "hello", "join", "leave", "rename", "computer", "move", "swap", "undo", "restart",
        "commit", "reveal", "resign", "ask", "accept", "decline", "react", "ping",
    ] {
        assert!(words.iter().any(|shown| shown == word), "no example of {word}");
    }
    let answers: Vec<FromServer> =
        blocks("server").iter().flat_map(|block| block.split("\n\n")).map(read).collect();
    let shown = |is: fn(&FromServer) -> bool| assert!(answers.iter().any(is));
    shown(|answer| matches!(answer, FromServer::Welcome(Welcome { seat: Some(_), .. })));
    shown(|answer| matches!(answer, FromServer::Welcome(Welcome { token: Some(_), .. })));
    shown(|answer| matches!(answer, FromServer::Events(_)));
    shown(|answer| matches!(answer, FromServer::Refused { .. }));
    shown(|answer| matches!(answer, FromServer::Presence(_)));
    shown(|answer| matches!(answer, FromServer::Reaction { .. }));
    shown(|answer| matches!(answer, FromServer::Pong));
    shown(|answer| matches!(answer, FromServer::Goodbye { .. }));
    shown(|answer| matches!(answer, FromServer::Error(_)));

    let events: Vec<Entry> = lines("events").iter().map(|line| entry(line)).collect();
    let kinds: std::collections::HashSet<_> =
        events.iter().map(|entry| std::mem::discriminant(&entry.event)).collect();
    assert_eq!(kinds.len(), 20, "an example of each kind of event");
    let settings: Vec<NewTable> = lines("new-table").iter().map(|line| read(line)).collect();
    assert_eq!(settings.len(), 4);
    read::<SeatKey>(&lines("seat-key").join(
        "
",
    ));
}

#[test]
fn every_reason_is_documented_and_known_by_its_word() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let docs = std::fs::read_to_string(path).expect("the protocol is documented");
    for reason in Refusal::ALL.map(Reason::Refused).into_iter().chain(Reason::OWN) {
        assert_eq!(Reason::from_code(reason.code()), reason);
        let shown = docs.contains(&format!("`{}`", reason.code()));
        // A table is opened by the server alone.
        assert!(shown || reason == Reason::Refused(Refusal::Opening), "{reason:?}");
    }
    assert_eq!(Reason::from_code("weather"), Reason::Other);
}

#[test]
fn what_a_client_writes_is_read_as_it_was_meant() {
    let order =
        |command| Submission { command, key: Some(read("k3")), version: Some(7), token: None };
    let join = order(Command::Join { name: parlor_table::Name::new("Ben"), seat: None });
    let token = Some(read("Jm4l9cQ2vXbT0aLk7PzRq3mX8yWe5tUi"));
    let order = |command| FromClient::Submission(order(command));
    let name = parlor_table::Name::new("a=b <i>");
    for message in [
        FromClient::Hello(Hello {
            protocol: 1,
            table: read("q3mX"),
            token: Some(read("secret")),
            version: 12,
        }),
        FromClient::React(Reaction::Hmm),
        FromClient::Ping,
        FromClient::Submission(Submission { token, ..join }),
        order(Command::Join { name: name.clone(), seat: None }),
        order(Command::Join { name: name.clone(), seat: Some(Player::Two) }),
        order(Command::Leave),
        order(Command::Rename { player: None, name: name.clone() }),
        order(Command::Swap),
        order(Command::Toss),
        order(Command::Undo { to: None }),
        order(Command::Redo { to: Some(3) }),
        order(Command::Restart),
        order(Command::SetMarks(Marks::parse(["★", "☾"]).expect("marks"))),
        order(Command::SeatComputer {
            seat: Player::One,
            level: parlor_rules::Level::new(8).expect("a level"),
            name,
        }),
        order(Command::Move { choice: place(5) }),
        order(Command::Commit(parlor_table::Commitment([7; 32]))),
        order(Command::Reveal(parlor_table::Nonce(1))),
        order(Command::Resign),
        order(Command::Ask(Wish::Draw)),
        order(Command::Ask(Wish::TakeBack { to: Some(3) })),
        order(Command::Ask(Wish::TakeBack { to: None })),
        order(Command::Ask(Wish::Rematch)),
        order(Command::Accept(WishKind::TakeBack)),
        order(Command::Decline),
    ] {
        let text = message.to_string();
        assert!(!text.contains('\n'), "{text}");
        assert_eq!(text.parse(), Ok(message), "{text}");
    }
}

#[test]
fn what_a_server_writes_is_read_as_it_was_meant() {
    let news = Events {
        from: 3,
        entries: vec![
            Event::Moved { choice: place(2) }.into(),
            entry("by=2\tid=a\ttook=5\tresigned\t2"),
        ],
    };
    for message in [
        FromServer::Welcome(Welcome {
            protocol: 1,
            table: read("q3mX"),
            seat: Some(Player::Two),
            token: None,
            thinking: Some(Duration::from_millis(1234)),
            news: news.clone(),
        }),
        FromServer::Events(news),
        FromServer::Refused {
            key: Some(read("k3")),
            problem: Reason::Refused(Refusal::Illegal).into(),
            version: 9,
        },
        FromServer::Presence(Presence {
            players: [Whereabouts::Here, Whereabouts::Awaited],
            watching: 2,
        }),
        FromServer::Reaction { player: Player::One, reaction: Reaction::Thanks },
        FromServer::Pong,
        FromServer::Goodbye { after: Duration::from_secs(1) },
        FromServer::Error(Problem::from(Reason::Malformed)),
    ] {
        let text = message.to_string();
        assert_eq!(text.parse(), Ok(message), "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_not_read() {
    for (text, why) in [
        ("", Misread::Unknown),
        ("fly\tto=moon", Misread::Unknown),
        ("HELLO\tprotocol=1\ttable=a", Misread::Unknown),
        ("hello\tprotocol=1", Misread::Field("table")),
        ("hello\tprotocol=one\ttable=a", Misread::Field("protocol")),
        ("hello\tprotocol=1\ttable=../a", Misread::Field("table")),
        ("move\tchoice=2", Misread::Field("version")),
        ("move\tversion=3", Misread::Field("choice")),
        ("move\tchoice=256\tversion=3", Misread::Field("choice")),
        ("move\tchoice=-1\tversion=3", Misread::Field("choice")),
        ("move\tchoice=2\tversion=3\tid=", Misread::Field("id")),
        ("join\tseat=3", Misread::Field("seat")),
        ("join\ttoken=Jm4l9cQ2vXbT0aLk7PzRq3mX8yWe5tU", Misread::Field("token")),
        ("ask\tfor=mercy", Misread::Field("for")),
        ("accept\tfor=draw", Misread::Field("version")),
        ("computer\tseat=1\tlevel=9", Misread::Field("level")),
        ("commit\thash=00", Misread::Field("hash")),
        ("react\tkind=<script>", Misread::Field("kind")),
    ] {
        assert_eq!(text.parse::<FromClient>(), Err(why), "{text}");
    }
    assert_eq!("events\tfrom=2\nflew".parse::<FromServer>(), Err(Misread::Event));
}

#[test]
fn unknown_fields_are_passed_over_and_order_does_not_matter() {
    let plain: FromClient = read("move\tchoice=2\tversion=3\tid=a");
    assert_eq!(read::<FromClient>("move\tid=a\tmood=good\tversion=3\tchoices=9\tchoice=2"), plain);
    assert_eq!(read::<FromClient>("ping\tnow"), FromClient::Ping);
}
