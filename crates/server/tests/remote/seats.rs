//! A seat belongs to the holder of its token.

use parlor_protocol::SeatToken;
use parlor_protocol::event_log::write_entry;
use parlor_protocol::message::{Reason, SeatKey};
use parlor_rules::Player;
use parlor_table::{Phase, Refusal};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

/// The event by which Ben takes the second seat, or leaves it.
fn seated(occupant: &str, id: &str) -> String {
    let seat = format!(r#"{{"occupant":"{occupant}","name":"Ben"}}"#);
    format!(r#"{{"type":"seated","data":{{"player":2,"seat":{seat}}},"by":2,"id":"{id}"}}"#)
}

#[tokio::test]
async fn the_link_lets_one_friend_in_and_others_watch() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 2})).await;
    assert_eq!(key.seat, Player::Two);
    let mut ada = Client::sit(&host, &key).await;
    assert_eq!((ada.seat, ada.table().phase()), (Some(Player::Two), Phase::Waiting));
    let ben = Client::join(&host, &key.table, "Ben").await;
    ada.reach(ben.version()).await;
    assert_eq!(ada.table().names(), ["Ben", "Ada"]);
    assert_eq!(Client::visit(&host, &key.table).await.seat, None);
}

#[tokio::test]
async fn a_key_opens_its_seat_on_another_device_too() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "tic-tac-toe", "name": "Ada", "seat": 1})).await;
    let mut here = Client::sit(&host, &key).await;
    let mut ben = Client::join(&host, &key.table, "Ben").await;
    let mut there = Client::sit(&host, &key).await;
    there.reach(ben.version()).await;
    there.play(4).await;
    here.reach(there.version()).await;
    ben.reach(there.version()).await;
    ben.play(0).await;
    here.reach(ben.version()).await;
    here.play(8).await;
}

#[tokio::test]
async fn a_seat_is_not_lost_with_the_answer_to_joining() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    let mut ben = Client::visit(&host, &key.table).await;
    assert!(ben.token.is_some(), "the key comes before the seat");
    ben.send(&message!("join", name: "Ben", id: "j1")).await;
    ada.reach(ada.version() + 1).await;
    // Ben has read nothing of it.
    let mut ben = ben.again(&host).await;
    assert_eq!(ben.seat, Some(Player::Two));
    ben.send(&message!("join", name: "Ben", id: "j1")).await;
    let again = ben.news().await;
    assert_eq!(write_entry(&again.entries[0]), seated("guest", "j1"));
    assert_eq!(ben.version(), ada.version(), "carried out once");
}

#[tokio::test]
async fn a_guessed_key_opens_nothing() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let other = host.set(json!({"game": "gems", "seat": 1})).await;
    for token in [other.token.as_str(), "a", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        let guess = SeatKey { token: token.parse().expect("a word"), ..key.clone() };
        let stranger = Client::sit(&host, &guess).await;
        assert_eq!(stranger.seat, None);
        assert_ne!(stranger.token.as_ref().map(SeatToken::as_str), Some(token));
    }
}

#[tokio::test]
async fn a_seat_that_was_left_is_free_for_others() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    two.send(&message!("resign")).await;
    two.reach(two.version() + 1).await;
    two.send(&message!("leave")).await;
    one.reach(two.version() + 1).await;
    assert_eq!(one.table().phase(), Phase::Waiting);
    let two = two.again(&host).await;
    assert_eq!(two.seat, None, "the key is worth nothing now");
    let cy = Client::join(&host, &one.table_id, "Cy").await;
    assert_eq!(cy.seat, Some(Player::Two));
}

#[tokio::test]
async fn who_joins_again_after_leaving_has_a_key_that_they_know() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 2})).await;
    let mut ada = Client::sit(&host, &key).await;
    ada.send(&message!("leave")).await;
    ada.send(&message!("join", name: "Ada", seat: 1)).await;
    ada.reach(3).await;
    assert_eq!(Client::sit(&host, &key).await.seat, Some(Player::One));
}

#[tokio::test]
async fn leaving_twice_is_leaving_once() {
    let mut host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    two.send(&message!("resign")).await;
    one.reach(3).await;
    // The connection is lost with the answer.
    two.send(&message!("leave", id: "l1")).await;
    one.reach(4).await;
    for restart in [false, true] {
        if restart {
            host.close().await;
            host.open().await;
            one = one.again(&host).await;
        }
        two = two.again(&host).await;
        assert_eq!(two.seat, None);
        two.send(&message!("leave", id: "l1")).await;
        let told = two.news().await;
        assert_eq!((told.from, told.entries.len()), (3, 1));
        assert_eq!(write_entry(&told.entries[0]), seated("nobody", "l1"));
        two.send(&message!("leave", id: "l2")).await;
        assert_eq!(two.refusal().await, Reason::Refused(Refusal::NotSeated), "another command");
    }
    // Another player who has the seat now keeps it.
    let mut cy = Client::join(&host, &one.table_id, "Cy").await;
    two.send(&message!("leave", id: "l1")).await;
    two.reach(6).await;
    cy.send(&message!("rename", name: "Cyd")).await;
    cy.reach(7).await;
    assert_eq!(cy.table().names(), ["Ada", "Cyd"]);
}

#[tokio::test]
async fn keys_are_not_in_the_database() {
    let mut host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let ben = Client::join(&host, &key.table, "Ben").await;
    let keys = [key.token.to_string(), ben.token.clone().expect("a key").to_string()];
    drop(ben);
    host.close().await;
    let bytes = host.database_content();
    let holds = |word: &str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
    assert!(holds("Ben"), "the log is there");
    for key in keys {
        assert!(!holds(&key));
    }
}

#[tokio::test]
async fn a_join_that_arrives_after_its_sender_is_back_gives_them_the_seat_they_expect() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let mut lost = Client::visit(&host, &key.table).await;
    let token = lost.token.clone().expect("a key is offered");
    let join = message!("join", name: "Ben", id: "j1", token: token.to_string());
    // The join is still on its way when Ben is back and is offered another key.
    let mut ben = lost.twin(&host).await;
    assert_eq!(ben.seat, None);
    lost.send(&join).await;
    lost.news().await;
    ben.send(&join).await;
    ben.reach(2).await;
    ben.send(&message!("rename", name: "Benno", id: "r1")).await;
    ben.reach(3).await;
    assert_eq!(ben.table().names(), ["Ada", "Benno"], "carried out once, and Ben sits there");
    let ben = SeatKey { table: key.table.clone(), seat: Player::Two, token };
    assert_eq!(Client::sit(&host, &ben).await.seat, Some(Player::Two), "the key is the first one");
}

#[tokio::test]
async fn a_join_sent_again_elsewhere_keeps_its_key() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let lost = Client::visit(&host, &key.table).await;
    let token = lost.token.clone().expect("a key is offered");
    let join = message!("join", name: "Ben", id: "j1", token: token.to_string());
    let mut ben = lost.twin(&host).await;
    ben.send(&join).await;
    ben.reach(2).await;
    // The first one arrives after all.
    let mut late = lost;
    late.send(&join).await;
    let told = late.news().await;
    assert_eq!(write_entry(&told.entries[0]), seated("guest", "j1"));
    let ben = SeatKey { table: key.table.clone(), seat: Player::Two, token };
    let ben = Client::sit(&host, &ben).await;
    assert_eq!((ben.seat, ben.version()), (Some(Player::Two), 2));
}

#[tokio::test]
async fn who_takes_a_seat_again_that_they_left_knows_its_key() {
    let host = Host::start().await;
    for elsewhere in [false, true] {
        let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
        let mut ada = Client::sit(&host, &key).await;
        let mut other = Client::sit(&host, &key).await;
        ada.send(&message!("leave")).await;
        ada.reach(2).await;
        other.reach(2).await;
        let client = if elsewhere { &mut other } else { &mut ada };
        // They came with a key and were offered none.
        client.send(&message!("join", name: "Ada")).await;
        client.reach(3).await;
        assert_eq!(Client::sit(&host, &key).await.seat, Some(Player::One));
    }
}

#[tokio::test]
async fn who_joins_with_the_key_to_another_seat_gets_no_second_one() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1})).await;
    let mut again = Client::visit(&host, &key.table).await;
    again.send(&message!("join", name: "Eve", id: "j1", token: key.token.to_string())).await;
    assert_eq!(again.refusal().await, Reason::Refused(Refusal::AlreadySeated));
    again.send(&message!("join", name: "Eve", id: "j2", token: "abc")).await;
    assert_eq!(
        again.refusal().await,
        Reason::Refused(Refusal::NotUnderstood),
        "a key that could be guessed"
    );
}
