//! A toss by commit and reveal: neither player can choose it, and everyone can check it.

use std::time::Duration;

use parlor_protocol::message::Reason;
use parlor_rules::Player;
use parlor_table::{Commitment, Event, Nonce, Phase, Refusal, fairness};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

fn commit(player: Player, nonce: Nonce) -> String {
    message!("commit", hash: Commitment::of(player, nonce).to_string())
}

async fn both(people: &mut [Client; 2]) {
    let version = people.iter().map(Client::version).max().expect("two");
    for client in people {
        client.reach(version).await;
    }
}

#[tokio::test]
async fn home_pits_begins_with_a_toss_that_both_can_check() {
    let host = Host::start().await;
    let mut people = pair(&host, json!({"game": "homepits"})).await;
    people[1].send(&commit(Player::Two, Nonce(1))).await;
    let early = people[1].refusal().await;
    assert_eq!(early, Reason::Refused(Refusal::NoToss), "player 1 tosses first");
    let mut round = 0;
    while let Phase::Tossing(_) = people[0].table().phase() {
        round += 1;
        let nonces = [Nonce(round), Nonce(1_000 + round)];
        for player in Player::BOTH {
            let client = &mut people[player.index()];
            client.send(&commit(player, nonces[player.index()])).await;
            client.news().await;
            both(&mut people).await;
        }
        people[0].send(&message!("reveal", nonce: Nonce(77).to_string())).await;
        assert_eq!(people[0].refusal().await, Reason::Refused(Refusal::OtherNonce));
        for player in [Player::Two, Player::One] {
            let client = &mut people[player.index()];
            client.send(&message!("reveal", nonce: nonces[player.index()].to_string())).await;
            client.news().await;
            both(&mut people).await;
        }
        assert!(round < 64, "coins are not equal for ever");
    }
    assert!(matches!(people[0].table().phase(), Phase::Playing(_)));
    let log = people[0].log();
    assert_eq!(fairness::check(log.events()), Ok(2 * round as usize));
}

#[tokio::test]
async fn who_tosses_on_another_device_chooses_anew_until_the_other_has_chosen() {
    let host = Host::start().await;
    let [mut phone, mut two] = pair(&host, json!({"game": "homepits"})).await;
    phone.send(&commit(Player::One, Nonce(1))).await;
    two.reach(3).await;
    // The number that was chosen is on the phone.
    let mut laptop = phone.twin(&host).await;
    laptop.send(&commit(Player::One, Nonce(2))).await;
    two.reach(4).await;
    two.send(&commit(Player::Two, Nonce(3))).await;
    laptop.reach(5).await;
    laptop.send(&commit(Player::One, Nonce(4))).await;
    assert_eq!(laptop.refusal().await, Reason::Refused(Refusal::NoToss), "too late");
    phone.reach(5).await;
    phone.send(&message!("reveal", nonce: Nonce(1).to_string())).await;
    assert_eq!(phone.refusal().await, Reason::Refused(Refusal::OtherNonce), "the last one counts");
    laptop.send(&message!("reveal", nonce: Nonce(2).to_string())).await;
    two.reach(6).await;
    two.send(&message!("reveal", nonce: Nonce(3).to_string())).await;
    laptop.reach(9).await;
    assert_eq!(fairness::check(laptop.log().events()), Ok(2));
}

#[tokio::test]
async fn who_keeps_silent_loses_the_toss_and_the_game_goes_on() {
    let host = Host::start_with(|config| config.toss_timeout = Duration::from_millis(50)).await;
    let [mut one, mut two] = pair(&host, json!({"game": "homepits"})).await;
    one.send(&commit(Player::One, Nonce(1))).await;
    two.reach(one.version() + 1).await;
    two.send(&commit(Player::Two, Nonce(2))).await;
    one.reach(two.version() + 1).await;
    one.send(&message!("reveal", nonce: Nonce(1).to_string())).await;
    one.reach(two.version() + 3).await;
    let last = one.log().events().last().cloned();
    assert_eq!(last, Some(Event::TossForfeited { player: Player::Two }));
    assert_eq!(one.table().phase(), Phase::Playing(Player::One));
    one.play(0).await;
}

#[tokio::test]
async fn while_both_keep_silent_neither_loses_the_toss() {
    let host = Host::start_with(|config| config.toss_timeout = Duration::from_millis(50)).await;
    let mut silent = pair(&host, json!({"game": "homepits"})).await;
    let mut others = pair(&host, json!({"game": "homepits"})).await;
    for people in [&mut silent, &mut others] {
        for player in Player::BOTH {
            let client = &mut people[player.index()];
            client.send(&commit(player, Nonce(1))).await;
            client.news().await;
            both(people).await;
        }
    }
    // When a player is late elsewhere, they would have been late here.
    let [_, late] = &mut others;
    late.send(&message!("reveal", nonce: Nonce(1).to_string())).await;
    late.reach(late.version() + 2).await;
    assert_eq!(late.table().phase(), Phase::Playing(Player::Two));
    let [_, two] = &mut silent;
    two.send(&message!("reveal", nonce: Nonce(1).to_string())).await;
    let version = two.version() + 1;
    two.reach(version).await;
    let shown = Event::Revealed { player: Player::Two, nonce: Nonce(1) };
    assert_eq!(two.log().events().nth(version - 1), Some(&shown));
}

#[tokio::test]
async fn against_a_clock_no_player_waits_for_ever_for_a_toss() {
    let host = Host::start_with(|config| config.toss_timeout = Duration::from_millis(50)).await;
    let [mut one, mut two] =
        pair(&host, json!({"game": "homepits", "clock": {"initial": 60, "increment": 0}})).await;
    one.reach(two.version() + 1).await;
    two.reach(one.version()).await;
    assert_eq!(one.log().events().last(), Some(&Event::TossForfeited { player: Player::One }));
    two.play(0).await;
}

#[tokio::test]
async fn the_computer_tosses_fairly_too() {
    let mut host = Host::start().await;
    let key = host.set(json!({"game": "homepits", "name": "Ada", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    ada.send(&message!("computer", seat: 2, level: 1)).await;
    ada.reach(2).await;
    let mut round = 0;
    while let Phase::Tossing(_) = ada.table().phase() {
        round += 1;
        let version = ada.version();
        ada.send(&commit(Player::One, Nonce(round))).await;
        ada.reach(version + 2).await;
        if round == 1 {
            // What the computer has chosen survives a restart.
            host.crash().await;
            host.open().await;
            ada = ada.again(&host).await;
        }
        ada.send(&message!("reveal", nonce: Nonce(round).to_string())).await;
        ada.reach(version + 6).await;
    }
    assert_eq!(fairness::check(ada.log().events()), Ok(2 * round as usize));
}
