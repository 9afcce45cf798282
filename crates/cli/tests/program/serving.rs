//! The server, as somebody runs it who lets others play.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{parlor, printed};

/// A server that was started from the command line.
struct Serving {
    child: Child,
    address: String,
    said: String,
}

impl Serving {
    fn start(database: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--address", "127.0.0.1:0", "--log", "info", "--log-format", "json"])
            .env("PARLOR_DATABASE", database)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut line = || lines.next().expect("a line").expect("text");
        let said = [line(), line(), line()].join("\n");
        let address = said.split("http://").nth(1).expect("an address");
        let address = address.lines().next().expect("an address").to_owned();
        Self { child, address, said }
    }

    fn request(&self, request: &str, body: &str) -> String {
        let mut socket = TcpStream::connect(&self.address).expect("the server listens");
        let head = format!("host: {}\r\nconnection: close", self.address);
        let length = body.len();
        write!(socket, "{request} HTTP/1.1\r\n{head}\r\ncontent-length: {length}\r\n\r\n{body}")
            .expect("the server reads");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Asks it to stop, and gives back what it wrote to its log.
    #[cfg(unix)]
    fn stop(mut self) -> String {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(asked.success());
        let mut log = String::new();
        let mut stderr = self.child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut log).expect("text");
        assert!(self.child.wait().expect("the program ends").success());
        log
    }
}

#[test]
#[cfg(unix)]
fn a_server_says_where_it_is_stops_when_asked_and_can_be_copied_meanwhile() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let database = folder.path().join("games.db");
    let copy = folder.path().join("copy.db");
    let [from, to] = [&database, &copy].map(|path| path.to_str().expect("text"));

    let server = Serving::start(&database);
    assert!(server.said.contains(from), "{}", server.said);
    assert!(server.request("GET /health", "").ends_with("\r\n\r\nok\n"));
    let answer = server.request("POST /api/tables", "table\tgame=gems\tname=Ada");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let token = answer.trim_end().rsplit_once("token=").expect("a key").1;

    let said = printed(&parlor(&["backup", "--database", from, to]));
    assert!(said.starts_with("Copied "), "{said}");
    let log = server.stop();
    assert!(log.contains(r#""message":"closing""#), "{log}");
    assert!(!log.contains(token), "a key is never logged");

    let server = Serving::start(&copy);
    assert!(server.request("GET /metrics", "").contains("parlor_tables 0"));
    server.stop();
}

#[test]
fn a_copy_that_cannot_be_made_says_why() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    std::fs::write(path("there"), "something").expect("a file");
    for (from, to, why) in
        [("nothing", "new", "there is no database"), ("there", "there", "already")]
    {
        let output = parlor(&["backup", "--database", &path(from), &path(to)]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && complaint.contains(why), "{complaint}");
    }
}

#[test]
fn every_option_of_the_server_is_explained() {
    let help = printed(&parlor(&["serve", "--help"]));
    for option in [
        "--address",
        "--database",
        "--origin",
        "--behind-proxy",
        "--tables-per-minute",
        "--connections-per-minute",
        "--connections-per-address",
        "--connections",
        "--messages-per-second",
        "--forget-after",
        "--forget-unplayed-after",
        "--log",
        "--log-format",
    ] {
        assert!(
            help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")),
            "{option}"
        );
    }
    assert_eq!(help.matches("[env: PARLOR_").count(), 13, "each can be set by the environment");
}
