//! The computer in a free seat.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parlor_protocol::message::{FromServer, Reason};
use parlor_rules::Player;
use parlor_table::{Ending, Event, Occupant, Phase, Refusal};
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::client::Client;
use crate::host::Host;

#[tokio::test]
async fn the_computer_takes_a_free_seat_and_plays_to_the_end() {
    let host = Host::start().await;
    for (game, level) in [("tic-tac-toe", 8), ("kalah,pits=3,stones=2", 5), ("island", 2)] {
        let key = host.set(json!({"game": game, "name": "Ada", "seat": 2})).await;
        let mut ada = Client::sit(&host, &key).await;
        ada.send(&message!("computer", seat: 1, level: level, name: "Nobody")).await;
        ada.sees([true, true], 0).await;
        loop {
            match ada.table().phase() {
                Phase::Over(ending) => {
                    assert!(matches!(ending, Ending::Played(_)));
                    break;
                }
                Phase::Playing(Player::Two) => {
                    let choice = ada.table().play().moves()[0].index();
                    ada.play(choice).await;
                }
                _ => drop(ada.news().await),
            }
        }
        assert_ne!(ada.table().name(Player::One), "Nobody", "it goes by its own name");
        ada.send(&message!("ask", for: "rematch")).await;
        ada.reach(ada.version() + 1).await;
        assert_eq!(ada.table().names()[0], "Ada", "a rematch with sides swapped, at once");
    }
}

#[tokio::test]
async fn the_computer_swaps_sides_where_the_pie_rule_lets_it() {
    let host = Host::start().await;
    let mut swaps = 0;
    for choice in 0..4 {
        let key = host
            .set(json!({"game": "kalah,pits=4,stones=3", "pie": true, "name": "Ada", "seat": 1}))
            .await;
        let mut ada = Client::sit(&host, &key).await;
        ada.send(&message!("computer", seat: 2, level: 8)).await;
        ada.reach(2).await;
        ada.play(choice).await;
        if ada.table().phase() == Phase::Playing(Player::One) {
            // It ended in the store, and Ada moves again.
            continue;
        }
        ada.reach(4).await;
        if ada.log().events().last() == Some(&Event::Swapped) {
            swaps += 1;
            assert_eq!(ada.table().name(Player::Two), "Ada");
            let choice = ada.table().play().moves()[0].index();
            ada.play(choice).await;
        }
    }
    assert!(swaps > 0, "one of these moves is better for the player who starts");
}

#[tokio::test]
async fn the_computer_plays_on_after_a_crash() {
    let mut host = Host::start().await;
    let key = host.set(json!({"game": "tic-tac-toe", "name": "Ada", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    ada.send(&message!("computer", seat: 2, level: 3)).await;
    ada.reach(2).await;
    ada.play(4).await;
    host.crash().await;
    host.open().await;
    let mut ada = ada.again(&host).await;
    ada.reach(4).await;
    assert_eq!(ada.table().phase(), Phase::Playing(Player::One));
}

#[tokio::test]
async fn only_players_seat_the_computer_and_only_in_a_free_seat() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    let mut watcher = Client::visit(&host, &key.table).await;
    watcher.send(&message!("computer", seat: 2, level: 3)).await;
    assert_eq!(watcher.refusal().await, Reason::Refused(Refusal::NotSeated));
    ada.send(&message!("computer", seat: 1, level: 3)).await;
    assert_eq!(ada.refusal().await, Reason::Refused(Refusal::SeatTaken));
}

/// The largest board, on which the computer thinks for as long as it may.
const LARGE: &str = "kalah,pits=9,stones=10";

/// Plays against the computer at this level, from this place, up to where the computer is to move.
async fn challenge(host: &Host, level: u8, place: &str) -> Client {
    let key = host.set(json!({"game": LARGE, "name": "Ada", "seat": 1})).await;
    let mut client = Client::sit_from(host, &key, place).await;
    client.send(&message!("computer", seat: 2, level: level)).await;
    client.reach(2).await;
    client.play(0).await;
    assert_eq!(client.table().phase(), Phase::Playing(Player::Two));
    client
}

#[tokio::test]
async fn who_plays_at_many_tables_keeps_no_one_else_waiting_for_the_computer() {
    let host = Host::start_with(|config| config.behind_proxy = true).await;
    // It thinks about so many turns at once.
    let at_once = std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2);
    let mut crowd = Vec::new();
    for _ in 0..20 * at_once {
        crowd.push(challenge(&host, 8, "10.0.0.1").await);
    }
    let answered = Arc::new(AtomicUsize::new(0));
    for mut client in crowd {
        let answered = answered.clone();
        tokio::spawn(async move {
            client.news().await;
            answered.fetch_add(1, Ordering::Relaxed);
        });
    }
    for level in [1, 8] {
        let mut client = challenge(&host, level, "10.0.0.2").await;
        // What was answered while they sat down and moved is not what they wait for.
        let before = answered.load(Ordering::Relaxed);
        client.news().await;
        let meanwhile = answered.load(Ordering::Relaxed) - before;
        // Those that it had begun to think about, and a few on their way.
        assert!(meanwhile <= 2 * at_once + 4, "{meanwhile} came before level {level}");
    }
}

/// What a player does who plays against the computer.
#[derive(Clone, Copy, Debug)]
enum Step {
    Play(usize),
    TakeBack,
    Resign,
    Rematch,
    ComeBack,
    Crash,
    Restart,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..9_usize).prop_map(Step::Play),
        2 => Just(Step::TakeBack),
        1 => Just(Step::Resign),
        3 => Just(Step::Rematch),
        2 => Just(Step::ComeBack),
        2 => Just(Step::Crash),
        1 => Just(Step::Restart),
    ]
}

/// Does it, and waits until there is something to do again.
async fn take(step: Step, number: usize, host: &mut Host, mut ada: Client) -> Client {
    let id = format!("k{number}");
    let text = match step {
        Step::Play(choice) => match ada.table().play().moves() {
            moves if moves.is_empty() => None,
            moves => {
                let choice = moves[choice % moves.len()].index();
                Some(message!("move", choice: choice, version: ada.version(), id: id))
            }
        },
        Step::TakeBack => Some(message!("ask", for: "takeback", id: id)),
        Step::Resign => Some(message!("resign", id: id)),
        Step::Rematch => Some(message!("ask", for: "rematch", id: id)),
        Step::ComeBack | Step::Crash | Step::Restart => None,
    };
    if let Some(text) = text {
        ada.send(&text).await;
        loop {
            let done = match ada.next().await {
                FromServer::Refused { .. } => true,
                FromServer::Events(news) => {
                    let named =
                        |id: &str| news.entries[0].note.key.as_ref().map(|it| it.as_str() == id);
                    named(&id) == Some(true)
                }
                _ => false,
            };
            if done {
                break;
            }
        }
    }
    match step {
        // The computer may be in the middle of a move.
        Step::Crash => host.crash().await,
        Step::Restart => {
            tokio::join!(host.close(), async { while ada.receive().await.is_ok() {} });
        }
        Step::ComeBack => return settle(ada.again(host).await).await,
        _ => return settle(ada).await,
    }
    host.open().await;
    settle(ada.again(host).await).await
}

/// Waits until the computer has moved.
async fn settle(mut ada: Client) -> Client {
    while let Phase::Playing(player) = ada.table().phase()
        && matches!(ada.table().seat(player).occupant, Occupant::Computer(_))
    {
        ada.news().await;
    }
    ada
}

proptest! {
    #![proptest_config(Config { cases: 8, failure_persistence: None, ..Config::default() })]

    #[test]
    fn the_computer_always_moves_whatever_happens(steps in prop::collection::vec(step(), 1..25)) {
        Runtime::new().expect("a runtime can be started").block_on(async {
            let mut host = Host::start().await;
            let key = host.set(json!({"game": "tic-tac-toe", "name": "Ada", "seat": 2})).await;
            let mut ada = Client::sit(&host, &key).await;
            ada.send(&message!("computer", seat: 1, level: 3)).await;
            ada.reach(2).await;
            ada = settle(ada).await;
            for (number, step) in steps.into_iter().enumerate() {
                ada = take(step, number, &mut host, ada).await;
            }
            let fresh = Client::visit(&host, &ada.table_id).await;
            assert_eq!(fresh.log(), ada.log());
        });
    }
}
