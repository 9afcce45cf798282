//! Nothing that a client was told is ever lost.

use parlor_protocol::message::{Events, FromServer, Reason};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

#[tokio::test]
async fn who_comes_back_reads_what_they_missed() {
    let host = Host::start().await;
    let [mut one, two] = pair(&host, json!({"game": "gems"})).await;
    let known = two.version();
    one.play(2).await;
    one.play(5).await;
    let two = two.again(&host).await;
    assert_eq!((two.version(), two.log()), (known + 2, one.log()));
}

#[tokio::test]
async fn who_knows_more_than_there_is_gets_the_whole_log() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut client = Client::visit(&host, &key.table).await;
    client.send(&message!("ping")).await;
    assert_eq!(client.next().await, FromServer::Pong);
    let mut socket = crate::client::connect(host.address, None).await.expect("a connection");
    let welcome = crate::hostile::ask(
        &mut socket,
        &message!("hello", protocol: 2, table: key.table.to_string(), version: 99),
    )
    .await;
    assert!(welcome.contains(r#""from":0,"events":[{"type":"opened","#), "{welcome}");
}

#[tokio::test]
async fn a_command_sent_twice_is_carried_out_once() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let order = message!("move", choice: 2, version: one.version(), id: "k1");
    for _ in 0..3 {
        one.send(&order).await;
    }
    let first = one.news().await;
    one.send(&message!("ping")).await;
    let mut told_again = 0;
    loop {
        match one.next().await {
            FromServer::Pong => break,
            FromServer::Events(again) => {
                let told = |news: &Events| (news.from, news.entries.clone());
                assert_eq!(told(&again), told(&first), "the original acknowledgement");
                told_again += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(told_again <= 2);
    two.reach(one.version()).await;
    assert_eq!(two.table().play().played(), 1);
    // The same name from the other player is another command.
    two.send(&message!("move", choice: 2, version: two.version(), id: "k1")).await;
    assert!(matches!(two.refusal().await, Reason::Refused(_)), "it is not their turn");
}

#[tokio::test]
async fn a_key_belongs_to_who_holds_the_seat_and_to_one_command() {
    let mut host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "tic-tac-toe"})).await;
    let rename = message!("rename", name: "Bob", id: "k1");
    two.send(&rename).await;
    two.reach(one.version() + 1).await;
    for restart in [false, true] {
        if restart {
            host.crash().await;
            host.open().await;
            [one, two] = [one.again(&host).await, two.again(&host).await];
        }
        two.send(&message!("rename", name: "Bert", id: "k1")).await;
        assert_eq!(two.refusal().await, Reason::KeyUsed);
    }
    // The next one in the seat has keys of their own.
    one.send(&message!("resign")).await;
    two.reach(two.version() + 1).await;
    two.send(&message!("leave", id: "k2")).await;
    two.reach(two.version() + 1).await;
    let mut eve = Client::visit(&host, &one.table_id).await;
    eve.send(&message!("join", name: "Eve", id: "k2")).await;
    eve.reach(two.version() + 2).await;
    let version = eve.version();
    eve.send(&message!("rename", name: "Eva", id: "k1")).await;
    eve.reach(version + 1).await;
    assert!(eve.table().names().contains(&"Eva"), "{:?}", eve.table().names());
}

#[tokio::test]
async fn a_swap_of_sides_sent_twice_is_carried_out_once() {
    let mut host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "kalah", "pie": true})).await;
    one.play(0).await;
    two.reach(one.version()).await;
    let version = two.version();
    let swap = message!("swap", version: version, id: "k1");
    for restart in [false, true] {
        if restart {
            host.crash().await;
            host.open().await;
            [one, two] = [one.again(&host).await, two.again(&host).await];
        }
        // The key belongs to the seat, whichever side that has now.
        two.send(&swap).await;
        assert_eq!(two.news().await.from, version);
        one.reach(version + 1).await;
        for client in [&one, &two] {
            assert_eq!((client.version(), client.table().names()), (version + 1, ["Ben", "Ada"]));
        }
    }
    one.play(0).await;
}

#[tokio::test]
async fn a_restart_loses_nothing_and_tells_clients_to_come_back() {
    let mut host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let order = message!("move", choice: 2, version: one.version(), id: "k1");
    one.send(&order).await;
    two.reach(one.version() + 1).await;
    one.reach(two.version()).await;
    host.close().await;
    let goodbye = loop {
        match one.next().await {
            FromServer::Goodbye { after } => break after,
            FromServer::Presence(_) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(goodbye.as_millis(), 1_000);
    assert_eq!(one.receive().await.err().flatten(), Some(1012.into()));

    host.open().await;
    let before = one.log();
    let [mut one, mut two] = [one.again(&host).await, two.again(&host).await];
    assert_eq!([one.log(), two.log()], [before.clone(), before]);
    one.send(&order).await;
    let again = one.news().await;
    assert_eq!(again.entries[0].note.key.as_ref().map(ToString::to_string), Some("k1".to_owned()));
    assert_eq!(one.table().play().played(), 1, "carried out once, before the restart");
    one.play(5).await;
    two.reach(one.version()).await;
}

#[tokio::test]
async fn a_crash_loses_nothing_that_was_told() {
    let mut host = Host::start().await;
    let [mut one, two] = pair(&host, json!({"game": "gems"})).await;
    for choice in [2, 5] {
        one.play(choice).await;
    }
    host.crash().await;
    host.open().await;
    let told = one.log();
    let [one, two] = [one.again(&host).await, two.again(&host).await];
    assert_eq!([one.log(), two.log()], [told.clone(), told]);
}
