//! Health, metrics, limits, expiry, backups.

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::message::{FromServer, Reason};
use parlor_server::Database;
use parlor_table::Refusal;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::{Client, connect, connect_from, is_a, pair, reason_in};
use crate::host::Host;
use crate::hostile::ask;

#[tokio::test]
async fn it_tells_what_it_counts() {
    let host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    let (status, text) = host.get("/metrics").await;
    assert_eq!(status, 200);
    for line in [
        "parlor_healthy 1",
        "parlor_tables 1",
        "parlor_tables_set_total 1",
        "parlor_sockets 2",
        "parlor_moves_total 1",
        "parlor_events_total 3",
        "parlor_commit_seconds_count 3",
        "parlor_commit_queue 0",
        "parlor_failed_commits_total 0",
        "parlor_refused_total{reason=\"too-many\"} 0",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line} is not in\n{text}");
    }
    assert!(text.contains("parlor_commit_seconds_bucket{le="));
    assert!(text.contains("parlor_build_info{version="));
    let bytes = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.rsplit(' ').next()?.parse::<u64>().ok()
    };
    assert!(bytes("parlor_database_bytes").is_some_and(|bytes| bytes > 0), "{text}");
    let is_in_a_file = matches!(host.location(), Database::File(_));
    let disk_free = bytes("parlor_disk_free_bytes");
    assert_eq!(disk_free.is_some_and(|bytes| bytes > 0), is_in_a_file, "{text}");
}

#[tokio::test]
async fn what_is_refused_is_counted_by_reason() {
    let host = Host::start_with(|config| config.tables_per_minute = 1).await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    // By a request, by a command, and by a message that is none.
    assert_eq!(host.post("/api/tables", json!({"game": "gems"})).await.0, 429);
    one.send(&message!("move", choice: 0, version: 7)).await;
    one.send(&message!("dance")).await;
    for _ in 0..2 {
        while !matches!(one.receive().await, Ok(FromServer::Refused { .. } | FromServer::Error(_)))
        {
        }
    }
    let (_, text) = host.get("/metrics").await;
    for reason in ["too-many", "stale", "unknown-message"] {
        let line = format!("parlor_refused_total{{reason=\"{reason}\"}} 1");
        assert!(text.lines().any(|shown| shown == line), "{line} is not in\n{text}");
    }
}

#[tokio::test]
async fn too_many_tables_from_one_address_have_to_wait() {
    let host = Host::start_with(|config| config.tables_per_minute = 2).await;
    for path in ["/api/tables", "/api/anyone"] {
        assert_eq!(host.post(path, json!({"game": "gems"})).await.0, 200);
    }
    let (status, text) = host.post("/api/tables", json!({"game": "gems"})).await;
    assert_eq!((status, text.contains(r#""reason":"too-many""#)), (429, true), "{text}");
}

#[tokio::test]
async fn players_of_one_address_can_have_so_much_stored() {
    let host = Host::start_with(|config| config.events_per_hour = 5).await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    // The second player took a seat, which is one event.
    for number in 0..4 {
        one.send(&message!("rename", name: format!("A{number}"))).await;
        one.reach(3 + number).await;
    }
    one.send(&message!("rename", name: "A")).await;
    loop {
        match one.receive().await.expect("a message") {
            FromServer::Refused { problem, .. } => {
                assert_eq!(problem.reason, Reason::Refused(Refusal::RateLimited));
                break;
            }
            FromServer::Presence(_) => {}
            told => panic!("it was stored: {told:?}"),
        }
    }
}

#[tokio::test]
async fn a_server_whose_database_is_as_large_as_it_may_be_says_so() {
    let host = Host::start_with(|config| config.database_limit = 1).await;
    let (status, text) = host.post("/api/tables", json!({"game": "gems"})).await;
    assert_eq!((status, text.contains(r#""reason":"storage-full""#)), (507, true), "{text}");
    let (status, text) = host.get("/health").await;
    assert_eq!(status, 503);
    assert!(text.starts_with("nothing can be stored: the database is nearly as large"), "{text}");
    let (_, counted) = host.get("/metrics").await;
    assert!(counted.contains("parlor_healthy 0"), "{counted}");
}

#[tokio::test]
async fn who_has_to_wait_hears_so_before_their_table_is_read() {
    let host = Host::start_with(|config| config.tables_per_minute = 1).await;
    let head = "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 16\r\n\r\n";
    let mut silent = TcpStream::connect(host.address).await.expect("the server listens");
    silent.write_all(head.as_bytes()).await.expect("the server reads");
    // One of the two is within the limit and waited for; the other one is answered at once.
    let mut second = TcpStream::connect(host.address).await.expect("the server listens");
    second.write_all(head.as_bytes()).await.expect("the server reads");
    let mut status = [[0; 12]; 2];
    let [one, two] = &mut status;
    let read = tokio::select! {
        _ = silent.read_exact(one) => *one,
        _ = second.read_exact(two) => *two,
    };
    assert_eq!(&read, b"HTTP/1.1 429");
}

#[tokio::test]
async fn too_many_connections_from_one_address_have_to_wait() {
    let host = Host::start_with(|config| config.connections_per_minute = 2).await;
    let _open = [connect(host.address, None).await, connect(host.address, None).await];
    match connect(host.address, None).await.map_err(|error| *error) {
        Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 429),
        other => panic!("{other:?}"),
    }
}

/// Tries to connect until there is a place.
async fn finds_a_place(host: &Host, place: &str) {
    while let Err(error) = connect_from(host, place).await {
        let Error::Http(response) = *error else { panic!("{error:?}") };
        assert_eq!(response.status().as_u16(), 429);
    }
}

async fn finds_none(host: &Host, place: &str) {
    match connect_from(host, place).await.map_err(|error| *error) {
        Err(Error::Http(response)) => {
            assert_eq!(response.status().as_u16(), 429);
            assert!(response.headers().contains_key("retry-after"));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_address_has_so_many_connections_open_and_no_more() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.connections_per_address = 2;
    })
    .await;
    let first = connect_from(&host, "10.0.0.1").await.expect("a place");
    let _second = connect_from(&host, "10.0.0.1").await.expect("a place");
    finds_none(&host, "10.0.0.1").await;
    connect_from(&host, "10.0.0.2").await.expect("a place for others");
    drop(first);
    finds_a_place(&host, "10.0.0.1").await;
}

#[tokio::test]
async fn a_full_server_accepts_no_connection_until_one_ends() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.connections = 2;
    })
    .await;
    let first = connect_from(&host, "10.0.0.1").await.expect("a place");
    let _second = connect_from(&host, "10.0.0.2").await.expect("a place");
    finds_none(&host, "10.0.0.3").await;
    drop(first);
    finds_a_place(&host, "10.0.0.3").await;
}

#[tokio::test]
async fn a_crowd_from_one_place_does_not_keep_the_invited_friend_out() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.connections_per_table = 3;
    })
    .await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let hello = message!("hello", protocol: 2, table: key.table.to_string());
    let mut ada = Client::sit(&host, &key).await;
    let mut crowd = Vec::new();
    for _ in 0..3 {
        let mut socket = connect_from(&host, "10.0.0.1").await.expect("a connection");
        assert!(is_a("welcome", &ask(&mut socket, &hello).await));
        crowd.push(socket);
    }
    ada.sees([true, false], 3).await;
    let mut more = connect_from(&host, "10.0.0.1").await.expect("a connection");
    let full = ask(&mut more, &hello).await;
    assert_eq!(reason_in(&full), "too-many", "they have all the places");
    let mut friend = connect_from(&host, "10.0.0.2").await.expect("a connection");
    assert!(is_a("welcome", &ask(&mut friend, &hello).await));
    friend.send(Message::text(message!("join", name: "Ben"))).await.expect("the server listens");
    ada.reach(2).await;
    ada.sees([true, true], 2).await;
    let mut gone = crowd.remove(0);
    let code = loop {
        let message = gone.next().await.expect("a last word").expect("a last word");
        if let Message::Close(frame) = message {
            break frame.map(|frame| u16::from(frame.code));
        }
    };
    assert_eq!(code, Some(1013));
    // No friend is invited any more: a spectator who comes late does not drive others away.
    for place in ["10.0.0.3", "10.0.0.4"] {
        let mut late = connect_from(&host, place).await.expect("a connection");
        let full = is_a("error", &ask(&mut late, &hello).await);
        assert_eq!(full, place == "10.0.0.4", "{place}");
        crowd.push(late);
    }
}

#[tokio::test]
async fn too_many_messages_are_dropped_and_the_connection_stays() {
    let host =
        Host::start_with(|config| config.messages_per_second = 1.try_into().expect("one")).await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut client = Client::sit(&host, &key).await;
    for _ in 0..30 {
        client.send(&message!("ping")).await;
    }
    let mut dropped = 0;
    for _ in 0..30 {
        match client.next().await {
            FromServer::Pong => {}
            FromServer::Error(problem) => {
                assert_eq!(problem.reason, Reason::Refused(Refusal::RateLimited));
                dropped += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    // To let all of them pass, the machine would have to take half a minute for them.
    assert!(dropped > 0);
}

#[tokio::test]
async fn expired_tables_are_deleted_and_others_are_kept() {
    let host = Host::start_with_expiry().await;
    // A table may expire before its player has come.
    let come = async || loop {
        let key = host.set(json!({"game": "gems", "seat": 1})).await;
        if let Some(client) = Client::try_sit(&host, &key).await {
            return client;
        }
    };
    let played = {
        let mut one = come().await;
        let two = Client::join(&host, &one.table_id, "Ben").await;
        one.reach(two.version()).await;
        one.play(2).await;
        one.table_id.clone()
    };
    let waits = come().await;
    let left = host.set(json!({"game": "gems", "seat": 1})).await;
    loop {
        let mut socket = connect(host.address, None).await.expect("a connection");
        let hello = message!("hello", protocol: 2, table: left.table.to_string());
        let answer = ask(&mut socket, &hello).await;
        if is_a("error", &answer) {
            assert_eq!(reason_in(&answer), "no-such-table");
            break;
        }
    }
    assert_eq!(Client::visit(&host, &played).await.table().play().played(), 1);
    assert_eq!(Client::visit(&host, &waits.table_id).await.version(), waits.version());
}
