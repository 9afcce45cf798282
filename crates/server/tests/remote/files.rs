//! What happens to the files of a database under a server, and before one starts.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use serde_json::json;

use crate::client::{Client, LONG, pair};
use crate::host::Host;

/// A file of the database, or one beside it.
fn file(host: &Host, ending: &str) -> PathBuf {
    format!("{}{ending}", host.file().display()).into()
}

/// Waits until the server says this about its health, and gives back the status with which it does.
async fn health(host: &Host, wanted: &str) -> u16 {
    let told = async {
        loop {
            let (status, text) = host.get("/health").await;
            if text.contains(wanted) {
                return status;
            }
        }
    };
    tokio::time::timeout(LONG, told).await.expect(wanted)
}

/// Plays a move that cannot be stored, and is back at the table after that.
async fn play_in_vain(host: &Host, mut client: Client, choice: u8) -> Client {
    let version = client.version();
    client.send(&message!("move", choice: choice, version: version, id: "in-vain")).await;
    while client.receive().await.is_ok() {}
    client = client.again(host).await;
    assert_eq!(client.version(), version, "nothing was told that is not stored");
    client
}

#[tokio::test]
async fn a_database_that_is_deleted_under_the_server_is_missed_until_it_is_back() {
    let host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    fs::rename(host.file(), file(&host, ".moved")).expect("ours");
    assert_eq!(health(&host, "the database was deleted or replaced").await, 503);
    one = play_in_vain(&host, one, 5).await;
    fs::write(host.file(), "").expect("another file has its name");
    assert_eq!(health(&host, "the database was deleted or replaced").await, 503);
    one = play_in_vain(&host, one, 5).await;

    fs::rename(file(&host, ".moved"), host.file()).expect("ours");
    assert_eq!(health(&host, "ok").await, 200);
    one.play(5).await;
}

#[tokio::test]
async fn what_is_in_a_write_ahead_log_that_was_deleted_is_saved_by_a_restart() {
    let mut host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    fs::remove_file(file(&host, "-wal")).expect("ours");
    assert_eq!(health(&host, "-wal file was deleted").await, 503);
    one = play_in_vain(&host, one, 5).await;
    host.close().await;
    host.open().await;
    assert_eq!(health(&host, "ok").await, 200);
    one = one.again(&host).await;
    assert_eq!(one.version(), 3, "everything that was told");
    one.play(5).await;
}

#[tokio::test]
async fn damage_in_a_part_of_the_database_is_told_and_the_rest_is_played_on() {
    const PAGE: u64 = 1024;
    let mut host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    for number in 0..400 {
        one.send(&message!("rename", name: format!("A{number}"))).await;
        one.reach(3 + number).await;
    }
    let [mut other, _] = pair(&host, json!({"game": "gems"})).await;
    host.close().await;

    let mut database = OpenOptions::new().write(true).open(host.file()).expect("a file");
    let pages = database.metadata().expect("a file").len() / PAGE;
    database.seek(SeekFrom::Start(pages / 2 * PAGE)).expect("a place in it");
    database.write_all(&[0; PAGE as usize]).expect("ours");
    drop(database);

    host.open().await;
    assert_eq!(health(&host, "part of the database is damaged").await, 200);
    let (_, counted) = host.get("/metrics").await;
    assert!(counted.contains("parlor_damaged 1"), "{counted}");
    other = other.again(&host).await;
    other.play(2).await;
}
