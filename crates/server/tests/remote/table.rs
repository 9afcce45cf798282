//! What people do at a table.

use std::time::Instant;

use parlor_protocol::message::{FromServer, Reason};
use parlor_rules::{Outcome, Player};
use parlor_table::{Ending, Event, Phase, Reaction, Refusal};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

/// Plays on for both players until the game is over.
async fn play_out([one, two]: &mut [Client; 2]) {
    while let Phase::Playing(player) = one.table().phase() {
        let choice = one.table().play().moves()[0].index();
        let (mover, other) =
            if Some(player) == one.seat { (&mut *one, &mut *two) } else { (&mut *two, &mut *one) };
        mover.play(choice).await;
        other.reach(mover.version()).await;
    }
}

#[tokio::test]
async fn two_people_play_every_game_to_its_end() {
    let host = Host::start().await;
    for game in ["gems", "island", "kalah", "kalah,pits=4,stones=6,first=2", "tic-tac-toe"] {
        let mut people = pair(&host, json!({"game": game})).await;
        play_out(&mut people).await;
        let [one, two] = people;
        assert!(matches!(one.table().phase(), Phase::Over(Ending::Played(_))), "{game}");
        assert_eq!(one.log(), two.log());
        assert_eq!(one.table().names(), ["Ada", "Ben"]);
    }
}

#[tokio::test]
async fn a_rematch_swaps_sides_and_keeps_the_score() {
    let host = Host::start().await;
    let mut people = pair(&host, json!({"game": "tic-tac-toe"})).await;
    for choice in [0, 3, 1, 4] {
        let mover = people.iter_mut().find(|it| it.seat == Some(it.table().turn()));
        mover.expect("one of them moves").play(choice).await;
        let version = people.iter().map(Client::version).max().expect("two");
        for client in &mut people {
            client.reach(version).await;
        }
    }
    people[0].play(2).await;
    people[1].reach(people[0].version()).await;
    people[0].send(&message!("ask", for: "rematch")).await;
    people[1].news().await;
    let version = people[1].version() + 1;
    people[1].send(&message!("accept", for: "rematch", version: version - 1)).await;
    for client in &mut people {
        client.reach(version).await;
    }
    let table = people[0].table();
    assert_eq!(table.names(), ["Ben", "Ada"]);
    assert_eq!(Player::BOTH.map(|player| table.score().wins(player)), [0, 1]);

    let [one, two] = people;
    let [one, mut two] = [one.again(&host).await, two.again(&host).await];
    assert_eq!([one.seat, two.seat], [Some(Player::Two), Some(Player::One)], "keys go along");
    two.play(4).await;
}

#[tokio::test]
async fn who_is_away_is_away_on_the_other_side_after_a_rematch() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let mut watcher = Client::visit(&host, &one.table_id).await;
    one.send(&message!("resign")).await;
    two.reach(3).await;
    one.send(&message!("ask", for: "rematch")).await;
    two.reach(4).await;
    drop(one);
    watcher.sees([false, true], 1).await;
    two.send(&message!("accept", for: "rematch", version: 4)).await;
    watcher.sees([true, false], 1).await;
    assert_eq!(watcher.table().names(), ["Ben", "Ada"], "told of the swap before");
    two.reach(5).await;
    two.send(&message!("react", kind: "clap")).await;
    loop {
        match watcher.next().await {
            FromServer::Reaction { player, .. } => break assert_eq!(player, Player::One),
            other => assert!(matches!(other, FromServer::Presence(_)), "{other:?}"),
        }
    }
}

#[tokio::test]
async fn games_end_by_resigning_and_by_agreeing() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    two.send(&message!("resign", id: "r1")).await;
    one.reach(two.version() + 1).await;
    assert_eq!(one.table().phase(), Phase::Over(Ending::Resigned(Player::Two)));
    assert_eq!(one.table().ending().map(Ending::outcome), Some(Outcome::Win(Player::One)));

    let [mut one, mut two] = pair(&host, json!({"game": "kalah"})).await;
    one.send(&message!("ask", for: "draw")).await;
    two.news().await;
    two.send(&message!("decline")).await;
    one.reach(two.version() + 1).await;
    two.reach(one.version()).await;
    two.send(&message!("ask", for: "draw")).await;
    one.reach(two.version() + 1).await;
    one.send(&message!("accept", for: "draw", version: one.version())).await;
    two.reach(one.version() + 1).await;
    assert_eq!(two.table().phase(), Phase::Over(Ending::DrawAgreed));
}

#[tokio::test]
async fn a_turn_is_taken_back_when_both_want_it() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "tic-tac-toe"})).await;
    one.play(4).await;
    two.reach(one.version()).await;
    two.play(0).await;
    one.reach(two.version()).await;
    one.send(&message!("ask", for: "takeback")).await;
    two.reach(one.version() + 1).await;
    two.send(&message!("accept", for: "takeback", version: two.version())).await;
    one.reach(two.version() + 1).await;
    assert_eq!(one.table().play().played(), 0);
    one.play(8).await;
}

#[tokio::test]
async fn a_move_is_refused_where_it_does_not_belong() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let version = one.version();
    two.send(&message!("move", choice: 0, version: version, id: "x")).await;
    assert_eq!(two.refusal().await, Reason::Refused(Refusal::NotYourTurn));
    for (choice, version, reason) in [
        (6, version, Reason::Refused(Refusal::Illegal)),
        (0, version - 1, Reason::Refused(Refusal::Stale)),
        (0, version + 1, Reason::Refused(Refusal::Stale)),
    ] {
        one.send(&message!("move", choice: choice, version: version, id: "x")).await;
        assert_eq!(one.refusal().await, reason);
    }
    one.play(0).await;
}

#[tokio::test]
async fn who_watches_sees_everything_and_is_counted() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let mut watcher = Client::visit(&host, &one.table_id).await;
    assert_eq!((watcher.seat, watcher.version()), (None, one.version()));
    one.sees([true, true], 1).await;
    one.play(2).await;
    watcher.reach(one.version()).await;
    two.reach(one.version()).await;
    for text in [
        &message!("move", choice: 0, version: 3),
        &message!("resign"),
        &message!("ask", for: "draw"),
    ] {
        watcher.send(text).await;
        assert_eq!(watcher.refusal().await, Reason::Refused(Refusal::NotSeated), "{text}");
    }
    watcher.send(&message!("join", name: "Eve")).await;
    assert_eq!(watcher.refusal().await, Reason::Refused(Refusal::SeatTaken));
    drop(two);
    watcher.sees([true, false], 1).await;
    drop(watcher);
    one.sees([true, false], 0).await;
}

#[tokio::test]
async fn players_come_and_go_and_the_others_are_told() {
    let host = Host::start().await;
    let [mut one, two] = pair(&host, json!({"game": "gems"})).await;
    one.sees([true, true], 0).await;
    let two = {
        let [token, table] =
            [two.token.clone().expect("a key").to_string(), two.table_id.to_string()];
        drop(two);
        one.sees([true, false], 0).await;
        let key = json!({"table": table, "seat": 2, "token": token});
        Client::sit(&host, &key.to_string().parse().expect("a seat")).await
    };
    one.sees([true, true], 0).await;
    assert_eq!(two.seat, Some(Player::Two));
}

#[tokio::test]
async fn reactions_are_broadcast_and_not_stored() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    let version = one.version();
    let start = Instant::now();
    one.send(&message!("react", kind: "clap")).await;
    for client in [&mut one, &mut two] {
        let told = loop {
            match client.next().await {
                FromServer::Presence(_) => {}
                other => break other,
            }
        };
        let clap = FromServer::Reaction { player: Player::One, reaction: Reaction::Clap };
        assert_eq!(told, clap);
    }
    let mut reactions = 1;
    loop {
        one.send(&message!("react", kind: "wow")).await;
        match one.next().await {
            FromServer::Reaction { .. } => reactions += 1,
            FromServer::Error(problem) => {
                assert_eq!(problem.reason, Reason::Refused(Refusal::RateLimited));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    let allowed = 5 + start.elapsed().as_secs() / 2;
    assert!(
        (5..=allowed).contains(&reactions),
        "{reactions}: five at once, then one in two seconds"
    );
    let mut fresh = Client::visit(&host, &one.table_id).await;
    assert_eq!(fresh.version(), version);
    fresh.send(&message!("react", kind: "clap")).await;
    assert_eq!(fresh.refusal().await, Reason::Refused(Refusal::NotSeated));
}

#[tokio::test]
async fn names_are_text_and_marks_are_kept() {
    let host = Host::start().await;
    let [mut one, mut two] = pair(&host, json!({"game": "tic-tac-toe", "marks": ["★", "☾"]})).await;
    one.send(&message!("rename", name: "<script>alert(1)</script>")).await;
    two.reach(one.version() + 1).await;
    assert_eq!(two.table().names(), ["<script>alert(1)</script", "Ben"], "cut to 24 characters");
    assert_eq!(two.table().marks().of(Player::Two), "☾");
    let renamed = two.log().events().any(|event| matches!(event, Event::Renamed { .. }));
    assert!(renamed);
}
