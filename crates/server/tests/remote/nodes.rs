//! Two servers that share a PostgreSQL database: any of them serves any table.

mod rolling_restart;

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::message::{FromServer, Reason, SeatKey};
use parlor_rules::Player;
use parlor_table::{Ending, Phase, Refusal};
use parlor_throwaway_postgres::{Cluster, Durability};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, connect, is_a, pair};
use crate::database::TestDatabase;
use crate::host::Host;

/// Ada at one node and Ben at the other, at a new table.
async fn split_pair(nodes: &[Host; 2], body: Value) -> [Client; 2] {
    let mut body = body;
    body["seat"] = json!(1);
    body["name"] = json!("Ada");
    let key = nodes[0].set(body).await;
    let mut ada = Client::sit(&nodes[0], &key).await;
    let ben = Client::join(&nodes[1], &key.table, "Ben").await;
    ada.reach(ben.version()).await;
    [ada, ben]
}

/// Why a command was refused, whatever else is told before.
async fn refusal_among_events(client: &mut Client) -> Reason {
    loop {
        if let FromServer::Refused { problem, .. } = client.next().await {
            return problem.reason;
        }
    }
}

async fn seek(node: &Host, name: &str) -> SeatKey {
    let (status, text) = node.post("/api/anyone", json!({"game": "gems", "name": name})).await;
    assert_eq!(status, 200, "{text}");
    text.trim_end().parse().expect("a seat")
}

#[tokio::test]
async fn players_at_two_nodes_play_a_game_and_others_watch_it_at_both() {
    let nodes = Host::start_two(|_| {}).await;
    let [mut ada, mut ben] = split_pair(&nodes, json!({"game": "tic-tac-toe"})).await;
    let mut watches = Client::visit(&nodes[1], &ada.table_id).await;
    for (number, square) in [0, 3, 1, 4, 2].into_iter().enumerate() {
        let (mover, other) =
            if number % 2 == 0 { (&mut ada, &mut ben) } else { (&mut ben, &mut ada) };
        mover.play(square).await;
        other.reach(mover.version()).await;
    }
    watches.reach(ada.version()).await;
    assert!(matches!(ada.table().phase(), Phase::Over(Ending::Played(_))));
    assert_eq!(ada.log(), ben.log());
    assert_eq!(ada.log(), watches.log());
    let later = Client::visit(&nodes[0], &ada.table_id).await;
    assert_eq!(later.log(), ada.log());
}

#[tokio::test]
async fn of_two_commands_at_two_nodes_one_is_first_and_nobody_is_disconnected() {
    let nodes = Host::start_two(|_| {}).await;
    let [mut ada, mut ben] = split_pair(&nodes, json!({"game": "gems"})).await;
    // Both rename themselves at once, over and over: each time one node has to read on and decide again.
    for number in 0..40 {
        ada.send(&message!("rename", name: format!("A{number}"), id: format!("a{number}"))).await;
        ben.send(&message!("rename", name: format!("B{number}"), id: format!("b{number}"))).await;
    }
    let end = 2 + 2 * 40;
    ada.reach(end).await;
    ben.reach(end).await;
    assert_eq!(ada.log(), ben.log());
    assert_eq!(ada.table().names(), ["A39", "B39"]);
}

#[tokio::test]
async fn of_two_moves_by_one_player_at_two_nodes_the_second_is_stale() {
    let nodes = Host::start_two(|_| {}).await;
    let [mut ada, _ben] = split_pair(&nodes, json!({"game": "gems"})).await;
    let mut twin = ada.twin(&nodes[1]).await;
    let version = ada.version();
    ada.send(&message!("move", choice: 0, version: version, id: "m1")).await;
    twin.send(&message!("move", choice: 1, version: version, id: "m2")).await;
    // One of them is told the other's move, and then that their own came too late.
    let refused = tokio::select! {
        refusal = refusal_among_events(&mut ada) => refusal,
        refusal = refusal_among_events(&mut twin) => refusal,
    };
    assert_eq!(refused, Reason::Refused(Refusal::Stale));
    ada.reach(version + 1).await;
    twin.reach(version + 1).await;
    assert_eq!(ada.log(), twin.log());
}

#[tokio::test]
async fn everyone_sees_who_is_at_the_table_at_whichever_node() {
    let nodes = Host::start_two(|_| {}).await;
    let [mut ada, mut ben] = split_pair(&nodes, json!({"game": "gems"})).await;
    ada.sees([true, true], 0).await;
    ben.sees([true, true], 0).await;
    let spectator = Client::visit(&nodes[1], &ada.table_id).await;
    ada.sees([true, true], 1).await;
    drop(spectator);
    ada.sees([true, true], 0).await;
    ben.send(&message!("react", kind: "clap")).await;
    loop {
        if let FromServer::Reaction { player, .. } = ada.next().await {
            assert_eq!(player, Player::Two);
            break;
        }
    }
    drop(ben);
    ada.sees([true, false], 0).await;
}

#[tokio::test]
async fn a_node_that_dies_costs_a_reconnect_and_nothing_else() {
    let mut nodes = Host::start_two(|_| {}).await;
    let [mut ada, mut ben] = split_pair(&nodes, json!({"game": "gems"})).await;
    ada.play(2).await;
    ada.play(0).await;
    ben.reach(ada.version()).await;
    nodes[0].kill();
    // Ada's move was told before, and she goes on at the other node with what she knows.
    let mut ada = ada.again(&nodes[1]).await;
    ben.play(0).await;
    ada.reach(ben.version()).await;
    assert_eq!(ada.log(), ben.log());
    assert_eq!(ada.seat, Some(Player::One));
}

#[tokio::test]
async fn a_client_is_told_no_less_by_a_node_than_by_the_one_before() {
    let nodes = Host::start_two(|_| {}).await;
    let [mut ada, _ben] = split_pair(&nodes, json!({"game": "gems"})).await;
    // The other node has the table in memory, and may not have heard of the latest event yet.
    for number in 0..40 {
        ada.send(&message!("rename", name: format!("A{number}"), id: format!("a{number}"))).await;
        ada.reach(3 + number).await;
        let elsewhere = ada.twin(&nodes[1]).await;
        assert_eq!(elsewhere.log(), ada.log());
    }
}

#[tokio::test]
async fn what_a_client_says_that_it_knows_is_not_believed() {
    let nodes = Host::start_two(|_| {}).await;
    let [ada, _ben] = split_pair(&nodes, json!({"game": "gems"})).await;
    let mut liar = connect(nodes[1].address, None).await.expect("a connection");
    let hello = message!("hello", protocol: 2, table: ada.table_id, version: 9_999);
    liar.send(Message::text(hello)).await.expect("the server listens");
    let Some(Ok(Message::Text(answer))) = liar.next().await else { panic!("no answer") };
    assert!(is_a("welcome", &answer), "{answer}");
}

#[tokio::test]
async fn two_who_want_the_same_are_paired_across_nodes() {
    let nodes = Host::start_two(|_| {}).await;
    let mut ada = Client::sit(&nodes[0], &seek(&nodes[0], "Ada").await).await;
    let mut ben = Client::sit(&nodes[1], &seek(&nodes[1], "Ben").await).await;
    ada.reach(2).await;
    assert_eq!(ada.table_id, ben.table_id);
    assert!(matches!(ada.table().phase(), Phase::Playing(_)));
    ada.sees([true, true], 0).await;
    ben.sees([true, true], 0).await;
}

#[tokio::test]
async fn the_computer_plays_once_for_all_nodes() {
    let nodes = Host::start_two(|_| {}).await;
    let key = nodes[0].set(json!({"game": "kalah", "seat": 1, "name": "Ada"})).await;
    let mut ada = Client::sit(&nodes[0], &key).await;
    let mut watches = Client::visit(&nodes[1], &key.table).await;
    ada.send(&message!("computer", seat: 2, level: 2)).await;
    ada.reach(2).await;
    watches.reach(2).await;
    for _ in 0..3 {
        while ada.table().phase() == Phase::Playing(Player::Two) {
            ada.news().await;
        }
        let choice = ada.table().play().moves()[0].index();
        ada.play(choice).await;
    }
    watches.reach(ada.version()).await;
    // They may have heard of the computer's answer in the same message.
    ada.reach(watches.version()).await;
    assert_eq!(ada.log(), watches.log());
}

#[tokio::test]
async fn time_runs_out_once_whichever_node_sees_it_first() {
    let nodes = Host::start_two(|_| {}).await;
    let clock = json!({"initial": 1, "increment": 0});
    let [mut ada, mut ben] = split_pair(&nodes, json!({"game": "gems", "clock": clock})).await;
    ada.play(0).await;
    while !matches!(ben.table().phase(), Phase::Over(_)) {
        ben.news().await;
    }
    assert_eq!(ben.table().phase(), Phase::Over(Ending::OutOfTime(Player::Two)));
    ada.reach(ben.version()).await;
    // Nothing follows: a new spectator is told the same.
    let later = Client::visit(&nodes[0], &ada.table_id).await;
    assert_eq!(later.log(), ben.log());
}

#[tokio::test]
async fn tables_are_limited_by_address_for_all_nodes_together() {
    let nodes = Host::start_two(|config| config.tables_per_minute = 3).await;
    let mut statuses = Vec::new();
    for number in 0..8 {
        let (status, _) = nodes[number % 2].post("/api/tables", json!({"game": "gems"})).await;
        statuses.push(status);
    }
    let set = statuses.iter().filter(|status| **status == 200).count();
    // Each node alone would allow three. On a slow machine some of the minute may have passed.
    assert!((3..=4).contains(&set), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
}

#[tokio::test]
async fn a_database_that_goes_away_takes_nothing_along_and_the_health_check_says_so() {
    let cluster = Cluster::start(Durability::ProcessCrash).expect("PostgreSQL");
    let database = TestDatabase::Postgres(cluster.new_database());
    let host = Host::on(Arc::new(database), |_| {}).await;
    let [mut ada, ben] = pair(&host, json!({"game": "gems"})).await;
    ada.play(2).await;
    let told = ada.log();
    cluster.kill().expect("it runs");
    // Nobody tries to store anything, and yet it is noticed.
    while host.get("/health").await.0 == 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (status, _) = host.post("/api/tables", json!({"game": "gems"})).await;
    assert_eq!(status, 503, "it is refused politely");
    cluster.restart().expect("it starts again");
    while host.get("/health").await.0 != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(ben);
    let mut again = ada.again(&host).await;
    assert_eq!(again.log(), told);
    again.play(0).await;
}
