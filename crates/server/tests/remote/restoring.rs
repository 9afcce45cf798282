//! The restore drill: a copy is made while people play, the database is lost, and everybody plays on.

use parlor_rules::Game;
use parlor_server::{DamagedTables, ExistingDatabase};
use serde_json::json;

use crate::client::{Client, pair};
use crate::host::Host;

/// Plays so many turns, the first move that there is each time. Both players are told of all of it.
async fn play_on(players: &mut [Client; 2], turns: usize) {
    for _ in 0..turns {
        let table = players[0].table();
        let choice = table.play().position().moves().next().expect("the game is not over");
        let mover = players.iter_mut().find(|player| player.seat == Some(table.turn()));
        mover.expect("a player is to move").play(choice.index()).await;
        let version = players.iter().map(Client::version).max().unwrap_or_default();
        for player in players.iter_mut() {
            player.reach(version).await;
        }
    }
}

#[tokio::test]
async fn people_play_on_in_their_seats_after_a_restore() {
    let mut host = Host::start().await;
    let mut first = pair(&host, json!({"game": "kalah,stones=6"})).await;
    let mut second = pair(&host, json!({"game": "homepits,stones=10,first=1"})).await;
    play_on(&mut first, 3).await;
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let copy = folder.path().join("copy.db");

    // A copy is made while the second pair plays.
    let database = host.file();
    let copying = parlor_server::backup(&database, &copy);
    let (copied, ()) = tokio::join!(copying, play_on(&mut second, 12));
    copied.expect("a copy");
    let copied = first[0].log();
    // This is played after it, and will not have happened.
    play_on(&mut first, 4).await;
    let [lost, told] = [&first[0], &second[0]].map(Client::log);
    host.crash().await;
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", database.display()));
    }

    let (existing, damaged) = (ExistingDatabase::Refused, DamagedTables::Refused);
    let restored = parlor_server::restore(&copy, &database, existing, damaged).await;
    let restored = restored.expect("the copy is whole");
    assert_eq!((restored.tables, restored.damaged.len()), (2, 0));
    host.open().await;

    let seats = [&first, &second].map(|pair| [pair[0].seat, pair[1].seat]);
    let [one, two] = first;
    let mut first = [one.again(&host).await, two.again(&host).await];
    let [one, two] = second;
    let mut second = [one.again(&host).await, two.again(&host).await];
    assert_eq!([&first, &second].map(|pair| [pair[0].seat, pair[1].seat]), seats);
    assert_eq!([first[0].log(), first[1].log()], [copied.clone(), copied], "as it was copied");
    assert_ne!(first[0].log(), lost);
    let [one, two] = [second[0].log(), second[1].log()];
    assert_eq!(one, two);
    let events = one.entries().len();
    assert_eq!(told.entries()[..events], *one.entries(), "a prefix of what was told");
    play_on(&mut first, 5).await;
    play_on(&mut second, 1).await;
}
