//! Time runs out on the server's word. What a clock counts to the millisecond is tested without sockets,
//! beside the code; here nothing depends on how fast the machine is.

use std::time::{Duration, Instant};

use parlor_protocol::message::{FromServer, Reason, Whereabouts};
use parlor_rules::Player;
use parlor_table::{Ending, Phase, Refusal};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test]
async fn a_player_whose_time_is_up_has_lost() {
    let host = Host::start().await;
    let [mut one, mut two] =
        pair(&host, json!({"game": "gems", "clock": {"initial": 1, "increment": 0}})).await;
    // Player 1 goes again, and thinks for ever.
    one.play(2).await;
    for client in [&mut one, &mut two] {
        client.reach(5).await;
        assert_eq!(client.table().phase(), Phase::Over(Ending::OutOfTime(Player::One)));
    }
    one.send(&message!("move", choice: 0, version: one.version())).await;
    assert_eq!(one.refusal().await, Reason::Refused(Refusal::GameOver));
    let clocks = *one.table().clocks().expect("a clock");
    assert_eq!(Player::BOTH.map(|player| clocks.left(player)), [Duration::ZERO, SECOND]);
}

#[tokio::test]
async fn no_clock_runs_before_the_first_move() {
    let host = Host::start().await;
    let [mut one, _two] =
        pair(&host, json!({"game": "gems", "clock": {"initial": 1, "increment": 0}})).await;
    time_runs_out_elsewhere(&host).await;
    assert_eq!(one.table().phase(), Phase::Playing(Player::One), "and not over");
    one.play(0).await;
    let clocks = *one.table().clocks().expect("a clock");
    assert_eq!(Player::BOTH.map(|player| clocks.left(player)), [SECOND, SECOND]);
}

#[tokio::test]
async fn every_later_move_says_how_long_it_took_and_adds_its_increment() {
    let host = Host::start().await;
    let [mut one, mut two] =
        pair(&host, json!({"game": "tic-tac-toe", "clock": {"initial": 60, "increment": 30}}))
            .await;
    one.play(4).await;
    let took = |client: &Client| client.log().entries().last().expect("a move").note.took;
    assert_eq!(took(&one), None, "the clocks start with it");
    two.reach(one.version()).await;
    two.play(0).await;
    let took = took(&two).expect("a time");
    let left = two.table().clocks().expect("a clock").left(Player::Two);
    assert_eq!(left + took, Duration::from_secs(90));
    let one = one.again(&host).await;
    assert_eq!(one.table().clocks(), two.table().clocks());
}

#[tokio::test]
async fn while_the_server_is_down_no_clock_runs() {
    loop {
        let mut host = Host::start().await;
        let [mut one, two] =
            pair(&host, json!({"game": "tic-tac-toe", "clock": {"initial": 1, "increment": 0}}))
                .await;
        one.play(4).await;
        host.crash().await;
        time_runs_out_elsewhere(&Host::start().await).await;
        let opened = Instant::now();
        host.open().await;
        let mut one = one.again(&host).await;
        if one.version() > 4 {
            // The machine is so slow that the time was up before the server crashed.
            continue;
        }
        // They know that it is their turn when they are back.
        let _two = two.again(&host).await;
        one.reach(5).await;
        assert_eq!(one.table().phase(), Phase::Over(Ending::OutOfTime(Player::Two)));
        assert!(opened.elapsed() >= SECOND, "they had their second");
        return;
    }
}

#[tokio::test]
async fn no_clock_runs_for_a_player_who_has_not_come_yet() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 2, "clock": {"initial": 1, "increment": 0}})).await;
    let mut ben = Client::join(&host, &key.table, "Ben").await;
    ben.sees([true, false], 0).await;
    assert_eq!(ben.presence.players, [Whereabouts::Here, Whereabouts::Awaited]);
    ben.play(0).await;
    time_runs_out_elsewhere(&host).await;
    ben.send(&message!("ping")).await;
    assert_eq!(ben.next().await, FromServer::Pong, "nothing has happened here");
    assert_eq!(ben.table().phase(), Phase::Playing(Player::Two));
    let comes = Instant::now();
    let _ada = Client::sit(&host, &key).await;
    ben.reach(5).await;
    assert_eq!(ben.table().phase(), Phase::Over(Ending::OutOfTime(Player::Two)));
    assert!(comes.elapsed() >= SECOND, "Ada had her second");
}

#[tokio::test]
async fn the_clock_of_a_player_who_has_gone_runs_on() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "name": "Ada", "seat": 1, "clock": {"initial": 1, "increment": 0}})).await;
    let mut ada = Client::sit(&host, &key).await;
    drop(Client::join(&host, &key.table, "Ben").await);
    ada.reach(3).await;
    ada.play(0).await;
    ada.reach(5).await;
    assert_eq!(ada.table().phase(), Phase::Over(Ending::OutOfTime(Player::Two)));
}

/// Waits for as long as it takes a clock of one second to run out at another table.
async fn time_runs_out_elsewhere(host: &Host) {
    let [mut waiting, _other] =
        pair(host, json!({"game": "tic-tac-toe", "clock": {"initial": 1, "increment": 0}})).await;
    waiting.play(4).await;
    waiting.reach(5).await;
}
