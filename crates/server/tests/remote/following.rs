//! Tables that programs follow by server-sent events.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::{Client, LONG, pair};
use crate::host::Host;

/// A program that reads server-sent events.
pub(crate) struct Follower {
    stream: TcpStream,
    /// Everything that was read, as it came.
    read: String,
}

impl Follower {
    pub(crate) async fn start(host: &Host, path: &str, headers: &str) -> Self {
        let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", host.address);
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        Self { stream, read: String::new() }
    }

    /// Reads on until this has come. Of each id the version is shown alone.
    async fn until(&mut self, words: &str) -> String {
        loop {
            let read = with_plain_ids(&self.read);
            if read.contains(words) {
                return read;
            }
            self.more().await;
        }
    }

    /// The id of the last of so many events.
    pub(crate) async fn id_of(&mut self, event: usize) -> String {
        self.until(&format!("id: {event}\n")).await;
        let ids = self.read.lines().rev().filter_map(|line| line.strip_prefix("id: "));
        ids.take(1).collect()
    }

    /// Whether they are told of the log from the beginning.
    pub(crate) async fn begins_anew(&mut self) -> bool {
        self.until("data: ").await.contains("id: 1\n")
    }

    async fn more(&mut self) {
        let mut some = [0; 4096];
        let read = timeout(LONG, self.stream.read(&mut some)).await;
        let read = read.expect("it comes").expect("the connection stays");
        assert_ne!(read, 0, "the stream ended: {}", self.read);
        self.read.push_str(&String::from_utf8_lossy(&some[..read]));
    }

    /// The text of so many events, without the lines that only keep the connection alive and without
    /// the lengths of HTTP's chunks.
    pub(crate) async fn events(&mut self, count: usize) -> String {
        while self.read.matches("\ndata: ").count() < count || !self.read.ends_with("\n\n\r\n") {
            self.more().await;
        }
        let (_, body) = self.read.split_once("\r\n\r\n").expect("a head");
        let chunks = body.split("\r\n").skip(1).step_by(2);
        chunks.filter(|chunk| !chunk.starts_with(':')).collect()
    }

    /// Reads all that comes until the server ends the connection.
    async fn end(mut self) -> String {
        let mut rest = Vec::new();
        let _ = timeout(LONG, self.stream.read_to_end(&mut rest)).await.expect("it ends");
        self.read + &String::from_utf8_lossy(&rest)
    }

    async fn status(&mut self) -> u16 {
        let head = self.until("\r\n\r\n").await;
        head["HTTP/1.1 ".len()..][..3].parse().expect("a status")
    }
}

/// The text of server-sent events with ids that are versions and nothing else.
fn with_plain_ids(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("id: ").and_then(|id| id.split_once('-')) {
        Some((version, _)) if line.ends_with('\n') => format!("id: {version}\n"),
        _ => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

#[tokio::test]
async fn every_event_is_told_once_it_is_stored_and_a_client_goes_on_where_it_was() {
    let host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    let path = format!("/api/tables/{}/events", one.table_id);
    let mut follower = Follower::start(&host, &path, "").await;
    assert_eq!(follower.status().await, 200);
    let said = follower.until("id: 2\n").await;
    assert!(said.contains("content-type: text/event-stream\r\n"), "{said}");
    assert!(said.contains("cache-control: no-store\r\n"), "{said}");
    assert!(said.contains("access-control-allow-origin: *\r\n"), "{said}");
    assert!(said.contains("id: 1\ndata: {\"type\":\"opened\","), "{said}");
    assert!(said.contains("id: 2\ndata: {\"type\":\"seated\","), "{said}");
    one.sees([true, true], 1).await;
    one.play(2).await;
    follower.until("id: 3\ndata: {\"type\":\"moved\",\"data\":{\"choice\":2},").await;
    assert!(!follower.read.contains("token") && !follower.read.contains("presence"));
    let third = follower.id_of(3).await;
    drop(follower);
    one.sees([true, true], 0).await;

    // Two clients reconnect, each in its own way, and hear only what they do not know.
    one.play(5).await;
    let mut again = Follower::start(&host, &path, "last-event-id: 3\r\n").await;
    assert!(!again.until("id: 4\ndata: {\"type\":\"moved\"").await.contains("id: 3\n"));
    let mut other = Follower::start(&host, &format!("{path}?version=3"), "").await;
    assert!(!other.until("id: 4\ndata: {\"type\":\"moved\"").await.contains("id: 3\n"));
    // What a client that reconnects says counts, not the address that it began with.
    let path = format!("{path}?version=1");
    let mut both = Follower::start(&host, &path, "last-event-id: 3\r\n").await;
    assert!(!both.until("id: 4\ndata: {\"type\":\"moved\"").await.contains("id: 3\n"));
    // What a client says of the history that it knows is looked at.
    let some_other = "3-1-0123456789abcdef";
    for (known, anew) in [(&*third, false), ("3-1", false), ("3-2", true), (some_other, true)] {
        let header = format!("last-event-id: {known}\r\n");
        let mut known = Follower::start(&host, &path, &header).await;
        assert_eq!(known.begins_anew().await, anew, "{header}");
    }
    // A client that knows more than there is starts anew.
    let mut lost = Follower::start(&host, &path, "last-event-id: 99\r\n").await;
    assert!(lost.until("id: 4\n").await.contains("id: 1\ndata: {\"type\":\"opened\","));
}

#[tokio::test]
async fn what_cannot_be_followed_is_refused() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let path = format!("/api/tables/{}/events", key.table);
    for (path, headers, status) in [
        ("/api/tables/AAAAAAAAAAAAAAAA/events", "", 404),
        ("/api/tables/a%20b/events", "", 404),
        ("/api/tables/%ff/events", "", 404),
        (&format!("{path}?version=x"), "", 400),
        (&path, "last-event-id: x\r\n", 400),
        (&path, "last-event-id: -1\r\n", 400),
        (&path, "last-event-id: 1-\r\n", 400),
        (&path, "last-event-id: 1-x\r\n", 400),
        (&path, "last-event-id: 1-1-\r\n", 200),
        (&path, "last-event-id: \r\n", 200),
    ] {
        let mut follower = Follower::start(&host, path, headers).await;
        assert_eq!(follower.status().await, status, "{path} {headers}");
    }
}

#[tokio::test]
async fn a_quiet_connection_is_kept_alive() {
    let host = Host::start_with(|config| config.ping_every = Duration::from_millis(10)).await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let path = format!("/api/tables/{}/events", key.table);
    let mut follower = Follower::start(&host, &path, "").await;
    follower.until("id: 1\n").await;
    let before = follower.read.len();
    // A comment is a line that begins with a colon.
    while follower.read[before..].matches("\n:").count() < 3 {
        follower.more().await;
    }
}

#[tokio::test]
async fn it_counts_as_a_connection() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.connections_per_address = 1;
    })
    .await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let path = format!("/api/tables/{}/events", key.table);
    let from = |place: &str| format!("x-forwarded-for: {place}\r\n");
    let mut first = Follower::start(&host, &path, &from("10.0.0.1")).await;
    first.until("id: 1\n").await;
    let (_, metrics) = host.get("/metrics").await;
    assert!(metrics.contains("parlor_sockets 1\n"), "{metrics}");
    let mut second = Follower::start(&host, &path, &from("10.0.0.1")).await;
    assert_eq!(second.status().await, 429);
    assert!(second.read.contains("retry-after: "), "{}", second.read);
    let mut other = Follower::start(&host, &path, &from("10.0.0.2")).await;
    assert_eq!(other.status().await, 200);
    drop(first);
    // When it has ended there is a place again.
    let mut again = Follower::start(&host, &path, &from("10.0.0.1")).await;
    while again.status().await == 429 {
        again = Follower::start(&host, &path, &from("10.0.0.1")).await;
    }
    assert_eq!(again.status().await, 200);
}

#[tokio::test]
async fn so_many_may_begin_in_a_minute_and_who_follows_too_often_can_still_play() {
    let host = Host::start_with(|config| config.connections_per_minute = 2).await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let path = format!("/api/tables/{}/events", key.table);
    for status in [200, 200, 429] {
        let mut follower = Follower::start(&host, &path, "").await;
        assert_eq!(follower.status().await, status);
    }
    Client::sit(&host, &key).await;
}

#[tokio::test]
async fn a_table_has_room_for_so_many_followers_as_for_spectators() {
    let host = Host::start_with(|config| config.connections_per_table = 1).await;
    let [one, _two] = pair(&host, json!({"game": "gems"})).await;
    let path = format!("/api/tables/{}/events", one.table_id);
    let mut first = Follower::start(&host, &path, "").await;
    assert_eq!(first.status().await, 200);
    let mut second = Follower::start(&host, &path, "").await;
    assert_eq!(second.status().await, 429);
}

#[tokio::test]
async fn a_server_that_stops_ends_what_it_tells_and_says_when_to_come_back() {
    let mut host = Host::start().await;
    let [mut one, two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    let path = format!("/api/tables/{}/events", one.table_id);
    let mut follower = Follower::start(&host, &path, "").await;
    follower.until("id: 3\n").await;
    drop((one, two));
    let (said, ()) = tokio::join!(follower.end(), host.close());
    assert!(said.contains("\nretry: 1000\n") || said.contains("retry:1000\n"), "{said}");
    assert!(said.ends_with("\r\n0\r\n\r\n"), "the answer is whole: {said}");
    host.open().await;
    let mut again = Follower::start(&host, &path, "last-event-id: 2\r\n").await;
    assert!(!again.until("id: 3\n").await.contains("id: 2\n"));
}

#[tokio::test]
async fn a_follower_that_never_reads_is_disconnected_and_delays_no_other() {
    let host = Host::start_with(|config| {
        config.messages_per_second = 1_000_000.try_into().expect("not zero");
    })
    .await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    // A log of more than a megabyte is more than there is room for on the way to any client.
    let rename = message!("rename", name: "\u{1f409}".repeat(24));
    while ada.version() < 8_000 {
        for _ in 0..100 {
            ada.send(&rename).await;
        }
        ada.reach(ada.version() + 100).await;
    }
    let path = format!("/api/tables/{}/events", key.table);
    let lazy = Follower::start(&host, &path, "").await;
    ada.sees([true, false], 1).await;
    let mut events = 0;
    while ada.presence.watching == 1 {
        ada.send(&rename).await;
        ada.reach(ada.version() + 1).await;
        events += 1;
        assert!(events < 400, "messages wait without end");
    }
    let said = lazy.end().await;
    assert!(!said.ends_with("\r\n0\r\n\r\n"), "it is cut off");
    let known = said.matches("\nid: ").count();
    assert!((1..8_000).contains(&known), "{known}");
}
