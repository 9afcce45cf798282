//! The restore drill: a copy is made while people play, the database is lost, and everybody plays on.

use std::sync::Arc;

use parlor_rules::{Choice, Game};
use parlor_server::{DamagedTables, Database, ExistingDatabase, RestoreError, begin_epoch};
use parlor_throwaway_postgres::Cluster;
use serde_json::json;

use crate::client::{Client, pair};
use crate::database::TestDatabase;
use crate::following::Follower;
use crate::host::Host;

/// Plays so many turns, the first move that there is each time. Both players are told of all of it.
async fn play_on(players: &mut [Client; 2], turns: usize) {
    play_by(players, turns, |mut moves| moves.next()).await;
}

/// The same, with the last move that there is.
async fn play_otherwise(players: &mut [Client; 2], turns: usize) {
    play_by(players, turns, Iterator::last).await;
}

async fn play_by(
    players: &mut [Client; 2],
    turns: usize,
    choose: fn(std::vec::IntoIter<Choice>) -> Option<Choice>,
) {
    for _ in 0..turns {
        let table = players[0].table();
        let legal: Vec<Choice> = table.play().position().moves().collect();
        let choice = choose(legal.into_iter()).expect("the game is not over");
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

/// Plays what will be lost, under the eyes of a spectator and of a program. Gives back the spectator,
/// and the id of the last event that the program was told of.
async fn play_in_vain(host: &Host, players: &mut [Client; 2]) -> (Client, String) {
    let mut spectator = Client::visit(host, &players[0].table_id).await;
    let mut follower = Follower::start(host, &events_of(&spectator), "").await;
    play_on(players, 4).await;
    let version = players[0].version();
    spectator.reach(version).await;
    (spectator, follower.id_of(version).await)
}

fn events_of(client: &Client) -> String {
    format!("/api/tables/{}/events", client.table_id)
}

/// The players go on from the copy, in another way, until their log is as long as what the spectator
/// knows. Then the spectator comes back, and is not told the end of one history after the beginning
/// of another.
async fn goes_on_otherwise(
    host: &Host,
    [one, two]: [Client; 2],
    (spectator, last_event): (Client, String),
) {
    let lost = spectator.log();
    let mut players = [one.again(host).await, two.again(host).await];
    play_otherwise(&mut players, 6).await;
    let log = players[0].log();
    assert!(log.version() > lost.version());
    let spectator = spectator.again(host).await;
    assert_eq!(spectator.log(), log);
    assert_ne!(log.entries()[..lost.version()], *lost.entries());
    let header = format!("last-event-id: {last_event}\r\n");
    let mut follower = Follower::start(host, &events_of(&spectator), &header).await;
    assert!(follower.begins_anew().await);
    // Who knows the beginning of this history is told the rest of it, and not everything again.
    let [one, _] = &players;
    let twin = one.twin(host).await;
    assert_eq!((twin.log(), twin.began_at), (log, one.version()));
}

#[tokio::test]
async fn a_client_of_a_lost_history_is_told_the_other_one_from_the_beginning() {
    for by_program in [true, false] {
        let mut host = Host::start().await;
        let database = host.file();
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let copy = folder.path().join("copy.db");
        let mut players = pair(&host, json!({"game": "kalah,stones=6"})).await;
        play_on(&mut players, 3).await;
        parlor_server::backup(&database, &copy).await.expect("a copy");
        let watched = play_in_vain(&host, &mut players).await;
        host.crash().await;
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", database.display()));
        }
        if by_program {
            let (existing, damaged) = (ExistingDatabase::Refused, DamagedTables::Refused);
            let restored = parlor_server::restore(&copy, &database, existing, damaged).await;
            restored.expect("the copy is whole");
        } else {
            // An operator copies the old file back, and the epoch is the same.
            std::fs::copy(&copy, &database).expect("it can be copied back");
        }
        host.open().await;
        Box::pin(goes_on_otherwise(&host, players, watched)).await;
    }
}

#[tokio::test]
async fn a_client_of_a_lost_history_in_postgresql_is_told_the_other_one_from_the_beginning() {
    for by_program in [true, false] {
        let mut host = Host::on(Arc::new(TestDatabase::postgres()), |_| {}).await;
        let Database::Postgres(url) = host.location() else { panic!("not on PostgreSQL") };
        let mut players = pair(&host, json!({"game": "kalah,stones=6"})).await;
        play_on(&mut players, 3).await;
        let copy = dump(&url).await;
        let watched = play_in_vain(&host, &mut players).await;
        host.crash().await;
        let restored = Cluster::shared().restore(&copy).expect("a database");
        if by_program {
            begin_epoch(&restored, DamagedTables::Refused).await.expect("it is whole");
        }
        host.move_to(Arc::new(TestDatabase::Postgres(restored)));
        host.open().await;
        Box::pin(goes_on_otherwise(&host, players, watched)).await;
    }
}

/// Makes a copy of a database with `pg_dump`.
async fn dump(url: &str) -> Vec<u8> {
    let url = url.to_owned();
    let dumped = tokio::task::spawn_blocking(move || Cluster::shared().dump(&url));
    dumped.await.expect("no panic").expect("a copy")
}

#[tokio::test]
async fn people_play_on_at_several_nodes_after_a_restore_of_postgresql() {
    let mut nodes = Host::start_two(|_| {}).await;
    let Database::Postgres(url) = nodes[0].location() else { panic!("not on PostgreSQL") };
    let mut first = pair(&nodes[0], json!({"game": "kalah,stones=6"})).await;
    let mut second = pair(&nodes[1], json!({"game": "homepits,stones=10,first=1"})).await;
    play_on(&mut first, 3).await;
    let (copy, ()) = tokio::join!(dump(&url), play_on(&mut second, 12));
    let copied = first[0].log();
    play_on(&mut first, 4).await;
    let told = second[0].log();
    let refused = begin_epoch(&url, DamagedTables::Refused).await;
    assert!(matches!(refused, Err(RestoreError::InUse)), "{refused:?}");
    nodes[0].kill();
    nodes[1].crash().await;

    let epochs = "SELECT min(epoch), max(epoch) FROM logs";
    let before = Cluster::shared().ask(&url, epochs).expect("an answer");
    assert_eq!(before, "1|1");
    let restored = Cluster::shared().restore(&copy).expect("a database");
    let inside = begin_epoch(&restored, DamagedTables::Refused).await.expect("it is whole");
    assert_eq!((inside.tables, inside.damaged.len()), (2, 0));
    let after = Cluster::shared().ask(&restored, "SELECT count(*) FROM logs WHERE epoch > 1");
    assert_eq!(after.expect("an answer"), "2");
    let database = Arc::new(TestDatabase::Postgres(restored));
    for node in &mut nodes {
        node.move_to(database.clone());
        node.open().await;
    }

    // Everybody comes to the other node than before, and finds their seat.
    let seats = [&first, &second].map(|pair| [pair[0].seat, pair[1].seat]);
    let [one, two] = first;
    let mut first = [one.again(&nodes[1]).await, two.again(&nodes[0]).await];
    let [one, two] = second;
    let mut second = [one.again(&nodes[0]).await, two.again(&nodes[1]).await];
    assert_eq!([&first, &second].map(|pair| [pair[0].seat, pair[1].seat]), seats);
    assert_eq!([first[0].log(), first[1].log()], [copied.clone(), copied], "as it was copied");
    let log = second[0].log();
    assert_eq!(told.entries()[..log.entries().len()], *log.entries(), "a prefix of what was told");
    play_on(&mut first, 5).await;
    play_on(&mut second, 1).await;
}

#[tokio::test]
async fn a_restored_postgresql_in_which_a_game_was_altered_is_refused() {
    let mut nodes = Host::start_two(|_| {}).await;
    let Database::Postgres(url) = nodes[0].location() else { panic!("not on PostgreSQL") };
    for _ in 0..3 {
        let mut players = pair(&nodes[0], json!({"game": "gems"})).await;
        play_on(&mut players, 2).await;
    }
    for node in &mut nodes {
        node.close().await;
    }
    let copy = Cluster::shared().dump(&url).expect("a copy");
    let one = "(SELECT min(key) FROM logs)";
    for (statement, damage) in [
        (format!("UPDATE events SET event = '[]' WHERE version = 1 AND log = {one}"), "event 1 of"),
        (format!("DELETE FROM events WHERE version = 1 AND log = {one}"), "has no event 1"),
        (format!("UPDATE logs SET events = events + 1 WHERE key = {one}"), "has no event"),
        (format!("UPDATE logs SET id = 'no table' WHERE key = {one}"), "is no table's name"),
    ] {
        let restored = Cluster::shared().restore(&copy).expect("a database");
        Cluster::shared().ask(&restored, &statement).expect("it is carried out");
        let refused = begin_epoch(&restored, DamagedTables::Refused).await.expect_err("damaged");
        let said = refused.to_string();
        assert!(said.contains("1 of 3") && said.contains(damage), "{statement}: {said}");
        let accepted = begin_epoch(&restored, DamagedTables::Accepted).await.expect("it is wanted");
        assert_eq!((accepted.tables, accepted.damaged.len()), (3, 1));
    }
    let empty = Cluster::shared().new_database();
    let refused = begin_epoch(&empty, DamagedTables::Refused).await;
    assert!(matches!(refused, Err(RestoreError::Unusable(_))), "{refused:?}");
}

#[tokio::test]
async fn an_upgrade_of_one_node_after_the_other_costs_a_reconnect_and_nothing_else() {
    let mut nodes = Host::start_two(|_| {}).await;
    let mut players = pair(&nodes[0], json!({"game": "homepits,stones=10,first=1"})).await;
    for upgraded in [0, 1] {
        play_on(&mut players, 2).await;
        let told = players[0].log();
        // Everybody is told to reconnect, and the proxy leads them to the other node.
        nodes[upgraded].close().await;
        let [one, two] = players;
        players = [one.again(&nodes[1 - upgraded]).await, two.again(&nodes[1 - upgraded]).await];
        assert_eq!([players[0].log(), players[1].log()], [told.clone(), told]);
        play_on(&mut players, 2).await;
        nodes[upgraded].open().await;
    }
}
