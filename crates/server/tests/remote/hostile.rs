//! Whatever is sent, the answer is as documented and nothing changes.

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::message::{FromServer, SeatKey};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use crate::client::{Client, LONG, connect, is_a, pair, reason_in};
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
    let hello = |table: &str| message!("hello", protocol: 2, table: table);
    let deep = format!(r#"{{"type":"hello","data":{}{}}}"#, "[".repeat(4_000), "]".repeat(4_000));
    let open = format!(r#"{{"type":"hello","data":{}"#, r#"{"a":"#.repeat(1_500));
    for (text, reason) in [
        // What is no message.
        ("", "malformed"),
        ("\t\t\t", "malformed"),
        ("\0\u{1b}[2J", "malformed"),
        ("GET / HTTP/1.1", "malformed"),
        ("null", "malformed"),
        ("true", "malformed"),
        ("1e999", "malformed"),
        ("[]", "malformed"),
        ("{}", "malformed"),
        (r#"["hello"]"#, "malformed"),
        (r#"{"type":1}"#, "malformed"),
        (r#"{"type":["hello"]}"#, "malformed"),
        (r#"{"type":"ping""#, "malformed"),
        (r#"{"type":"ping"}}"#, "malformed"),
        (r#"{"type":"ping"} {"type":"ping"}"#, "malformed"),
        (r#"{"type":"ping","type":"ping"}"#, "malformed"),
        (r"{'type':'ping'}", "malformed"),
        (r#"{"type":"\ud800"}"#, "malformed"),
        ("{\"type\":\"pi\nng\"}", "malformed"),
        (&"[".repeat(8_000), "malformed"),
        (&"{\"type\":".repeat(800), "malformed"),
        (&deep, "malformed"),
        (&open, "malformed"),
        // Messages that there are none of.
        (r#"{"type":""}"#, "unknown-message"),
        (r#"{"type":"HELLO","data":{"protocol":2,"table":"a"}}"#, "unknown-message"),
        (r#"{"type":"welcome","data":{"protocol":2,"table":"a","from":0}}"#, "unknown-message"),
        (&message!("__proto__", polluted: true), "unknown-message"),
        // A hello that makes no sense.
        (r#"{"type":"hello"}"#, "malformed"),
        (r#"{"type":"hello","data":[2,"a"]}"#, "malformed"),
        (r#"{"type":"hello","data":"a"}"#, "malformed"),
        (r#"{"type":"hello","protocol":2,"table":"a"}"#, "malformed"),
        (r#"{"type":"hello","data":{"protocol":2,"table":"a","table":"b"}}"#, "malformed"),
        (&message!("hello", protocol: 2), "malformed"),
        (&message!("hello", table: "a"), "malformed"),
        (&message!("hello", protocol: "2", table: "a"), "malformed"),
        (&message!("hello", protocol: 2.5, table: "a"), "malformed"),
        (&message!("hello", protocol: -1, table: "a"), "malformed"),
        (&message!("hello", protocol: 2, table: 7), "malformed"),
        (&hello(""), "malformed"),
        (&hello("../../etc/passwd"), "malformed"),
        (&hello("' OR 1=1 --"), "malformed"),
        (&hello("<script>"), "malformed"),
        (&hello("\0"), "malformed"),
        (&hello(&long), "malformed"),
        (&message!("hello", protocol: 2, table: "a", token: "a b"), "malformed"),
        (&message!("hello", protocol: 2, table: "a", token: format!("{long}{long}")), "malformed"),
        (&message!("hello", protocol: 2, table: "a", version: -1), "malformed"),
        (&message!("hello", protocol: 2, table: "a", version: 1e20), "malformed"),
        // One that does.
        (&message!("hello", protocol: 1, table: "a"), "protocol"),
        (&message!("hello", protocol: 3, room: "a"), "protocol"),
        (&hello("AAAAAAAAAAAAAAAA"), "no-such-table"),
        // Anything else.
        (&message!("move", choice: 0, version: 0), "hello-first"),
        (&message!("join", name: "Eve"), "hello-first"),
        (&message!("resign"), "hello-first"),
        (&message!("react", kind: "clap"), "hello-first"),
    ] {
        let answer = ask(&mut socket, text).await;
        assert_eq!(reason_in(&answer), reason, "{text:?}: {answer}");
        assert!(is_a("error", &answer) && answer.len() < 500, "{text:?}: {answer}");
    }
}

#[tokio::test]
async fn a_client_of_version_1_is_told_so_in_its_own_words() {
    let host = Host::start().await;
    let mut socket = connect(host.address, None).await.expect("a connection");
    let answer = ask(&mut socket, "hello\tprotocol=1\ttable=AAAAAAAAAAAAAAAA\tversion=0").await;
    assert!(answer.starts_with("error\treason=protocol\tsay="), "{answer}");
    assert!(answer.ends_with("load the page again"), "{answer}");
    let (status, answer) = host.request("/api/tables", &[], b"table\tgame=gems".to_vec()).await;
    assert_eq!(status, 400);
    assert!(answer.starts_with("error\treason=protocol\tsay="), "{answer}");
    // The connection stays, for a page that knows better.
    assert!(is_a("pong", &ask(&mut socket, &message!("ping")).await));
}

/// Who sends something.
#[derive(Clone, Copy, Debug)]
enum Who {
    ToMove,
    Other,
    Watcher,
}

/// Has one of the player to move, the other player and a spectator send something, and checks why it
/// is refused.
async fn refused(who: Who, [to_move, other, watcher]: [&mut Client; 3], text: &str, reason: &str) {
    let client = match who {
        Who::ToMove => to_move,
        Who::Other => other,
        Who::Watcher => watcher,
    };
    client.send(text).await;
    assert_eq!(client.refusal().await.code(), reason, "{who:?} sent {text:?}");
}

#[tokio::test]
async fn no_client_does_at_a_table_what_it_may_not() {
    use Who::{Other, ToMove, Watcher};
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
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
        (Other, message!("move", choice: 1, version: now), "not-your-turn"),
        (Watcher, message!("move", choice: 1, version: now), "not-seated"),
        (ToMove, message!("move", choice: 0, version: now), "empty-pit"),
        (ToMove, message!("move", choice: 6, version: now), "illegal"),
        (ToMove, message!("move", choice: 255, version: now), "malformed"),
        (ToMove, message!("swap"), "malformed"),
        (ToMove, message!("swap", version: now), "no-swap"),
        (Other, message!("swap", version: now), "not-your-turn"),
        (ToMove, message!("toss"), "one-screen-only"),
        (ToMove, message!("redo"), "one-screen-only"),
        (ToMove, message!("restart"), "not-over"),
        (ToMove, message!("marks", marks: json!(["A", "B"])), "one-screen-only"),
        (ToMove, message!("marks", marks: json!(["A"])), "malformed"),
        (ToMove, message!("move", choice: 256, version: now), "malformed"),
        (ToMove, message!("move", choice: -1, version: now), "malformed"),
        (ToMove, message!("move", choice: "two", version: now), "malformed"),
        (ToMove, message!("move", version: now), "malformed"),
        (ToMove, message!("move", choice: 1), "malformed"),
        (ToMove, message!("move", choice: 1, version: now - 1), "stale"),
        (ToMove, message!("move", choice: 1, version: now + 1), "stale"),
        (ToMove, message!("move", choice: 1, version: u64::MAX), "stale"),
        (ToMove, message!("move", choice: 1, version: now, id: long), "malformed"),
        (ToMove, message!("move", choice: 1, version: now, id: "<b>"), "malformed"),
        // What a server says, said by a client.
        (ToMove, message!("moved", choice: 1), "unknown-message"),
        (ToMove, message!("events", from: now, events: json!([])), "unknown-message"),
        (Other, message!("time-ran-out", player: 1), "unknown-message"),
        (Other, message!("draw-agreed"), "unknown-message"),
        (Other, message!("rematched", swapped: true), "unknown-message"),
        // Answers to what was not asked.
        (Other, message!("accept", for: "draw", version: now), "not-asked"),
        (Other, message!("accept", for: "takeback", version: now), "not-asked"),
        (Other, message!("accept", for: "takeback"), "malformed"),
        (Other, message!("accept", for: "everything", version: now), "malformed"),
        (Other, message!("accept", version: now), "malformed"),
        (Other, message!("decline"), "not-asked"),
        (Watcher, message!("accept", for: "draw", version: now), "not-seated"),
        (ToMove, message!("ask", for: "rematch"), "not-over"),
        (ToMove, message!("ask", for: "takeback", to: 2), "no-such-move"),
        (ToMove, message!("ask", for: "takeback", to: 70000), "malformed"),
        (ToMove, message!("ask", for: "mercy"), "malformed"),
        (Watcher, message!("ask", for: "draw"), "not-seated"),
        // Seats.
        (Watcher, message!("resign"), "not-seated"),
        (Watcher, message!("rename", name: "Ada"), "not-seated"),
        (Watcher, message!("leave"), "not-seated"),
        (Watcher, message!("join", name: "Eve"), "seat-taken"),
        (Watcher, message!("join", name: "Eve", seat: 1), "seat-taken"),
        (Watcher, message!("join", name: "Eve", seat: 0), "malformed"),
        (Watcher, message!("join", name: "Eve", token: "t".repeat(31)), "malformed"),
        (Watcher, message!("join", name: "Eve", token: "t".repeat(65)), "malformed"),
        (Watcher, message!("join", name: "Eve", token: "\0".repeat(32)), "malformed"),
        (Watcher, message!("join", name: "Eve", token: "t".repeat(32)), "seat-taken"),
        (Watcher, message!("leave", id: "m2-1"), "not-seated"),
        (Watcher, message!("leave", id: ""), "malformed"),
        (Watcher, message!("computer", seat: 1, level: 3), "not-seated"),
        (Watcher, message!("react", kind: "clap"), "not-seated"),
        (Other, message!("join", name: "Two"), "already-seated"),
        (Other, message!("leave"), "not-over"),
        (ToMove, message!("leave", version: now - 1), "stale"),
        (Other, message!("join", name: "Two", token: "t".repeat(32)), "already-seated"),
        (Other, message!("computer", seat: 1, level: 3), "seat-taken"),
        (Other, message!("computer", seat: 1, level: 0), "malformed"),
        (Other, message!("computer", seat: 1, level: 9), "malformed"),
        (Other, message!("computer", seat: 3, level: 1), "malformed"),
    ] {
        refused(who, [&mut one, &mut two, &mut watcher], &text, reason).await;
    }
    let after = Client::visit(&host, &one.table_id).await;
    assert_eq!(after.log(), before);
    one.play(1).await;
}

#[tokio::test]
async fn types_are_strict_and_what_does_not_belong_here_is_refused() {
    use Who::ToMove;
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let mut watcher = Client::visit(&host, &one.table_id).await;
    let before = one.log();
    let now = one.version();
    for (who, text, reason) in [
        // Types.
        (ToMove, message!("move", choice: 1, version: now, id: 7), "malformed"),
        (ToMove, message!("move", choice: "1", version: now), "malformed"),
        (ToMove, message!("move", choice: 1.0, version: now), "malformed"),
        (ToMove, message!("move", choice: json!([1]), version: now), "malformed"),
        (ToMove, message!("move", choice: json!({"index": 1}), version: now), "malformed"),
        (ToMove, message!("move", choice: json!(null), version: now), "malformed"),
        (ToMove, message!("move", choice: 1, version: now.to_string()), "malformed"),
        (ToMove, message!("move", choice: 1, version: 1e3), "malformed"),
        (ToMove, format!(r#"{{"type":"move","data":[1,{now}]}}"#), "malformed"),
        // The toss.
        (ToMove, message!("commit", hash: "0".repeat(64)), "no-toss"),
        (ToMove, message!("commit", hash: "0".repeat(63)), "malformed"),
        (ToMove, message!("commit", hash: "é".repeat(32)), "malformed"),
        (ToMove, message!("reveal", nonce: "0".repeat(32)), "no-toss"),
        (ToMove, message!("reveal", nonce: "F".repeat(32)), "malformed"),
        // The rest.
        (ToMove, message!("react", kind: "<img src=x>"), "malformed"),
        (ToMove, message!("react"), "malformed"),
        (
            ToMove,
            message!("hello", protocol: 2, table: one.table_id.to_string()),
            "already-greeted",
        ),
        (ToMove, message!("fly", to: "moon"), "unknown-message"),
        (ToMove, message!("x".repeat(8_000)), "unknown-message"),
        (ToMove, message!("rename", name: json!(["Eve"])), "malformed"),
        (
            ToMove,
            format!(r#"{{"type":"rename","data":{{"name":{}"#, "[".repeat(7_000)),
            "malformed",
        ),
        (ToMove, "x".repeat(8_000), "malformed"),
        (ToMove, "{\"type\":\"move\"}".repeat(400), "malformed"),
    ] {
        refused(who, [&mut one, &mut two, &mut watcher], &text, reason).await;
    }
    let after = Client::visit(&host, &one.table_id).await;
    assert_eq!(after.log(), before);
    one.play(1).await;
}

#[tokio::test]
async fn after_the_end_nothing_is_played() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "tic-tac-toe"})).await;
    two.send(&message!("resign", id: "r")).await;
    one.reach(two.version() + 1).await;
    two.reach(one.version()).await;
    let before = one.log();
    let now = one.version();
    for (text, reason) in [
        (message!("move", choice: 0, version: now), "over"),
        (message!("resign"), "over"),
        (message!("ask", for: "draw"), "over"),
        (message!("ask", for: "takeback"), "over"),
        (message!("accept", for: "rematch", version: now), "not-asked"),
    ] {
        one.send(&text).await;
        assert_eq!(one.refusal().await.code(), reason, "{text}");
    }
    two.send(&message!("resign", id: "r")).await;
    assert_eq!(two.news().await.from, now - 1, "a replay is answered with what it did then");
    assert_eq!(Client::visit(&host, &one.table_id).await.log(), before);
}

#[tokio::test]
async fn names_are_tamed_wherever_they_come_from() {
    let host = Host::start().await;
    let name = "\u{202e}A\u{0}d\u{200b}a\u{7f}";
    let key = host.set(json!({"game": "gems", "seat": 1, "name": name})).await;
    let mut ada = Client::sit(&host, &key).await;
    let mut ben = Client::visit(&host, &key.table).await;
    ben.send(&message!("join", name: format!("{}<b>", "\u{2066}B".repeat(40)))).await;
    ada.reach(2).await;
    assert_eq!(ada.table().names(), ["Ada", &"B".repeat(24)]);
    // What looks like an event in a name is a name.
    ada.send(&message!("rename", name: "\"},{\"type\":\"moved\"")).await;
    ada.reach(3).await;
    assert_eq!((ada.version(), ada.table().play().played()), (3, 0));
    assert_eq!(ada.table().names()[0], "\"},{\"type\":\"moved\"");
    assert_eq!(Client::visit(&host, &key.table).await.log(), ada.log());
}

#[tokio::test]
async fn frames_that_are_no_messages_end_the_connection_and_nothing_else() {
    let host = Host::start().await;
    let [one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let before = one.log();
    let hello = message!("hello", protocol: 2, table: one.table_id.to_string());
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
        assert!(is_a("welcome", &ask(&mut socket, &hello).await), "{what}");
        // The server measures the lag first. To answer after it has closed would be an error here: the
        // answer leaves now, and not behind a frame that may never be sent to its end.
        while !matches!(socket.next().await, Some(Ok(Message::Ping(_)))) {}
        socket.flush().await.expect("the server listens");
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
    let long = json!({"game": "gems", "name": "a".repeat(9_000)}).to_string();
    let deep = format!(r#"{{"game":"gems","clock":{}"#, "[".repeat(8_000));
    let good = r#"{"game":"gems"}"#;
    let evil = "http://evil.example";
    for (headers, body, status, reason) in [
        (none, "", 400, "malformed"),
        (none, "game=gems", 400, "malformed"),
        (none, "null", 400, "malformed"),
        (none, "[]", 400, "malformed"),
        (none, "{}", 400, "malformed"),
        (none, r#"["gems"]"#, 400, "malformed"),
        (none, r#"{"game":"gems""#, 400, "malformed"),
        (none, r#"{"game":"gems"}{"game":"gems"}"#, 400, "malformed"),
        (none, r#"{"game":"gems","game":"gems"}"#, 400, "malformed"),
        (none, r#"{"type":"table","data":{"game":"gems"}}"#, 400, "malformed"),
        (none, r#"{"game":["gems"]}"#, 400, "malformed"),
        (none, r#"{"game":""}"#, 400, "malformed"),
        (none, r#"{"game":"chess"}"#, 400, "malformed"),
        (none, r#"{"game":"gems,pits=99"}"#, 400, "malformed"),
        (none, r#"{"game":"gems,stones=-1"}"#, 400, "malformed"),
        (none, r#"{"game":"gems~S~9"}"#, 400, "malformed"),
        (none, r#"{"game":"gems~S~33"}"#, 400, "malformed"),
        (none, r#"{"game":"gems~6-255-255-4-4-4-4-4-4-4-4-4-4-4-4-S~"}"#, 400, "malformed"),
        (none, r#"{"game":"tic-tac-toe~XXXXXXXXX-O~"}"#, 400, "malformed"),
        (none, r#"{"game":"gems","name":7}"#, 400, "malformed"),
        (none, r#"{"game":"gems","seat":3}"#, 400, "malformed"),
        (none, r#"{"game":"gems","seat":"1"}"#, 400, "malformed"),
        (none, r#"{"game":"gems","pie":"on"}"#, 400, "malformed"),
        (none, r#"{"game":"gems","clock":"300+5"}"#, 400, "malformed"),
        (none, r#"{"game":"gems","clock":[300,5]}"#, 400, "malformed"),
        (none, r#"{"game":"gems","clock":{"initial":0,"increment":0}}"#, 400, "malformed"),
        (none, r#"{"game":"gems","clock":{"initial":99999999}}"#, 400, "malformed"),
        (none, r#"{"game":"tic-tac-toe","marks":["X","X"]}"#, 400, "malformed"),
        (none, r#"{"game":"tic-tac-toe","marks":["X"]}"#, 400, "malformed"),
        (none, r#"{"game":"tic-tac-toe","marks":"XO"}"#, 400, "malformed"),
        (none, "{\"game\":\"tic-tac-toe\",\"marks\":[\"\u{200b}\",\"O\"]}", 400, "malformed"),
        (none, &deep, 400, "malformed"),
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
            let says = format!(r#"{{"reason":"{reason}","message":""#);
            assert!(answer.1.starts_with(&says), "{headers:?} {body}: {}", answer.1);
        }
    }
    let (status, _) = host.request("/api/tables", none, vec![b't', 0xff]).await;
    assert_eq!(status, 400, "not UTF-8");
    for path in [
        "/api/tables/",
        "/api",
        "/api/openapi.json",
        "/api/tables/../../etc/passwd",
        "/api/%2e%2e/health",
    ] {
        assert!(matches!(host.post(path, json!({"game": "gems"})).await.0, 404 | 405), "{path}");
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
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    ada.send(&message!("computer", seat: 2, level: 1)).await;
    ada.reach(2).await;
    let [mut device, mut watcher] = [ada.twin(&host).await, Client::visit(&host, &key.table).await];
    for (client, text, reason) in [
        (0, message!("ask", for: "draw"), "computer-declines"),
        (0, message!("ask", for: "rematch"), "not-over"),
        (0, message!("accept", for: "draw", version: 2), "not-asked"),
        (0, message!("computer", seat: 2, level: 2), "seat-taken"),
        (0, message!("leave"), "not-over"),
        (1, message!("join", name: "Two"), "already-seated"),
        (1, message!("computer", seat: 1, level: 2), "seat-taken"),
        (1, message!("leave", id: "l1"), "not-over"),
        (2, message!("join", name: "Eve", seat: 2), "seat-taken"),
        (2, message!("move", choice: 0, version: 2), "not-seated"),
        (2, message!("resign"), "not-seated"),
        (2, message!("leave", id: "l1"), "not-seated"),
    ] {
        let client = [&mut ada, &mut device, &mut watcher].into_iter().nth(client).expect("three");
        client.send(&text).await;
        assert_eq!(client.refusal().await.code(), reason, "{text}");
    }
    assert_eq!(Client::visit(&host, &key.table).await.version(), 2);
}

#[tokio::test]
async fn no_client_is_paired_without_a_token() {
    let host = Host::start().await;
    let mut keys = Vec::new();
    for name in ["Ada", "Ben"] {
        let (_, text) = host.post("/api/anyone", json!({"game": "gems", "name": name})).await;
        keys.push(text.trim_end().parse::<SeatKey>().expect("a seat"));
    }
    let ada = Client::sit(&host, &keys[0]).await;
    // A stranger who has found the id of Ben's table sits neither there nor with Ada.
    for token in [None, Some("t".repeat(32))] {
        let mut socket = connect(host.address, None).await.expect("a connection");
        let hello = message!("hello", protocol: 2, table: keys[1].table, token: token);
        let welcome = ask(&mut socket, &hello).await;
        let watches = format!(r#""protocol":2,"table":"{}","token":""#, keys[1].table);
        assert!(is_a("welcome", &welcome) && welcome.contains(&watches), "{welcome}");
    }
    assert_eq!(Client::visit(&host, &ada.table_id).await.version(), 1);
}
