//! A crowd that takes all it can get from a server, as an operator runs it.

use std::io::{Read, Write};
use std::process::Command;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::serving::Serving;

/// How many connections the crowd makes.
const CROWD: usize = 1_000;
/// How many files the server may have open.
const OPEN_FILES: usize = 600;

/// Longer than any answer takes. Only a test that fails waits for it.
const LONG: Duration = Duration::from_mins(1);

/// A server that may not have many files open.
fn server(folder: &std::path::Path) -> Serving {
    let mut shell = Command::new("sh");
    let script = format!(r#"ulimit -n {OPEN_FILES}; exec "$@""#);
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_parlor")]);
    Serving::start_as(shell, &folder.join("games.db"), "warn")
}

/// The address of the program's largest file: the module that the page loads.
fn module(server: &Serving) -> String {
    let script = server.request("GET /sw.js", "");
    let (before, _) = script.split_once(".wasm").expect("the module is listed");
    let (_, name) = before.rsplit_once('"').expect("a list of addresses");
    format!("/{}.wasm", name.trim_start_matches(['.', '/']))
}

/// How many bytes of memory a process has in use.
fn resident(id: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
}

fn open_files(id: u32) -> usize {
    std::fs::read_dir(format!("/proc/{id}/fd")).expect("it runs").count()
}

#[test]
fn a_thousand_connections_that_read_nothing_take_neither_the_memory_nor_the_places_of_others() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let server = server(folder.path());
    let module = module(&server);
    let before = resident(server.id());
    let mut crowd = Vec::new();
    // So often that the system cannot have all the answers on the way.
    let request = format!("GET {module} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).repeat(20);
    for _ in 0..CROWD {
        let mut stream = server.connect_from([127, 0, 0, 2]);
        // One that is refused may be closed already.
        let _ = stream.write_all(request.as_bytes());
        crowd.push(stream);
    }
    let mut answer = [0; 12];
    crowd[0].read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 200", "the module is there");

    let elsewhere = |request: &str, body: &str| {
        let stream = server.connect_from([127, 0, 0, 3]);
        stream.set_read_timeout(Some(LONG)).expect("a time");
        server.request_on(stream, request, body)
    };
    assert!(elsewhere("GET /health", "").ends_with("\r\n\r\nok\n"));
    let answer = elsewhere("POST /api/tables", r#"{"game":"gems","name":"Ada"}"#);
    assert!(answer.starts_with("HTTP/1.1 200 "), "what others do is stored: {answer}");
    assert!(open_files(server.id()) < OPEN_FILES - 100, "some are left in reserve");
    let grown = resident(server.id()).saturating_sub(before);
    assert!(grown < 20 << 20, "{} KiB for connections that read nothing", grown >> 10);
}
