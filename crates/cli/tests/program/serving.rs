//! The server, as an operator runs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{parlor, printed};

/// A server that was started from the command line.
pub(crate) struct Serving {
    child: Child,
    pub(crate) address: String,
    said: String,
}

impl Serving {
    pub(crate) fn start(database: &Path) -> Self {
        Self::start_as(Command::new(env!("CARGO_BIN_EXE_parlor")), database, "info")
    }

    /// Starts a server that is told when a file cannot grow, instead of being ended.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_told_of_full_disks(database: &Path) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"trap "" XFSZ; exec "$@""#, "sh", env!("CARGO_BIN_EXE_parlor")]);
        Self::start_as(shell, database, "off")
    }

    /// Starts the program in another way, and with another log.
    pub(crate) fn start_as(mut parlor: Command, database: &Path, log: &str) -> Self {
        let mut child = parlor
            .args(["serve", "--address", "127.0.0.1:0", "--log", log, "--log-format", "json"])
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

    pub(crate) fn request(&self, request: &str, body: &str) -> String {
        let socket = TcpStream::connect(&self.address).expect("the server listens");
        self.request_on(socket, request, body)
    }

    /// Opens a connection from another address of this machine, with little room on the way.
    #[cfg(target_os = "linux")]
    pub(crate) fn connect_from(&self, address: [u8; 4]) -> TcpStream {
        let server: SocketAddr = self.address.parse().expect("an address");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let stream = runtime.expect("a runtime can be started").block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
            socket.set_recv_buffer_size(16 * 1024).expect("a size");
            socket.bind(SocketAddr::from((address, 0))).expect("the machine has it");
            let stream = socket.connect(server).await.expect("the server listens");
            stream.into_std().expect("a socket")
        });
        stream.set_nonblocking(false).expect("it can be waited for");
        stream
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn request_on(&self, mut socket: TcpStream, request: &str, body: &str) -> String {
        let head = format!("host: {}\r\nconnection: close", self.address);
        let length = body.len();
        write!(socket, "{request} HTTP/1.1\r\n{head}\r\ncontent-length: {length}\r\n\r\n{body}")
            .expect("the server reads");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Sets a table and gives back the answer.
    pub(crate) fn set_table(&self) -> String {
        self.request("POST /api/tables", r#"{"game":"gems","name":"Ada"}"#)
    }

    /// The id of a new table of Ada's.
    pub(crate) fn new_table(&self) -> String {
        let answer = self.set_table();
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        let seat: serde_json::Value = serde_json::from_str(body).expect("JSON");
        seat["table"].as_str().expect("an id").to_owned()
    }

    /// Whether a table is there.
    pub(crate) fn has_table(&self, id: &str) -> bool {
        self.request(&format!("GET /api/tables/{id}"), "").starts_with("HTTP/1.1 200")
    }

    /// Whatever it writes from now on, its disk is full.
    #[cfg(target_os = "linux")]
    pub(crate) fn fill_disk(&self) {
        self.limit_files(Some(1_000));
    }

    #[cfg(target_os = "linux")]
    fn limit_files(&self, current: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let limit = Rlimit { current, maximum: None };
        let process = Pid::from_child(&self.child);
        prlimit(Some(process), Resource::Fsize, limit).expect("it is our own");
    }

    /// Asks it to stop, and gives back what it wrote to its log.
    #[cfg(unix)]
    pub(crate) fn stop(mut self) -> String {
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

impl Drop for Serving {
    fn drop(&mut self) {
        // One that has been stopped is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    let answer = server.set_table();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    let seat: serde_json::Value = serde_json::from_str(body).expect("JSON");
    let token = seat["token"].as_str().expect("a key");

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
#[cfg(unix)]
fn a_second_server_leaves_the_games_of_the_first_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let database = folder.path().join("games.db");
    let path = database.to_str().expect("text");
    let server = Serving::start(&database);
    let mut second = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["serve", "--address", "127.0.0.1:0", "--database", path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut said = String::new();
    let mut stdout = BufReader::new(second.stdout.take().expect("a pipe"));
    stdout.read_line(&mut said).expect("text");
    // It has ended, or has said that it is open, which it must not be.
    let _ = second.kill();
    let second = second.wait_with_output().expect("the program ends");
    let complaint = String::from_utf8_lossy(&second.stderr);
    assert_eq!((said.as_str(), second.status.success()), ("", false), "{complaint}");
    assert!(
        complaint.contains("another server uses it") && complaint.contains(path),
        "{complaint}"
    );
    assert!(server.set_table().starts_with("HTTP/1.1 200"));
    server.stop();
    Serving::start(&database).stop();
}

#[test]
#[cfg(unix)]
fn a_key_is_never_logged_whatever_is_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let program = Command::new(env!("CARGO_BIN_EXE_parlor"));
    let log = "trace,tungstenite::protocol=trace";
    let server = Serving::start_as(program, &folder.path().join("games.db"), log);
    let answer = server.set_table();
    let field = |name: &str| {
        let value = answer.split(name).nth(1).expect("a field");
        value.split('"').next().expect("a value").to_owned()
    };
    let [table, token] = [r#""table":""#, r#""token":""#].map(field);

    let mut socket = TcpStream::connect(&server.address).expect("the server listens");
    let key = "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==";
    let upgrade = format!("host: {}\r\nconnection: upgrade\r\nupgrade: websocket", server.address);
    write!(socket, "GET /api/socket HTTP/1.1\r\n{upgrade}\r\n{key}\r\n\r\n").expect("it reads");
    let data = format!(r#""protocol":2,"table":"{table}","token":"{token}""#);
    let hello = format!(r#"{{"type":"hello","data":{{{data}}}}}"#);
    let length = u8::try_from(hello.len()).expect("a short message");
    assert!(length < 126);
    // One frame of text, hidden behind zeros, as if it came from a browser.
    socket.write_all(&[0x81, 0x80 | length, 0, 0, 0, 0]).expect("it reads");
    socket.write_all(hello.as_bytes()).expect("it reads");
    let mut said = Vec::new();
    while !said.windows(7).any(|word| word == b"welcome") {
        let mut some = [0; 512];
        let read = socket.read(&mut some).expect("an answer");
        assert_ne!(read, 0, "the connection stays");
        said.extend_from_slice(&some[..read]);
    }
    drop(socket);
    let log = server.stop();
    assert!(log.contains(r#""level":"TRACE""#), "much is logged");
    assert!(!log.contains(&token), "but no key");
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_whose_disk_was_full_is_well_again_by_itself() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let server = Serving::start_told_of_full_disks(&folder.path().join("games.db"));
    let status = |answer: String| answer.split(' ').nth(1).map(str::to_owned);
    let set_table = || status(server.set_table()).expect("a status");
    let health = || status(server.request("GET /health", "")).expect("a status");
    assert_eq!([set_table(), health()], ["200", "200"]);

    server.fill_disk();
    assert_eq!([set_table(), health()], ["503", "503"]);
    server.limit_files(None);
    while health() != "200" {}
    assert_eq!([set_table(), set_table()], ["200", "200"]);
    server.stop();
}

#[test]
#[cfg(target_os = "linux")]
fn a_copy_is_whole_or_not_there_and_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [database, copy] = ["games.db", "copy.db"].map(|name| folder.path().join(name));
    let server = Serving::start(&database);
    server.set_table();
    server.stop();
    let copying = |full_disk: &str| {
        let mut shell = Command::new("sh");
        let script = format!(r#"trap "" XFSZ; {full_disk} exec "$@""#);
        shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_parlor"), "backup", "--database"]);
        shell.args([&database, &copy]).output().expect("the program ends")
    };
    let there = || {
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name());
        names.filter(|name| name.to_string_lossy().contains("copy.db")).count()
    };
    let output = copying("ulimit -f 2;");
    assert!(!output.status.success(), "{output:?}");
    assert_eq!(there(), 0, "half a copy is none");
    let output = copying("");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(there(), 1, "the copy and nothing else");
    for file in [&database, &copy] {
        let mode = std::fs::metadata(file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
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
        "--metrics-address",
        "--database",
        "--origin",
        "--host",
        "--behind-proxy",
        "--tables-per-minute",
        "--connections-per-minute",
        "--connections-per-address",
        "--connections",
        "--messages-per-second",
        "--events-per-hour",
        "--disk-reserve",
        "--database-limit",
        "--requests-per-minute",
        "--analysis-per-address",
        "--analysis",
        "--forget-after",
        "--forget-unplayed-after",
        "--kgp",
        "--kgp-level",
        "--kgp-move-time",
        "--kgp-patience",
        "--endgame-memory",
        "--cache",
        "--no-cache",
        "--log",
        "--log-format",
    ] {
        assert!(
            help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")),
            "{option}"
        );
    }
    assert_eq!(help.matches("[env: PARLOR_").count(), 27, "each can be set by the environment");
}
