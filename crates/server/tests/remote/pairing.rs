//! Pairing players who seek an opponent for the same game.

use parlor_protocol::message::{FromServer, SeatKey};
use parlor_rules::Player;
use parlor_table::Phase;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::client::{Client, connect, is_a, reason_in};
use crate::host::Host;
use crate::hostile::ask;

async fn seek(host: &Host, body: Value) -> SeatKey {
    let (status, text) = host.post("/api/anyone", body).await;
    assert_eq!(status, 200, "{text}");
    text.trim_end().parse().expect("a seat")
}

/// Seeks an opponent, and connects to the table.
async fn come(host: &Host, body: Value) -> Client {
    let key = seek(host, body).await;
    Client::sit(host, &key).await
}

#[tokio::test]
async fn two_who_want_the_same_are_paired() {
    let host = Host::start().await;
    let mut ada = come(&host, json!({"game": "gems", "name": "Ada"})).await;
    let cy = come(&host, json!({"game": "island", "name": "Cy"})).await;
    let di = come(
        &host,
        json!({"game": "gems", "name": "Di", "clock": {"initial": 60, "increment": 0}}),
    )
    .await;
    assert_eq!(ada.table().phase(), Phase::Waiting);
    let ben = come(&host, json!({"game": "gems", "name": "Ben"})).await;
    ada.reach(2).await;
    ada.sees([true, true], 0).await;
    assert_eq!((&ada.table_id, ada.log()), (&ben.table_id, ben.log()));
    assert_eq!(ada.seat.map(|seat| !seat), ben.seat);
    assert!(matches!(ada.table().phase(), Phase::Playing(_)));
    let eve = come(&host, json!({"game": "gems", "name": "Eve"})).await;
    for other in [&cy, &di, &eve] {
        assert_ne!(other.table_id, ada.table_id);
        assert_eq!(other.table().phase(), Phase::Waiting);
    }
}

#[tokio::test]
async fn who_asks_again_is_not_paired_with_themselves() {
    let host = Host::start().await;
    let key = seek(&host, json!({"game": "gems", "name": "Ada"})).await;
    let mut ada = Client::sit(&host, &key).await;
    let waiting = json!({"table": key.table, "token": key.token});
    let again = json!({"game": "gems", "name": "Ada", "waiting": waiting});
    assert_eq!(seek(&host, again.clone()).await, key);
    let renamed = json!({"game": "gems", "name": "Bea", "waiting": waiting});
    assert_eq!(seek(&host, renamed).await, key);
    ada.reach(2).await;
    assert!(ada.table().names().contains(&"Bea"));
    for other in [
        json!({"game": "kalah", "waiting": waiting}),
        json!({"game": "gems", "clock": {"initial": 60}, "waiting": waiting}),
    ] {
        let elsewhere = seek(&host, other.clone()).await;
        assert_ne!(elsewhere.table, key.table, "{other} is not the same");
    }
    let forged = json!({"game": "gems", "waiting": {"table": key.table, "token": "Jm4l"}});
    let ben = Client::sit(&host, &seek(&host, forged).await).await;
    ada.reach(3).await;
    assert_eq!(ben.table_id, ada.table_id, "another player is brought there as ever");
    let later = seek(&host, again).await;
    assert_ne!(later.table, key.table, "Ada waits there no longer");
}

#[tokio::test]
async fn many_at_once_are_all_paired() {
    let host = Host::start().await;
    let people =
        futures_util::future::join_all((0..20).map(|_| come(&host, json!({"game": "kalah"}))));
    let mut tables = Vec::new();
    for mut client in people.await {
        client.reach(2).await;
        client.sees([true, true], 0).await;
        tables.push(client.table_id.to_string());
    }
    tables.sort();
    tables.dedup();
    assert_eq!(tables.len(), 10);
}

#[tokio::test]
async fn no_player_is_paired_with_one_who_is_not_there() {
    let host = Host::start().await;
    // One of them never hears of the table that was set, the other one goes away.
    let _unheard = seek(&host, json!({"game": "gems", "name": "Una"})).await;
    let ada = come(&host, json!({"game": "gems", "name": "Ada"})).await;
    let mut watcher = Client::visit(&host, &ada.table_id).await;
    watcher.sees([ada.seat == Some(Player::One), ada.seat == Some(Player::Two)], 1).await;
    let (seat, token) = (ada.seat.expect("a seat"), ada.token.clone().expect("a key"));
    let table = ada.table_id.clone();
    drop(ada);
    watcher.sees([false, false], 1).await;
    let mut ben = come(&host, json!({"game": "gems", "name": "Ben"})).await;
    assert_eq!(ben.table().phase(), Phase::Waiting);
    // Two tables wait for the same now. Ada is back, and is brought to Ben.
    let ada = Client::sit(&host, &SeatKey { table, seat, token }).await;
    ben.reach(2).await;
    assert_eq!((&ada.table_id, ada.log()), (&ben.table_id, ben.log()));
    assert_eq!(ada.seat.map(|seat| !seat), ben.seat);
}

#[tokio::test]
async fn who_was_brought_to_another_table_finds_it_from_the_first_one() {
    let mut host = Host::start().await;
    let mut ada = come(&host, json!({"game": "gems", "name": "Ada"})).await;
    let key = seek(&host, json!({"game": "gems", "name": "Ben"})).await;
    drop(Client::sit(&host, &key).await);
    ada.reach(2).await;
    // Ben has read nothing of it. Nor does it matter that the server is another one.
    for restart in [false, true] {
        if restart {
            host.close().await;
            host.open().await;
            ada = ada.again(&host).await;
        }
        let mut ben = Client::sit(&host, &key).await;
        assert_eq!((&ben.table_id, ben.version()), (&ada.table_id, 2), "seated once");
        ben.sees([true, true], 0).await;
    }
}

#[tokio::test]
async fn who_is_left_alone_after_a_game_is_at_rest() {
    let host = Host::start().await;
    let mut ada = come(&host, json!({"game": "gems", "name": "Ada"})).await;
    let key = seek(&host, json!({"game": "gems", "name": "Ben"})).await;
    let mut ben = Client::sit(&host, &key).await;
    ben.send(&message!("resign")).await;
    ada.reach(3).await;
    ada.send(&message!("leave")).await;
    ben.reach(4).await;
    // Ben's seat is here and nowhere else, whichever table he asks for; no player is brought to a
    // game that is over.
    let here = SeatKey { table: ben.table_id.clone(), ..key.clone() };
    for key in [&key, &here, &key] {
        ben = Client::sit(&host, key).await;
        assert_eq!((&ben.table_id, ben.seat.is_some()), (&ada.table_id, true));
    }
    let cy = come(&host, json!({"game": "gems", "name": "Cy"})).await;
    assert_eq!((cy.version(), cy.table().phase()), (1, Phase::Waiting));
    // What Ben left is no seat of his any more.
    ben.send(&message!("leave")).await;
    ben.reach(5).await;
    assert_eq!(Client::sit(&host, &key).await.seat, None);
}

#[tokio::test]
async fn a_player_who_only_knows_a_table_that_expired_finds_their_seat() {
    let host = Host::start_with_expiry().await;
    // A table may expire before its player has come.
    let come = async |name: &str| loop {
        let key = seek(&host, json!({"game": "tic-tac-toe", "name": name})).await;
        if let Some(client) = Client::try_sit(&host, &key).await {
            return (key, client);
        }
    };
    let (_, ada) = come("Ada").await;
    let (key, ben) = come("Ben").await;
    assert_eq!(ben.table_id, ada.table_id);
    let gone = message!("hello", protocol: 2, table: key.table.to_string());
    let mut socket = connect(host.address, None).await.expect("a connection");
    while !is_a("error", &ask(&mut socket, &gone).await) {
        socket = connect(host.address, None).await.expect("a connection");
    }
    assert_eq!(Client::sit(&host, &key).await.table_id, ada.table_id);
    let stranger = message!("hello", protocol: 2, table: key.table, token: "t".repeat(32));
    assert_eq!(reason_in(&ask(&mut socket, &stranger).await), "no-such-table");
}

#[tokio::test]
async fn all_devices_of_a_player_who_waits_go_to_the_same_table() {
    let host = Host::start().await;
    let key = seek(&host, json!({"game": "gems", "name": "Ada"})).await;
    let mut phone = Client::sit(&host, &key).await;
    let mut watcher = Client::visit(&host, &key.table).await;
    drop(phone);
    watcher.sees([false, false], 1).await;
    let ben = come(&host, json!({"game": "gems", "name": "Ben"})).await;
    let mut watcher_of_ben = Client::visit(&host, &ben.table_id).await;
    phone = Client::sit(&host, &key).await;
    assert_eq!(phone.table_id, ben.table_id);
    let laptop = Client::sit(&host, &key).await;
    assert_eq!((&laptop.table_id, laptop.seat), (&phone.table_id, phone.seat));
    watcher_of_ben.sees([true, true], 1).await;
    let end = loop {
        match watcher.receive().await {
            Ok(FromServer::Presence(_)) => {}
            other => break other,
        }
    };
    assert_eq!(end, Err(Some(1012.into())), "no player waits at the first one any more");
}

#[tokio::test]
async fn who_waits_through_a_restart_is_found_again() {
    let mut host = Host::start().await;
    let one = seek(&host, json!({"game": "gems", "name": "Ada"})).await;
    host.close().await;
    host.open().await;
    let ada = Client::sit(&host, &one).await;
    let two = come(&host, json!({"game": "gems", "name": "Ben"})).await;
    assert_eq!(ada.table_id, two.table_id);
}

/// A player who seeks an opponent.
struct Person {
    key: SeatKey,
    /// Whether they have heard where they were brought to, and go on there.
    heeds: bool,
    client: Option<Client>,
}

proptest! {
    #![proptest_config(Config { cases: 16, failure_persistence: None, ..Config::default() })]

    #[test]
    fn of_those_who_are_there_at_most_one_waits(
        steps in prop::collection::vec((0..6_usize, any::<bool>()), 1..40)
    ) {
        Runtime::new().expect("a runtime can be started").block_on(async {
            let host = Host::start().await;
            let mut people = Vec::new();
            for heeds in [true, false, true, false, true, false] {
                let key = seek(&host, json!({"game": "gems"})).await;
                people.push(Person { key, heeds, client: None });
            }
            for (person, stays) in steps {
                let Person { key, heeds, client } = &mut people[person];
                *client = match client.take() {
                    Some(client) if stays => Some(client),
                    Some(_) => None,
                    None => Some(Client::sit(&host, key).await),
                };
                let Some(client) = client else { continue };
                prop_assert!(client.seat.is_some(), "each has a seat");
                if *heeds {
                    key.table = client.table_id.clone();
                }
                let (table, version) = (client.table_id.clone(), client.version());
                let mut waiting = 0;
                for client in people.iter_mut().filter_map(|person| person.client.as_mut()) {
                    if client.table_id == table {
                        client.reach(version).await;
                    }
                    waiting += usize::from(client.table().phase() == Phase::Waiting);
                }
                prop_assert!(waiting <= 1, "{waiting} wait");
            }
            Ok(())
        })?;
    }
}
