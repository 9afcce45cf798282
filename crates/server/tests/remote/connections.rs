//! Connections take places, and those who take them and do not read keep no one else out.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::client::{Client, LONG, connect};
use crate::host::Host;

/// A file that is longer than there is room for on the way to any client here.
const LONG_FILE: &str = "/preview.png";

/// Opens a connection from another address of this machine, with little room on the way.
async fn open_from(host: &Host, address: [u8; 4]) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(16 * 1024).expect("a size");
    socket.bind(SocketAddr::from((address, 0))).expect("the machine has it");
    socket.connect(host.address).await.expect("the server listens")
}

/// Sends a request on a new connection, and reads nothing.
async fn ask_from(host: &Host, address: [u8; 4], path: &str, headers: &str) -> TcpStream {
    let mut stream = open_from(host, address).await;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", host.address);
    // One that is refused may be closed already.
    let _ = stream.write_all(request.as_bytes()).await;
    stream
}

/// The status of the answer; `None` if the connection was closed without one.
async fn status(stream: &mut TcpStream) -> Option<u16> {
    let mut start = [0; 12];
    let read = timeout(LONG, stream.read_exact(&mut start)).await.expect("an answer or an end");
    read.ok()?;
    String::from_utf8_lossy(&start[9..]).parse().ok()
}

/// Waits until so many connections are open, the one that asks not counted.
async fn until_open(host: &Host, count: usize) {
    let expected = format!("parlor_connections {}", count + 1);
    let counted =
        async { while !host.get("/metrics").await.1.lines().any(|line| line == expected) {} };
    timeout(LONG, counted).await.expect("connections end");
}

const CROWD: [u8; 4] = [127, 0, 0, 2];
const OTHER: [u8; 4] = [127, 0, 0, 3];

#[tokio::test]
async fn clients_that_do_not_read_keep_no_one_else_out() {
    let host = Host::start_with(|config| {
        config.connections_per_address = 20;
        config.connections = 40;
    })
    .await;
    let mut crowd = Vec::new();
    for _ in 0..200 {
        crowd.push(ask_from(&host, CROWD, LONG_FILE, "").await);
    }
    let mut other = ask_from(&host, OTHER, "/health", "").await;
    assert_eq!(status(&mut other).await, Some(200), "others are served");
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    let mut ben = Client::join(&host, &key.table, "Ben").await;
    ada.reach(ben.version()).await;
    ada.play(2).await;
    ben.reach(ada.version()).await;
    // These two, and the one who asked for the health.
    until_open(&host, 20 + 3).await;
}

#[tokio::test]
async fn who_finds_no_place_is_told_so_and_finds_one_later() {
    let host = Host::start_with(|config| config.connections_per_address = 2).await;
    let first = ask_from(&host, CROWD, LONG_FILE, "").await;
    let _second = ask_from(&host, CROWD, LONG_FILE, "").await;
    let mut third = ask_from(&host, CROWD, "/health", "").await;
    let mut answer = Vec::new();
    timeout(LONG, third.read_to_end(&mut answer)).await.expect("an end").expect("an answer");
    let answer = String::from_utf8(answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
    assert!(answer.contains("\r\nretry-after: ") && answer.contains("\r\nconnection: close\r\n"));
    assert!(answer.contains(r#""reason":"too-many""#), "{answer}");
    drop(first);
    while status(&mut ask_from(&host, CROWD, "/health", "").await).await != Some(200) {}
}

#[tokio::test]
async fn a_socket_keeps_the_place_of_its_connection() {
    let host = Host::start_with(|config| config.connections = 2).await;
    let socket = connect(host.address, None).await.expect("a place");
    let mut held = ask_from(&host, CROWD, LONG_FILE, "").await;
    assert_eq!(status(&mut held).await, Some(200));
    assert!(connect(host.address, None).await.is_err(), "there is no place for a third");
    drop(socket);
    while connect(host.address, None).await.is_err() {}
}

#[tokio::test]
async fn behind_a_proxy_places_are_counted_for_the_addresses_that_it_tells() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.connections_per_address = 3;
    })
    .await;
    let from = |place: &str| format!("x-forwarded-for: {place}\r\n");
    let mut crowd = Vec::new();
    for _ in 0..3 {
        let mut stream = ask_from(&host, CROWD, LONG_FILE, &from("10.0.0.1:4711")).await;
        assert_eq!(status(&mut stream).await, Some(200));
        crowd.push(stream);
    }
    let asked = async |place: &str| {
        status(&mut ask_from(&host, CROWD, "/health", &from(place)).await).await
    };
    assert_eq!(asked("10.0.0.1").await, Some(429), "nothing of the others has been read");
    assert_eq!(asked("10.0.0.2").await, Some(200), "the same proxy, another client");
    drop(crowd.pop());
    while asked("10.0.0.1").await != Some(200) {}
}

#[tokio::test]
async fn a_response_that_is_not_read_is_given_up() {
    // Ada's client reads, and never stands still for so long.
    let host = Host::start_with(|config| config.write_timeout = Duration::from_secs(2)).await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    let mut lazy = Vec::new();
    for _ in 0..10 {
        let mut stream = ask_from(&host, CROWD, LONG_FILE, "").await;
        assert_eq!(status(&mut stream).await, Some(200));
        lazy.push(stream);
    }
    until_open(&host, 1).await;
    for mut stream in lazy {
        let mut rest = Vec::new();
        // What was on its way arrives, and then comes the end.
        let _ = timeout(LONG, stream.read_to_end(&mut rest)).await.expect("an end");
        assert!(rest.len() < 300_000, "{} bytes", rest.len());
    }
    ada.send(&message!("computer", seat: 2, level: 1)).await;
    ada.reach(2).await;
}
