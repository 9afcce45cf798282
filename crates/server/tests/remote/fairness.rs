//! No player spoils the other one's game by what they do beside it.

use std::time::Instant;

use parlor_protocol::message::{FromServer, Reason};
use parlor_rules::{Choice, Player};
use parlor_table::{Event, Refusal};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

/// Has a player do something, and waits until both are told of it.
async fn happens(client: &mut Client, other: &mut Client, text: &str) {
    client.send(text).await;
    let version = client.version() + 1;
    client.reach(version).await;
    other.reach(version).await;
}

#[tokio::test]
async fn a_move_is_played_whatever_else_was_said_since_it_was_chosen() {
    let host = Host::start().await;
    let [mut one, mut two] =
        pair(&host, json!({"game": "gems", "clock": {"initial": 60, "increment": 0}})).await;
    let chosen_at = one.version();
    happens(&mut two, &mut one, &message!("rename", name: "Benno")).await;
    happens(&mut two, &mut one, &message!("ask", for: "draw")).await;
    happens(&mut one, &mut two, &message!("decline")).await;
    happens(&mut two, &mut one, &message!("rename", name: "Bob")).await;
    happens(&mut two, &mut one, &message!("ask", for: "draw")).await;
    one.send(&message!("move", choice: 0, version: chosen_at, id: "m1")).await;
    one.reach(chosen_at + 6).await;
    two.reach(chosen_at + 6).await;
    assert_eq!(
        one.log().events().last(),
        Some(&Event::Moved { choice: Choice::new(0).expect("a pit") })
    );
    two.send(&message!("move", choice: 0, version: chosen_at + 5)).await;
    assert_eq!(
        two.refusal().await,
        Reason::Refused(Refusal::Stale),
        "it was chosen in another position"
    );
}

#[tokio::test]
async fn no_player_fills_the_log_with_what_is_beside_the_game() {
    let host = Host::start_with(|config| config.asides = 20).await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let refused = async |client: &mut Client| {
        client.send(&message!("rename", name: "Again")).await;
        client.refusal().await
    };
    // Taking the seat was one of them.
    for number in 1..20 {
        happens(&mut two, &mut one, &message!("rename", name: format!("B{number}"))).await;
    }
    assert_eq!(refused(&mut two).await, Reason::Refused(Refusal::RateLimited));
    two.send(&message!("ask", for: "draw")).await;
    assert_eq!(two.refusal().await, Reason::Refused(Refusal::RateLimited));
    let mut elsewhere = two.twin(&host).await;
    assert_eq!(
        refused(&mut elsewhere).await,
        Reason::Refused(Refusal::RateLimited),
        "it is the seat that is limited"
    );
    happens(&mut one, &mut two, &message!("rename", name: "Ada L.")).await;
    one.play(0).await;
    two.reach(one.version()).await;
    happens(&mut two, &mut one, &message!("rename", name: "Benno")).await;
}

#[tokio::test]
async fn who_agrees_grants_what_they_were_asked_and_nothing_else() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "tic-tac-toe"})).await;
    for choice in [4, 0, 8] {
        let [mover, other] = if one.table().turn() == Player::One {
            [&mut one, &mut two]
        } else {
            [&mut two, &mut one]
        };
        mover.play(choice).await;
        other.reach(mover.version()).await;
    }
    happens(&mut two, &mut one, &message!("ask", for: "takeback", to: 1)).await;
    let shown = one.version();
    two.send(&message!("ask", for: "takeback", to: 0)).await;
    assert_eq!(two.refusal().await, Reason::Refused(Refusal::AlreadyAsked));
    one.send(&message!("ask", for: "takeback", to: 0)).await;
    let crossing = one.refusal().await;
    assert_eq!(crossing, Reason::Refused(Refusal::AnswerFirst), "they ask for different things");
    // A move says no to the question; then it is another one.
    two.play(1).await;
    one.reach(two.version()).await;
    happens(&mut two, &mut one, &message!("ask", for: "takeback", to: 0)).await;
    for answer in
        [message!("accept", for: "takeback", version: shown), message!("decline", version: shown)]
    {
        one.send(&answer).await;
        assert_eq!(one.refusal().await, Reason::Refused(Refusal::Stale), "{answer}");
    }
    one.send(&message!("accept", for: "takeback")).await;
    assert_eq!(
        one.refusal().await,
        Reason::Refused(Refusal::NotUnderstood),
        "an answer to whatever may be asked"
    );
    // What both are called changes nothing about the question.
    let shown = one.version();
    happens(&mut two, &mut one, &message!("rename", name: "Benno")).await;
    happens(&mut one, &mut two, &message!("accept", for: "takeback", version: shown)).await;
    assert_eq!(one.log().events().last(), Some(&Event::TookBack { to: 0 }));
}

#[tokio::test]
async fn a_player_reacts_no_more_often_in_many_windows_than_in_one() {
    let host = Host::start().await;
    let [one, _two] = pair(&host, json!({"game": "gems"})).await;
    let mut windows = Vec::new();
    for _ in 0..6 {
        windows.push(one.twin(&host).await);
    }
    let start = Instant::now();
    let mut reactions = 0;
    while reacts(&mut windows[reactions as usize % 6]).await {
        reactions += 1;
    }
    let allowed = 5 + start.elapsed().as_secs() / 2;
    assert!(
        (5..=allowed).contains(&reactions),
        "{reactions}: five at once, then one in two seconds"
    );
}

/// Whether a reaction is within the limit.
async fn reacts(client: &mut Client) -> bool {
    client.send(&message!("react", kind: "wow")).await;
    client.send(&message!("ping")).await;
    let mut is_allowed = true;
    loop {
        match client.next().await {
            FromServer::Pong => return is_allowed,
            FromServer::Error(problem) => {
                assert_eq!(problem.reason, Reason::Refused(Refusal::RateLimited));
                is_allowed = false;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn who_takes_a_seat_that_was_left_begins_a_match_of_their_own() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    happens(&mut two, &mut one, &message!("resign")).await;
    assert_eq!(one.table().score().wins(Player::One), 1);
    happens(&mut two, &mut one, &message!("leave")).await;
    assert_eq!(one.table().score().wins(Player::One), 1, "it can still be read");
    let _cy = Client::join(&host, &one.table_id, "Cy").await;
    one.reach(one.version() + 1).await;
    assert_eq!(one.table().score().games(), 0);
}
