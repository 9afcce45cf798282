//! Copies of the database, put back in place by an operator; and how a server's health is asked for.

use std::path::Path;

use crate::serving::Serving;
use crate::{parlor, printed};

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// What the program complains about, with its exit code.
fn complaint(arguments: &[&str]) -> (Option<i32>, String) {
    let output = parlor(arguments);
    assert!(output.stdout.is_empty(), "{output:?}");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
#[cfg(unix)]
fn a_copy_takes_the_place_of_a_database_that_is_lost() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [database, copy] = ["games.db", "copy.db"].map(|name| folder.path().join(name));
    let restore = ["restore", text(&copy), "--database", text(&database)];

    let server = Serving::start(&database);
    let table = server.new_table();
    printed(&parlor(&["backup", "--database", text(&database), text(&copy)]));
    let (code, why) = complaint(&restore);
    assert!(code == Some(1) && why.contains("a server is using it"), "{why}");
    server.stop();
    let (code, why) = complaint(&restore);
    assert!(code == Some(1) && why.contains("--replace"), "{why}");
    std::fs::remove_file(&database).expect("a file");

    let said = printed(&parlor(&restore));
    let expected =
        format!("Restored {} to {}: 1 table, 1 event.\n", copy.display(), database.display());
    assert_eq!(said, expected);
    let server = Serving::start(&database);
    assert!(server.has_table(&table));
    server.stop();

    let said = printed(&parlor(&[&restore[..], &["--replace"]].concat()));
    let kept = format!("{}.replaced", database.display());
    assert!(said.contains(&kept) && Path::new(&kept).is_file(), "{said}");
    Serving::start(&database).stop();
}

#[test]
fn a_copy_that_cannot_be_used_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [database, copy] = ["games.db", "copy.db"].map(|name| folder.path().join(name));
    let restore = ["restore", text(&copy), "--database", text(&database)];
    let (code, why) = complaint(&restore);
    assert!(code == Some(2) && why.contains("there is no copy at"), "{why}");
    std::fs::write(&copy, "Dear diary, today I played Kalah.").expect("a file");
    let (code, why) = complaint(&restore);
    assert!(code == Some(1) && why.contains("it is not a database"), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
    assert!(!database.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn the_health_of_a_server_is_an_exit_code_and_a_line() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let server = Serving::start_told_of_full_disks(&folder.path().join("games.db"));
    let (address, url) = (server.address.clone(), format!("http://{}", server.address));
    for ask in [vec!["health", "--address", &address], vec!["health", &url]] {
        assert_eq!(printed(&parlor(&ask)), format!("The server at {url} is healthy.\n"));
    }
    server.fill_disk();
    assert!(server.set_table().starts_with("HTTP/1.1 503"));
    let (code, why) = complaint(&["health", "--address", &address]);
    let wanted = format!("error: the server at {url} is not healthy: nothing can be stored\n");
    assert_eq!((code, why), (Some(1), wanted));
    drop(server);
    let (code, why) = complaint(&["health", "--address", &address]);
    assert!(code == Some(1) && why.contains("is the server running?"), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
}

#[test]
fn only_a_parlor_server_is_healthy() {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let another = std::thread::spawn(move || {
        let (mut socket, _) = listener.accept().expect("a visitor");
        let mut some = [0; 512];
        let _ = socket.read(&mut some).expect("a request");
        socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok\n").expect("it reads");
    });
    let (code, why) = complaint(&["health", "--address", &address]);
    assert!(code == Some(1) && why.contains("there is no Parlor server"), "{why}");
    another.join().expect("it was asked");
}
