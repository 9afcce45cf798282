//! Clients that are slow, silent or gone keep no other client waiting.

use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::{Client, LONG, connect, is_a, pair, reason_in};
use crate::host::Host;
use crate::hostile::ask;

/// Says something to the server and gives back all that it says until it ends the connection.
async fn end_of(host: &Host, said: &str) -> String {
    let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
    stream.write_all(said.as_bytes()).await.expect("the server listens");
    let mut answer = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut answer)).await.expect("the connection ends");
    String::from_utf8(answer).expect("text")
}

#[tokio::test]
async fn a_request_that_does_not_come_is_not_waited_for() {
    // Long enough for requests that do come, however busy the machine is.
    let host = Host::start_with(|config| config.request_timeout = Duration::from_secs(2)).await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let unfinished = ["", "G", "GET /health HTTP/1.1\r\nhost: here\r\n", "GET / HTTP/1.1\r\nx: "];
    let begun = "POST /api/tables HTTP/1.1\r\nhost: here\r\ncontent-length: 15\r\n\r\ntable";
    let whole = "GET /health HTTP/1.1\r\nhost: here\r\n\r\n";
    let (ends, timed_out, answered) = tokio::join!(
        join_all(unfinished.map(|said| end_of(&host, said))),
        end_of(&host, begun),
        end_of(&host, whole)
    );
    assert_eq!(ends, [""; 4], "{unfinished:?}");
    assert!(timed_out.starts_with("HTTP/1.1 408 "), "{timed_out}");
    assert!(answered.starts_with("HTTP/1.1 200 ") && answered.ends_with("ok\n"), "{answered}");
    // A connection to a table may stay open as long as it likes.
    one.play(2).await;
    two.reach(one.version()).await;
}

#[tokio::test]
async fn a_client_that_answers_no_ping_is_gone() {
    // Ada's client must read something every three seconds, which it does on any machine.
    let host = Host::start_with(|config| config.ping_every = Duration::from_secs(1)).await;
    let [mut one, two] = pair(&host, json!({"game": "gems"})).await;
    // Ben's line is dead: it is open, and nothing is read or said there. Ada's client answers pings.
    one.sees([true, true], 0).await;
    one.sees([true, false], 0).await;
    one.play(2).await;
    drop(two);
}

#[tokio::test]
async fn a_table_has_room_for_so_many_and_always_for_its_players() {
    let host = Host::start_with(|config| config.connections_per_table = 50).await;
    let [one, two] = pair(&host, json!({"game": "gems"})).await;
    let table = one.table_id.clone();
    let hello = message!("hello", protocol: 2, table: table.to_string());
    let mut crowd = Vec::new();
    for _ in 0..50 {
        let mut socket = connect(host.address, None).await.expect("a connection");
        assert!(is_a("welcome", &ask(&mut socket, &hello).await));
        crowd.push(socket);
    }
    let mut late = connect(host.address, None).await.expect("a connection");
    assert_eq!(reason_in(&ask(&mut late, &hello).await), "too-many");
    let [mut one, _two] = [one.again(&host).await, two.again(&host).await];
    one.play(2).await;
    // When one goes, there is room again.
    drop(crowd.pop());
    while !is_a("welcome", &ask(&mut late, &hello).await) {}
}

#[tokio::test]
async fn a_client_that_never_reads_is_disconnected_and_delays_no_other() {
    let host = Host::start_with(|config| {
        config.messages_per_second = 1_000_000.try_into().expect("not zero");
    })
    .await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    // A log of a megabyte is more than there is room for on the way to any client.
    let rename = message!("rename", name: "\u{1f409}".repeat(24));
    while ada.version() < 8_000 {
        for _ in 0..100 {
            ada.send(&rename).await;
        }
        ada.reach(ada.version() + 100).await;
    }
    let mut lazy = connect(host.address, None).await.expect("a connection");
    let hello = message!("hello", protocol: 2, table: key.table.to_string());
    lazy.send(hello.into()).await.expect("the server listens");
    ada.sees([true, false], 1).await;
    let mut ben = Client::join(&host, &key.table, "Ben").await;
    ada.sees([true, true], 1).await;
    // While others play on, so many messages wait for the lazy client and no more (backpressure).
    let mut events = 0;
    while ada.presence.watching == 1 {
        ada.send(&rename).await;
        ada.reach(ada.version() + 1).await;
        ben.reach(ada.version()).await;
        events += 1;
        assert!(events < 300, "messages wait without end");
    }
    ben.sees([true, true], 0).await;
    // Not even the log has gone through.
    let mut bytes = 0;
    while let Some(Ok(message)) = timeout(LONG, lazy.next()).await.expect("an end") {
        bytes += message.len();
    }
    assert!(bytes < 1_000_000, "{bytes} bytes");
    assert_eq!(Client::visit(&host, &key.table).await.log(), ada.log());
}
