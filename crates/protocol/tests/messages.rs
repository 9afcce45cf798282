//! Messages are read as they were written.

use std::str::FromStr;
use std::time::Duration;

use parlor_protocol::message::{
    Events, FromClient, FromServer, Hello, Misread, NewTable, Presence, Problem, Reason, SeatKey,
    Submission, Welcome, Whereabouts, answer_to_version_1,
};
use parlor_protocol::old_text::read_entry;
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
fn what_a_client_writes_is_read_as_it_was_meant() {
    let order =
        |command| Submission { command, key: Some(read("k3")), version: Some(7), token: None };
    let join = order(Command::Join { name: parlor_table::Name::new("Ben"), seat: None });
    let token = Some(read("Jm4l9cQ2vXbT0aLk7PzRq3mX8yWe5tUi"));
    let order = |command| FromClient::Submission(order(command));
    let name = parlor_table::Name::new("a=b <i>");
    for message in [
        FromClient::Hello(Hello {
            protocol: 2,
            table: read("q3mX"),
            token: Some(read("secret")),
            version: 12,
            epoch: Some(1),
            hash: Some("0123456789abcdef".to_owned().into()),
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
        hash: Some("0123456789abcdef".to_owned().into()),
    };
    for message in [
        FromServer::Welcome(Welcome {
            protocol: 2,
            table: read("q3mX"),
            seat: Some(Player::Two),
            token: None,
            thinking: Some(Duration::from_millis(1234)),
            version: Some(9),
            epoch: Some(7),
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
        FromServer::Error(Problem::from(Reason::from(Refusal::NotUnderstood))),
    ] {
        let text = message.to_string();
        assert_eq!(text.parse(), Ok(message), "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_not_read() {
    let misread = |text: &str| match text.parse::<FromClient>() {
        Err(misread) => misread,
        Ok(message) => panic!("{text}: {message:?}"),
    };
    for text in [
        "",
        "hello",
        "null",
        "7",
        "[]",
        "{}",
        r#"["type","ping"]"#,
        r#"{"type":7}"#,
        r#"{"type":null,"data":{}}"#,
        r#"{"data":{"choice":1,"version":1}}"#,
        r#"{"type":"ping"}{"type":"ping"}"#,
        r#"{"type":"ping","type":"resign"}"#,
        r#"{"type":"ping","data":{"#,
        r#"{"type":"\ud800"}"#,
        r"{'type':'ping'}",
        "{\"type\":\"ping\"}\0",
        "\u{feff}{\"type\":\"ping\"}",
    ] {
        assert!(matches!(misread(text), Misread::NotAMessage(_)), "{text}");
    }
    for text in [r#"{"type":""}"#, r#"{"type":"fly","data":{"to":"moon"}}"#, r#"{"type":"HELLO"}"#]
    {
        assert_eq!(misread(text), Misread::Unknown, "{text}");
    }
    for (text, what) in [
        (r#"{"type":"hello","data":{"protocol":2}}"#, "`table`"),
        (r#"{"type":"hello","data":{"protocol":"2","table":"a"}}"#, "expected u32"),
        (r#"{"type":"hello","data":{"protocol":2,"table":"../a"}}"#, "letters"),
        (r#"{"type":"hello","data":{"protocol":2,"table":"a","version":null}}"#, "null"),
        (r#"{"type":"move","data":{"choice":2}}"#, "`version`"),
        (r#"{"type":"move","data":{"version":3}}"#, "`choice`"),
        (r#"{"type":"move","data":{"choice":256,"version":3}}"#, "256"),
        (r#"{"type":"move","data":{"choice":-1,"version":3}}"#, "-1"),
        (r#"{"type":"move","data":{"choice":"2","version":3}}"#, "string"),
        (r#"{"type":"move","data":{"choice":2.0,"version":3}}"#, "floating"),
        (r#"{"type":"move","data":{"choice":true,"version":3}}"#, "boolean"),
        (r#"{"type":"move","data":{"choice":[2],"version":3}}"#, "sequence"),
        (r#"{"type":"move","data":{"choice":2,"version":3,"choice":4}}"#, "duplicate"),
        (r#"{"type":"move","data":{"choice":2,"version":3,"id":""}}"#, "key"),
        (r#"{"type":"move","data":[2,3]}"#, ""),
        (r#"{"type":"move","data":"choice=2"}"#, "string"),
        (r#"{"type":"join","data":{"seat":3}}"#, "1 or 2"),
        (r#"{"type":"join","data":{"name":["Ada"]}}"#, "sequence"),
        (r#"{"type":"join","data":{"token":"Jm4l9cQ2vXbT0aLk7PzRq3mX8yWe5tU"}}"#, "short"),
        (r#"{"type":"ask","data":{"for":"mercy"}}"#, "word"),
        (r#"{"type":"accept","data":{"for":"draw"}}"#, "`version`"),
        (r#"{"type":"computer","data":{"seat":1,"level":9}}"#, "1 to 8"),
        (r#"{"type":"commit","data":{"hash":"00"}}"#, "hexadecimal"),
        (r#"{"type":"marks","data":{"marks":["X","XO"]}}"#, "character"),
        (r#"{"type":"react","data":{"kind":"<script>"}}"#, "word"),
    ] {
        let Misread::Data(why) = misread(text) else { panic!("{text}") };
        assert!(why.contains(what), "{text}: {why}");
    }
    let later = r#"{"type":"hello","data":{"protocol":3,"room":["new"]}}"#;
    assert_eq!(misread(later), Misread::OtherProtocol);
    let flew = r#"{"type":"events","data":{"from":2,"events":[{"type":"flew"}]}}"#;
    assert!(matches!(flew.parse::<FromServer>(), Err(Misread::Data(_))));
}

#[test]
fn what_is_nested_deeply_or_very_long_is_no_trouble() {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for depth in [10, 1_000, 1_000_000] {
        let ignored = format!(r#"{{"type":"ping","data":{{"x":{}}}}}"#, deep(depth));
        assert_eq!(ignored.parse(), Ok(FromClient::Ping), "{depth}");
        let name = format!(r#"{{"type":"rename","data":{{"name":{}}}}}"#, deep(depth));
        assert!(matches!(name.parse::<FromClient>(), Err(Misread::Data(_))), "{depth}");
        assert!(deep(depth).parse::<FromClient>().is_err(), "{depth}");
    }
    let long = format!(r#"{{"type":"fly{}"}}"#, "y".repeat(1_000_000));
    assert_eq!(long.parse::<FromClient>(), Err(Misread::Unknown));
    let number = format!(r#"{{"type":"undo","data":{{"to":{}}}}}"#, "9".repeat(100_000));
    let Err(Misread::Data(why)) = number.parse::<FromClient>() else { panic!("a number") };
    assert!(why.len() < 500, "an answer is short: {why}");
}

#[test]
fn unknown_members_are_passed_over_and_order_does_not_matter() {
    let plain: FromClient = read(r#"{"type":"move","data":{"choice":2,"version":3,"id":"a"}}"#);
    let other = r#" {"data": {"id": "a", "mood": {"good": [1, null]}, "version": 3,
        "choices": 9, "choice": 2}, "at": "noon", "type": "mov\u0065"} "#;
    assert_eq!(read::<FromClient>(other), plain);
    assert_eq!(read::<FromClient>(r#"{"type":"ping","data":"now"}"#), FromClient::Ping);
    let resign = read::<FromClient>(r#"{"type":"resign"}"#);
    assert_eq!(read::<FromClient>(r#"{"type":"resign","data":null}"#), resign);
    assert_eq!(read::<FromClient>(r#"{"type":"resign","data":{"id":null}}"#), resign);
    let events =
        r#"{"data":{"events":[{"data":{"choice":1},"type":"moved"}],"from":4},"type":"events"}"#;
    let moved = Event::Moved { choice: place(1) };
    let events_read =
        FromServer::Events(Events { from: 4, entries: vec![moved.into()], hash: None });
    assert_eq!(read::<FromServer>(events), events_read);
}

#[test]
fn every_reason_is_known_by_its_word() {
    for reason in Refusal::ALL.map(Reason::Refused).into_iter().chain(Reason::OWN) {
        assert_eq!(Reason::from_code(reason.code()), reason);
    }
    assert_eq!(Reason::from_code("weather"), Reason::Other);
}

#[test]
fn a_client_of_version_1_is_answered_in_its_own_words() {
    for text in ["hello\tprotocol=1\ttable=q3mX\tversion=0", "table\tgame=gems\tname=Ada"] {
        let answer = answer_to_version_1(text).expect("an answer");
        assert!(answer.starts_with("error\treason=protocol\tsay="), "{answer}");
    }
    for text in ["hello", "ping", "", r#"{"type":"hello"}"#] {
        assert_eq!(answer_to_version_1(text), None, "{text}");
    }
}

#[test]
fn settings_are_read_as_they_were_written() {
    for body in [
        r#"{"game":"gems~S~"}"#,
        r#"{"game":"kalah.pits_4.stones_3~S~","name":"Ada","seat":2,"clock":{"initial":300,"increment":5},"pie":true}"#,
        r#"{"game":"tic-tac-toe~X~40","marks":["★","☾"],"waiting":{"table":"q3mX","token":"Jm4l"}}"#,
    ] {
        assert_eq!(read::<NewTable>(body).to_string(), body);
    }
    assert_eq!(read::<NewTable>(r#"{"game":"gems"}"#), read(r#"{"game":"gems~S~"}"#));
    let key = r#"{"table":"q3mX","seat":1,"token":"Jm4l"}"#;
    assert_eq!(read::<SeatKey>(key).to_string(), key);
    for wrong in [
        "",
        "{}",
        r#"{"game":7}"#,
        r#"{"game":"chess"}"#,
        r#"{"game":"gems","pie":"on"}"#,
        "[\"gems\"]",
        r#"{"game":"gems","clock":"300+5"}"#,
        r#"{"game":"gems","clock":[300,5]}"#,
        r#"{"game":"gems","clock":{"initial":0}}"#,
        r#"{"game":"gems","waiting":{"table":"q3mX"}}"#,
    ] {
        assert!(wrong.parse::<NewTable>().is_err(), "{wrong}");
    }
}
