//! Whatever is sent, the answer is as documented and nothing changes.

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::message::{FromServer, SeatKey};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use crate::client::{Client, LONG, connect, pair};
use crate::host::Host;

/// Sends a message and gives back the next text that comes.
pub(crate) async fn ask(socket: &mut WebSocketStream<TcpStream>, text: &str) -> String {
    socket.send(Message::text(text)).await.expect("the server listens");
    loop {
        let answer = timeout(LONG, socket.next()).await.expect("an answer");
        let answer = answer.expect("the connection stays").expect("the connection stays");
        if let Message::Text(text) = answer {
            return text.to_string();
        }
    }
}

#[tokio::test]
async fn who_has_not_said_hello_gets_nothing_else() {
    let host = Host::start().await;
    let mut socket = connect(host.address, None).await.expect("a connection");
    let long = "a".repeat(33);
    for (text, reason) in [
        ("", "unknown-message"),
        ("\t\t\t", "unknown-message"),
        ("\0\u{1b}[2J", "unknown-message"),
        (r#"{"type":"hello","protocol":1}"#, "unknown-message"),
        ("GET / HTTP/1.1", "unknown-message"),
        ("HELLO\tprotocol=1\ttable=a", "unknown-message"),
        ("hello protocol=1 table=a", "unknown-message"),
        ("welcome\tprotocol=1\ttable=a\tfrom=0", "unknown-message"),
        ("hello", "malformed"),
        ("hello\tprotocol=1", "malformed"),
        ("hello\ttable=a", "malformed"),
        ("hello\tprotocol=-1\ttable=a", "malformed"),
        ("hello\tprotocol=1\ttable=", "malformed"),
        ("hello\tprotocol=1\ttable=../../etc/passwd", "malformed"),
        ("hello\tprotocol=1\ttable=' OR 1=1 --", "malformed"),
        ("hello\tprotocol=1\ttable=<script>", "malformed"),
        (&format!("hello\tprotocol=1\ttable={long}"), "malformed"),
        ("hello\tprotocol=1\ttable=a\ttoken=a b", "malformed"),
        (&format!("hello\tprotocol=1\ttable=a\ttoken={long}{long}"), "malformed"),
        ("hello\tprotocol=1\ttable=a\tversion=-1", "malformed"),
        ("hello\tprotocol=1\ttable=a\tversion=18446744073709551616", "malformed"),
        ("hello\tprotocol=2\ttable=a", "protocol"),
        ("hello\tprotocol=1\ttable=AAAAAAAAAAAAAAAA", "no-such-table"),
        ("move\tchoice=0\tversion=0", "hello-first"),
        ("join\tname=Eve", "hello-first"),
        ("resign", "hello-first"),
        ("react\tkind=clap", "hello-first"),
    ] {
        let answer = ask(&mut socket, text).await;
        assert!(answer.starts_with(&format!("error\treason={reason}\tsay=")), "{text:?}: {answer}");
    }
}

/// Who sends something.
#[derive(Clone, Copy, Debug)]
enum Who {
    ToMove,
    Other,
    Watcher,
}

#[tokio::test]
async fn no_client_does_at_a_table_what_it_may_not() {
    use Who::{Other, ToMove, Watcher};
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, "game=gems").await;
    one.play(0).await;
    two.reach(one.version()).await;
    two.play(0).await;
    one.reach(two.version()).await;
    let mut watcher = Client::visit(&host, &one.table_id).await;
    let before = one.log();
    let now = one.version();
    let long = "i".repeat(33);
    for (who, text, reason) in [
        // Moves.
        (Other, format!("move\tchoice=1\tversion={now}"), "not-your-turn"),
        (Watcher, format!("move\tchoice=1\tversion={now}"), "not-seated"),
        (ToMove, format!("move\tchoice=0\tversion={now}"), "empty-pit"),
        (ToMove, format!("move\tchoice=6\tversion={now}"), "illegal"),
        (ToMove, format!("move\tchoice=255\tversion={now}"), "malformed"),
        (ToMove, "swap".to_owned(), "malformed"),
        (ToMove, format!("swap\tversion={now}"), "no-swap"),
        (Other, format!("swap\tversion={now}"), "not-your-turn"),
        (ToMove, "toss".to_owned(), "one-screen-only"),
        (ToMove, "redo".to_owned(), "one-screen-only"),
        (ToMove, "restart".to_owned(), "not-over"),
        (ToMove, "marks\tmarks=AB".to_owned(), "one-screen-only"),
        (ToMove, "marks\tmarks=A".to_owned(), "malformed"),
        (ToMove, format!("move\tchoice=256\tversion={now}"), "malformed"),
        (ToMove, format!("move\tchoice=-1\tversion={now}"), "malformed"),
        (ToMove, format!("move\tchoice=two\tversion={now}"), "malformed"),
        (ToMove, format!("move\tversion={now}"), "malformed"),
        (ToMove, "move\tchoice=1".to_owned(), "malformed"),
        (ToMove, format!("move\tchoice=1\tversion={}", now - 1), "stale"),
        (ToMove, format!("move\tchoice=1\tversion={}", now + 1), "stale"),
        (ToMove, format!("move\tchoice=1\tversion={}", u64::MAX), "stale"),
        (ToMove, format!("move\tchoice=1\tversion={now}\tid={long}"), "malformed"),
        (ToMove, format!("move\tchoice=1\tversion={now}\tid=<b>"), "malformed"),
        // What a server says, said by a client.
        (ToMove, "moved\t1".to_owned(), "unknown-message"),
        (ToMove, "by=1\tid=a\tmoved\t1".to_owned(), "unknown-message"),
        (ToMove, format!("events\tfrom={now}\nmoved\t1"), "unknown-message"),
        (Other, "time ran out\t1".to_owned(), "unknown-message"),
        (Other, "draw agreed".to_owned(), "unknown-message"),
        (Other, "rematched\tswapped".to_owned(), "unknown-message"),
        // Answers to what was not asked.
        (Other, format!("accept\tfor=draw\tversion={now}"), "not-asked"),
        (Other, format!("accept\tfor=takeback\tversion={now}"), "not-asked"),
        (Other, "accept\tfor=takeback".to_owned(), "malformed"),
        (Other, format!("accept\tfor=everything\tversion={now}"), "malformed"),
        (Other, format!("accept\tversion={now}"), "malformed"),
        (Other, "decline".to_owned(), "not-asked"),
        (Watcher, format!("accept\tfor=draw\tversion={now}"), "not-seated"),
        (ToMove, "ask\tfor=rematch".to_owned(), "not-over"),
        (ToMove, "ask\tfor=takeback\tto=2".to_owned(), "no-such-move"),
        (ToMove, "ask\tfor=takeback\tto=70000".to_owned(), "malformed"),
        (ToMove, "ask\tfor=mercy".to_owned(), "malformed"),
        (Watcher, "ask\tfor=draw".to_owned(), "not-seated"),
        // Seats.
        (Watcher, "resign".to_owned(), "not-seated"),
        (Watcher, "rename\tname=Ada".to_owned(), "not-seated"),
        (Watcher, "leave".to_owned(), "not-seated"),
        (Watcher, "join\tname=Eve".to_owned(), "seat-taken"),
        (Watcher, "join\tname=Eve\tseat=1".to_owned(), "seat-taken"),
        (Watcher, "join\tname=Eve\tseat=0".to_owned(), "malformed"),
        (Watcher, format!("join\tname=Eve\ttoken={}", "t".repeat(31)), "malformed"),
        (Watcher, format!("join\tname=Eve\ttoken={}", "t".repeat(65)), "malformed"),
        (Watcher, format!("join\tname=Eve\ttoken={}", "\0".repeat(32)), "malformed"),
        (Watcher, format!("join\tname=Eve\ttoken={}", "t".repeat(32)), "seat-taken"),
        (Watcher, "leave\tid=m2-1".to_owned(), "not-seated"),
        (Watcher, "leave\tid=".to_owned(), "malformed"),
        (Watcher, "computer\tseat=1\tlevel=3".to_owned(), "not-seated"),
        (Watcher, "react\tkind=clap".to_owned(), "not-seated"),
        (Other, "join\tname=Two".to_owned(), "already-seated"),
        (Other, "leave".to_owned(), "not-over"),
        (ToMove, format!("leave\tversion={}", now - 1), "stale"),
        (Other, format!("join\tname=Two\ttoken={}", "t".repeat(32)), "already-seated"),
        (Other, "computer\tseat=1\tlevel=3".to_owned(), "seat-taken"),
        (Other, "computer\tseat=1\tlevel=0".to_owned(), "malformed"),
        (Other, "computer\tseat=1\tlevel=9".to_owned(), "malformed"),
        (Other, "computer\tseat=3\tlevel=1".to_owned(), "malformed"),
        // The toss.
        (ToMove, format!("commit\thash={}", "0".repeat(64)), "no-toss"),
        (ToMove, format!("commit\thash={}", "0".repeat(63)), "malformed"),
        (ToMove, format!("commit\thash={}", "é".repeat(32)), "malformed"),
        (ToMove, format!("reveal\tnonce={}", "0".repeat(32)), "no-toss"),
        (ToMove, format!("reveal\tnonce={}", "F".repeat(32)), "malformed"),
        // The rest.
        (ToMove, "react\tkind=<img src=x>".to_owned(), "malformed"),
        (ToMove, "react".to_owned(), "malformed"),
        (ToMove, format!("hello\tprotocol=1\ttable={}", one.table_id), "already-greeted"),
        (ToMove, "fly\tto=moon".to_owned(), "unknown-message"),
        (ToMove, "x".repeat(8_000), "unknown-message"),
        (ToMove, "move\t".repeat(1_000), "malformed"),
    ] {
        let client = match who {
            ToMove => &mut one,
            Other => &mut two,
            Watcher => &mut watcher,
        };
        client.send(&text).await;
        assert_eq!(client.refusal().await.code(), reason, "{who:?} sent {text:?}");
    }
    let after = Client::visit(&host, &one.table_id).await;
    assert_eq!(after.log(), before);
    one.play(1).await;
}

#[tokio::test]
async fn after_the_end_nothing_is_played() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, "game=tic-tac-toe").await;
    two.send("resign\tid=r").await;
    one.reach(two.version() + 1).await;
    two.reach(one.version()).await;
    let before = one.log();
    let now = one.version();
    for (text, reason) in [
        (format!("move\tchoice=0\tversion={now}"), "over"),
        ("resign".to_owned(), "over"),
        ("ask\tfor=draw".to_owned(), "over"),
        ("ask\tfor=takeback".to_owned(), "over"),
        (format!("accept\tfor=rematch\tversion={now}"), "not-asked"),
    ] {
        one.send(&text).await;
        assert_eq!(one.refusal().await.code(), reason, "{text}");
    }
    two.send("resign\tid=r").await;
    assert_eq!(two.news().await.from, now - 1, "a replay is answered with what it did then");
    assert_eq!(Client::visit(&host, &one.table_id).await.log(), before);
}

#[tokio::test]
async fn names_are_tamed_wherever_they_come_from() {
    let host = Host::start().await;
    let key = host.set("table\tgame=gems\tseat=1\tname=\u{202e}A\u{0}d\u{200b}a\u{7f}").await;
    let mut ada = Client::sit(&host, &key).await;
    let mut ben = Client::visit(&host, &key.table).await;
    ben.send(&format!("join\tname={}<b>", "\u{2066}B".repeat(40))).await;
    ada.reach(2).await;
    assert_eq!(ada.table().names(), ["Ada", &"B".repeat(24)]);
    // A second line in a message is not a second message, nor an event.
    ada.send("rename\tname=Eve\nmoved\t0").await;
    ada.reach(3).await;
    assert_eq!((ada.version(), ada.table().play().played()), (3, 0));
}

#[tokio::test]
async fn frames_that_are_no_messages_end_the_connection_and_nothing_else() {
    let host = Host::start().await;
    let [one, mut two] = pair(&host, "game=gems").await;
    let before = one.log();
    let hello = format!("hello\tprotocol=1\ttable={}", one.table_id);
    let text = |bytes: Vec<u8>| Frame::message(Bytes::from(bytes), OpCode::Data(Data::Text), true);
    let begun = Frame::message(vec![b'a'; 8_000], OpCode::Data(Data::Text), false);
    for (what, frame, code) in [
        ("a long message", text(vec![b'a'; 9_000]), CloseCode::Size),
        ("a very long one", text(vec![b'a'; 1_000_000]), CloseCode::Size),
        ("an endless message", begun, CloseCode::Size),
        ("not UTF-8", text(vec![b'a', 0xff, 0xfe]), CloseCode::Invalid),
        (
            "a binary message",
            Frame::message(vec![1_u8, 2, 3], OpCode::Data(Data::Binary), true),
            CloseCode::Unsupported,
        ),
        (
            "nothing begun",
            Frame::message("a", OpCode::Data(Data::Continue), true),
            CloseCode::Protocol,
        ),
        (
            "a reserved kind",
            Frame::message("a", OpCode::Data(Data::Reserved(5)), true),
            CloseCode::Protocol,
        ),
    ] {
        let mut socket = connect(host.address, None).await.expect("a connection");
        assert!(ask(&mut socket, &hello).await.starts_with("welcome"), "{what}");
        let endless = what == "an endless message";
        // A server that has read enough does not wait for the rest.
        let _ = socket.send(Message::Frame(frame)).await;
        if endless {
            let more = Frame::message(vec![b'a'; 8_000], OpCode::Data(Data::Continue), false);
            let _ = socket.send(Message::Frame(more)).await;
        }
        loop {
            match timeout(LONG, socket.next()).await.expect("an end") {
                Some(Ok(Message::Close(frame))) => {
                    assert_eq!(frame.map(|frame| frame.code), Some(code), "{what}");
                    break;
                }
                end @ (None | Some(Err(_))) => panic!("{what}: ended without a word: {end:?}"),
                Some(Ok(Message::Text(text))) => {
                    assert!(matches!(text.parse(), Ok(FromServer::Presence(_))), "{what}: {text}");
                }
                Some(Ok(_)) => {}
            }
        }
    }
    two.sees([true, true], 0).await;
    assert_eq!(Client::visit(&host, &one.table_id).await.log(), before);
}

#[tokio::test]
async fn requests_that_make_no_sense_set_no_table() {
    let host = Host::start().await;
    let none: &[(&str, &str)] = &[];
    let own = format!("http://{}", host.address);
    let long = format!("table\tgame=gems\tname={}", "a".repeat(9_000));
    let good = "table\tgame=gems";
    let evil = "http://evil.example";
    for (headers, body, status, reason) in [
        (none, "", 400, "unknown-message"),
        (none, "{\"game\":\"gems\"}", 400, "unknown-message"),
        (none, "tables\tgame=gems", 400, "unknown-message"),
        (none, "table", 400, "malformed"),
        (none, "table\tgame=", 400, "malformed"),
        (none, "table\tgame=chess", 400, "malformed"),
        (none, "table\tgame=gems,pits=99", 400, "malformed"),
        (none, "table\tgame=gems,stones=-1", 400, "malformed"),
        (none, "table\tgame=gems~S~9", 400, "malformed"),
        (none, "table\tgame=gems~S~33", 400, "malformed"),
        (none, "table\tgame=gems~6-255-255-4-4-4-4-4-4-4-4-4-4-4-4-S~", 400, "malformed"),
        (none, "table\tgame=tic-tac-toe~XXXXXXXXX-O~", 400, "malformed"),
        (none, "table\tgame=gems\tseat=3", 400, "malformed"),
        (none, "table\tgame=gems\tclock=0+0", 400, "malformed"),
        (none, "table\tgame=gems\tclock=99999999+1", 400, "malformed"),
        (none, "table\tgame=tic-tac-toe\tmarks=XX", 400, "malformed"),
        (none, "table\tgame=tic-tac-toe\tmarks=X", 400, "malformed"),
        (none, "table\tgame=tic-tac-toe\tmarks=\u{200b}O", 400, "malformed"),
        (none, &long, 413, "too-long"),
        (&[("origin", evil)], good, 403, "origin"),
        (&[("origin", "null")], good, 403, "origin"),
        (&[("origin", "")], good, 403, "origin"),
        (&[("origin", &format!("{own}.evil.example"))], good, 403, "origin"),
        (&[("origin", evil), ("x-forwarded-host", "evil.example")], good, 403, "origin"),
    ] {
        for path in ["/api/tables", "/api/anyone"] {
            let answer = host.request(path, headers, body.as_bytes().to_vec()).await;
            assert_eq!(answer.0, status, "{headers:?} {body}: {}", answer.1);
            let says = format!("error\treason={reason}\tsay=");
            assert!(answer.1.starts_with(&says), "{headers:?} {body}: {}", answer.1);
        }
    }
    let (status, _) = host.request("/api/tables", none, vec![b't', 0xff]).await;
    assert_eq!(status, 400, "not UTF-8");
    for path in ["/api/tables/", "/api", "/api/tables/../../etc/passwd", "/api/%2e%2e/health"] {
        assert!(matches!(host.post(path, good).await.0, 404 | 405), "{path}");
    }
    assert_eq!(host.get("/api/tables").await.0, 405);
    assert!(matches!(host.get("/api/socket").await.0, 400 | 426));
    let (_, counted) = host.get("/metrics").await;
    assert!(counted.contains("parlor_tables_set_total 0"), "{counted}");

    let same = [("origin", own.as_str())];
    assert_eq!(host.request("/api/tables", &same, good.into()).await.0, 200, "its own page");
}

#[tokio::test]
async fn pages_of_other_sites_get_no_connection() {
    let host = Host::start().await;
    let own = format!("http://{}", host.address);
    assert!(connect(host.address, Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "null", "https://localhost", "http://127.0.0.1"] {
        match connect(host.address, Some(origin)).await.map_err(|error| *error) {
            Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn the_computers_seat_is_no_one_elses() {
    let host = Host::start().await;
    let key = host.set("table\tgame=gems\tname=Ada\tseat=1").await;
    let mut ada = Client::sit(&host, &key).await;
    ada.send("computer\tseat=2\tlevel=1").await;
    ada.reach(2).await;
    let [mut device, mut watcher] = [ada.twin(&host).await, Client::visit(&host, &key.table).await];
    for (client, text, reason) in [
        (0, "ask\tfor=draw", "computer-declines"),
        (0, "ask\tfor=rematch", "not-over"),
        (0, "accept\tfor=draw\tversion=2", "not-asked"),
        (0, "computer\tseat=2\tlevel=2", "seat-taken"),
        (0, "leave", "not-over"),
        (1, "join\tname=Two", "already-seated"),
        (1, "computer\tseat=1\tlevel=2", "seat-taken"),
        (1, "leave\tid=l1", "not-over"),
        (2, "join\tname=Eve\tseat=2", "seat-taken"),
        (2, "move\tchoice=0\tversion=2", "not-seated"),
        (2, "resign", "not-seated"),
        (2, "leave\tid=l1", "not-seated"),
    ] {
        let client = [&mut ada, &mut device, &mut watcher].into_iter().nth(client).expect("three");
        client.send(text).await;
        assert_eq!(client.refusal().await.code(), reason, "{text}");
    }
    assert_eq!(Client::visit(&host, &key.table).await.version(), 2);
}

#[tokio::test]
async fn no_client_is_paired_without_a_token() {
    let host = Host::start().await;
    let mut keys = Vec::new();
    for name in ["Ada", "Ben"] {
        let (_, text) = host.post("/api/anyone", &format!("table\tgame=gems\tname={name}")).await;
        keys.push(text.trim_end().parse::<SeatKey>().expect("a seat"));
    }
    let ada = Client::sit(&host, &keys[0]).await;
    // A stranger who has found the id of Ben's table sits neither there nor with Ada.
    for token in [None, Some("t".repeat(32))] {
        let token = token.map(|token| format!("\ttoken={token}")).unwrap_or_default();
        let mut socket = connect(host.address, None).await.expect("a connection");
        let hello = format!("hello\tprotocol=1\ttable={}{token}", keys[1].table);
        let welcome = ask(&mut socket, &hello).await;
        let watches = format!("welcome\tprotocol=1\ttable={}\ttoken=", keys[1].table);
        assert!(welcome.starts_with(&watches), "{welcome}");
    }
    assert_eq!(Client::visit(&host, &ada.table_id).await.version(), 1);
}
