//! A disk that fails, and a log that was damaged.

use parlor_protocol::message::FromServer;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::client::{Client, connect, pair, reason_in};
use crate::host::Host;

/// Does something to the database behind the server's back.
async fn meddle(host: &Host, statement: &str) {
    let options = SqliteConnectOptions::new().filename(host.file());
    let mut connection: SqliteConnection = options.connect().await.expect("the database is there");
    let statement = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()));
    statement.execute(&mut connection).await.expect("a statement");
    connection.close().await.expect("nothing is left open");
}

/// From now on nothing about this log, or about any log, can be stored.
async fn fail(host: &Host, condition: &str) {
    let disk = "SELECT RAISE(ABORT, 'database or disk is full')";
    let trigger =
        format!("CREATE TRIGGER full BEFORE INSERT ON events {condition} BEGIN {disk}; END");
    meddle(host, &trigger).await;
}

async fn work_again(host: &Host) {
    meddle(host, "DROP TRIGGER full").await;
}

/// How the connection ended, and that nothing was told before.
async fn sent_away(client: &mut Client) -> bool {
    loop {
        match client.receive().await {
            Ok(FromServer::Presence(_)) => {}
            Ok(told) => panic!("told of what was not stored: {told:?}"),
            Err(code) => return code == Some(1012.into()),
        }
    }
}

#[tokio::test]
async fn while_the_disk_is_full_no_client_is_told_anything_and_then_all_goes_on() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    two.reach(3).await;
    fail(&host, "").await;
    let order = &message!("move", choice: 5, version: 3, id: "k1");
    for _ in 0..3 {
        one.send(order).await;
        assert!(sent_away(&mut one).await && sent_away(&mut two).await, "to come back");
        [one, two] = [one.again(&host).await, two.again(&host).await];
        assert_eq!((one.version(), two.version()), (3, 3), "the table as it is stored");
    }
    let (status, text) = host.post("/api/tables", json!({"game": "gems"})).await;
    assert_eq!((status, text.contains(r#""reason":"failed""#)), (503, true), "{text}");
    let (_, counted) = host.get("/metrics").await;
    assert!(counted.contains("parlor_failed_commits_total 4\n"), "{counted}");

    work_again(&host).await;
    one.send(order).await;
    one.reach(4).await;
    two.reach(4).await;
    assert_eq!(one.log(), two.log());
    assert_eq!(one.table().play().played(), 2, "carried out once");
    one.send(order).await;
    assert_eq!(one.news().await.from, 3, "and acknowledged again");
}

#[tokio::test]
async fn who_joins_or_leaves_while_the_disk_is_full_has_not() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    let mut ben = Client::visit(&host, &key.table).await;
    fail(&host, "").await;
    let join = message!("join", name: "Ben", id: "j1", token: ben.token.clone().expect("a key").to_string());
    ben.send(&join).await;
    assert!(sent_away(&mut ben).await && sent_away(&mut ada).await);
    [ada, ben] = [ada.again(&host).await, ben.again(&host).await];
    assert_eq!((ada.seat.is_some(), ben.seat), (true, None));
    ada.send(&message!("leave", id: "l1")).await;
    assert!(sent_away(&mut ada).await && sent_away(&mut ben).await);
    [ada, ben] = [ada.again(&host).await, ben.again(&host).await];
    assert!(ada.seat.is_some(), "the key still opens the seat");
    work_again(&host).await;
    ben.send(&join).await;
    ada.reach(2).await;
    ada.sees([true, true], 0).await;
}

#[tokio::test]
async fn a_log_that_cannot_be_stored_is_no_other_tables_trouble() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let mut others = pair(&host, json!({"game": "gems"})).await;
    fail(&host, "WHEN NEW.log = 1").await;
    // Both are likely to be stored in the same commit.
    one.send(&message!("rename", name: "A")).await;
    for number in 0..50 {
        others[0].send(&message!("rename", name: format!("A{number}"))).await;
    }
    assert!(sent_away(&mut one).await && sent_away(&mut two).await);
    for client in &mut others {
        client.reach(52).await;
        assert_eq!(client.table().names(), ["A49", "Ben"]);
    }
}

#[tokio::test]
async fn a_log_with_a_gap_is_not_guessed_at() {
    let mut host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    let [mut other, _other_two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    one.play(5).await;
    host.close().await;
    for damage in [
        "DELETE FROM events WHERE log = 1 AND version = 2",
        "UPDATE events SET event = replace(event, '5', '4') WHERE log = 1 AND version = 3",
        "DELETE FROM events WHERE log = 1 AND version = 0",
        "DELETE FROM events WHERE log = 1",
    ] {
        meddle(&host, damage).await;
        host.open().await;
        let mut socket = connect(host.address, None).await.expect("a connection");
        let hello = message!("hello", protocol: 2, table: one.table_id.to_string());
        for _ in 0..2 {
            let answer = crate::hostile::ask(&mut socket, &hello).await;
            assert_eq!(reason_in(&answer), "failed", "{damage}");
        }
        other = other.again(&host).await;
        other.send(&message!("rename", name: format!("A{}", other.version()))).await;
        other.reach(other.version() + 1).await;
        host.close().await;
    }
}

#[tokio::test]
async fn a_copy_made_while_people_play_is_a_whole_database() {
    let mut host = Host::start().await;
    let [mut one, _two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    let told = one.log();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let copy = folder.path().join("copy.db");
    parlor_server::backup(&host.file(), &copy).await.expect("a copy");
    assert!(parlor_server::backup(&host.file(), &copy).await.is_err(), "it is there already");
    one.play(5).await;
    host.close().await;
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", host.file().display()));
    }
    std::fs::copy(&copy, host.file()).expect("the copy can be used");
    host.open().await;
    let again = Client::visit(&host, &one.table_id).await;
    assert_eq!(again.log(), told);
}
