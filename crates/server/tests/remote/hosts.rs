//! Names by which a server may be reached.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::LONG;
use crate::host::Host;

/// Sends a request to a server that was reached by this name, and gives back the answer.
async fn ask(host: &Host, name: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host.address).await.expect("the server listens");
    let (line, rest) = request.split_once('\n').unwrap_or((request, ""));
    let text = format!(
        "{line} HTTP/1.1\r\nhost: {name}\r\norigin: http://{name}\r\nconnection: close\r\n{rest}"
    );
    stream.write_all(text.as_bytes()).await.expect("the server reads");
    let mut answer = Vec::new();
    timeout(LONG, stream.read_to_end(&mut answer)).await.expect("an end").expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or(answer)
}

const SET_TABLE: &str = "POST /api/tables\ncontent-length: 15\r\n\r\n{\"game\":\"gems\"}";
const UPGRADE: &str = "GET /api/socket\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
    sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

#[tokio::test]
async fn a_page_whose_name_was_made_to_mean_this_machine_gets_nothing() {
    let host = Host::start().await;
    let port = host.address.port();
    let evil = format!("evil.example:{port}");
    for request in [
        "GET /\n\r\n",
        "GET /metrics\n\r\n",
        "GET /api/moves?rules=kalah\n\r\n",
        SET_TABLE,
        UPGRADE,
    ] {
        let answer = ask(&host, &evil, request).await;
        assert_eq!(status(&answer), "421", "{request}: {answer}");
        assert!(answer.contains(r#""reason":"origin""#) && answer.contains("--host"), "{answer}");
    }
    assert_eq!(status(&ask(&host, &evil, "GET /health\n\r\n").await), "200");
    for name in [format!("localhost:{port}"), format!("workshop:{port}"), "127.0.0.1".to_owned()] {
        assert_eq!(status(&ask(&host, &name, SET_TABLE).await), "200", "{name}");
    }
}

#[tokio::test]
async fn a_server_is_reached_by_the_names_that_it_is_given() {
    let host = Host::start_with(|config| config.hosts = vec!["games.example".to_owned()]).await;
    for (name, expected) in
        [("games.example", "200"), ("Games.Example:443", "200"), ("evil.example", "421")]
    {
        assert_eq!(status(&ask(&host, name, SET_TABLE).await), expected, "{name}");
    }
    let host = Host::start_with(|config| config.behind_proxy = true).await;
    assert_eq!(status(&ask(&host, "games.example", SET_TABLE).await), "200", "as the proxy says");
}
