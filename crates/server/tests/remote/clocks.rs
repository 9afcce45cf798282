//! Time runs out on the server's word.

use std::time::Duration;

use parlor_protocol::message::{Reason, Whereabouts};
use parlor_rules::Player;
use parlor_table::{Ending, Phase, Refusal};

use crate::client::{Client, pair};
use crate::host::Host;

#[tokio::test]
async fn whose_time_is_up_has_lost() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, "game=gems\tclock=1+0").await;
    one.play(0).await;
    two.reach(one.version() + 1).await;
    assert_eq!(two.table().phase(), Phase::Over(Ending::OutOfTime(Player::Two)));
    two.send(&format!("move\tchoice=0\tversion={}", two.version())).await;
    assert_eq!(two.refusal().await, Reason::Refused(Refusal::GameOver));
    let clocks = *two.table().clocks().expect("a clock");
    assert_eq!(clocks.left(Player::Two), Duration::ZERO);
    let left = clocks.left(Player::One);
    assert!(left > Duration::ZERO && left <= Duration::from_secs(1), "{left:?}");
}

#[tokio::test]
async fn every_move_says_how_long_it_took_and_adds_its_increment() {
    let host = Host::start().await;
    let [mut one, two] = pair(&host, "game=tic-tac-toe\tclock=60+30").await;
    one.play(4).await;
    let took = one.log().entries().last().expect("a move").note.took.expect("a time");
    let left = one.table().clocks().expect("a clock").left(Player::One);
    assert_eq!(left + took, Duration::from_secs(90));
    let two = two.again(&host).await;
    assert_eq!(two.table().clocks(), one.table().clocks());
}

#[tokio::test]
async fn while_the_server_is_down_no_clock_runs() {
    let mut host = Host::start().await;
    let [one, two] = pair(&host, "game=tic-tac-toe\tclock=1+0").await;
    host.crash().await;
    // When time is up elsewhere, it would have been up here.
    let elsewhere = Host::start().await;
    let [mut waiting, _absent] = pair(&elsewhere, "game=tic-tac-toe\tclock=1+0").await;
    waiting.reach(waiting.version() + 1).await;
    host.open().await;
    let [mut one, _two] = [one.again(&host).await, two.again(&host).await];
    one.play(4).await;
}

#[tokio::test]
async fn no_clock_runs_for_somebody_who_has_not_come_yet() {
    let host = Host::start().await;
    let key = host.set("table\tgame=gems\tname=Ada\tseat=1\tclock=1+0").await;
    let mut ben = Client::join(&host, &key.table, "Ben").await;
    assert_eq!(ben.table().phase(), Phase::Playing(Player::One));
    ben.sees([false, true], 0).await;
    assert_eq!(ben.presence.players, [Whereabouts::Awaited, Whereabouts::Here]);
    // When time is up at another table, it would have been up here.
    let [mut waiting, _absent] = pair(&host, "game=gems\tclock=1+0").await;
    waiting.reach(waiting.version() + 1).await;
    let mut ada = Client::sit(&host, &key).await;
    ada.play(0).await;
    // Ben has been here: his time is up though he has gone.
    drop(ben);
    ada.reach(ada.version() + 1).await;
    assert_eq!(ada.table().phase(), Phase::Over(Ending::OutOfTime(Player::Two)));
}
