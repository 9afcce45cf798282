use std::net::Ipv4Addr;
use std::pin::pin;
use std::time::Duration;

use futures_util::poll;
use parlor_protocol::message::{FromClient, Hello, NewTable, PROTOCOL};
use parlor_rules::Player;

use super::*;
use crate::rate_limit::{KEPT_FOR_THE_GAME, LOG_EVENTS};
use crate::store::{Scripted, Sqlite, StoreError, Stored};

fn hello() -> Hello {
    let table = "q3mX0aVbT9Lk2PzR".parse().expect("a name");
    Hello { protocol: PROTOCOL, table, token: None, version: 0 }
}

/// A game against the clock, with so many events.
fn game(events: u32) -> Stored {
    let begin = ["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0"];
    let rest = (2..events).map(|number| format!("renamed\t2\tB{number}"));
    Scripted::log(begin.map(str::to_owned).into_iter().chain(rest))
}

fn room() -> (Arc<Room>, tokio::sync::mpsc::UnboundedSender<Result<Option<Stored>, StoreError>>) {
    let (store, script) = Scripted::new();
    (Arc::new(Room::new(Config::new("nowhere"), store)), script)
}

/// A room with a table of so many events.
async fn room_with(events: u32) -> (Arc<Room>, Arc<Hosted>) {
    let (room, script) = room();
    script.send(Ok(Some(game(events)))).expect("the room is there");
    let hosted = room.find(&hello().table).await.expect("the table");
    (room, hosted)
}

fn order(room: &Arc<Room>, hosted: &Arc<Hosted>, player: Player, text: &str) -> Option<String> {
    let Ok(FromClient::Submission(order)) = text.parse() else {
        panic!("{text} is no command");
    };
    let member = Member::new(Some(player), TokenHash([0; 32]), Ipv4Addr::LOCALHOST.into());
    match room.order(hosted, &member, order) {
        Answer::Later => None,
        Answer::Now(text) => Some(text),
    }
}

#[tokio::test]
async fn a_table_is_in_memory_once_even_if_reading_it_fails_while_others_wait() {
    let (room, script) = room();
    let id = hello().table;
    let [mut first, mut second, mut third] =
        [pin!(room.find(&id)), pin!(room.find(&id)), pin!(room.find(&id))];
    assert!(poll!(first.as_mut()).is_pending());
    assert!(poll!(second.as_mut()).is_pending(), "it waits for the first one's answer");
    script.send(Err(StoreError::new("the disk hiccups"))).expect("the room is there");
    assert_eq!(first.await.err(), Some(Reason::Failed));
    assert!(poll!(second.as_mut()).is_pending());
    assert!(poll!(third.as_mut()).is_pending());
    for _ in 0..2 {
        script.send(Ok(Some(game(2)))).expect("the room is there");
    }
    let [second, third] = [second.await, third.await].map(|found| found.expect("the table"));
    assert!(Arc::ptr_eq(&second, &third));
}

#[tokio::test]
async fn what_could_not_be_read_is_not_kept_in_memory() {
    let (room, script) = room();
    script.send(Ok(None)).expect("the room is there");
    assert_eq!(room.find(&hello().table).await.err(), Some(Reason::NoSuchTable));
    assert_eq!(room.tables_in_memory(), 0);
}

#[tokio::test]
async fn who_comes_while_the_room_closes_is_not_let_in() {
    let (room, script) = room();
    let mut coming = pin!(room.greet(hello(), Ipv4Addr::LOCALHOST.into()));
    assert!(poll!(coming.as_mut()).is_pending(), "the table is being read");
    room.close();
    script.send(Ok(Some(game(2)))).expect("the room is there");
    assert_eq!(coming.await.err(), Some(Reason::Closing));
}

#[tokio::test]
async fn when_the_log_is_nearly_full_the_game_can_still_be_finished() {
    let (room, hosted) = room_with(LOG_EVENTS - KEPT_FOR_THE_GAME).await;
    let renamed = order(&room, &hosted, Player::Two, "rename\tname=Ben");
    assert!(renamed.is_some_and(|answer| answer.contains("reason=too-")));
    let asked = order(&room, &hosted, Player::One, "ask\tfor=draw");
    assert!(asked.is_some_and(|answer| answer.contains("reason=too-long")));
    let played = order(&room, &hosted, Player::One, "move\tchoice=0\tversion=2");
    assert_eq!(played, None, "it is stored, and told to everybody");
    assert_eq!(order(&room, &hosted, Player::Two, "resign"), None);
}

#[tokio::test]
async fn when_the_log_is_full_nobody_loses_on_time() {
    let (_, hosted) = room_with(LOG_EVENTS - 1).await;
    let late = Instant::now() + Duration::from_secs(61);
    assert_eq!(hosted.lock().out_of_time(late), Some(Player::One));
    let (room, hosted) = room_with(LOG_EVENTS).await;
    let played = order(&room, &hosted, Player::One, "move\tchoice=0\tversion=2");
    assert!(played.is_some_and(|answer| answer.contains("reason=too-long")));
    assert_eq!(hosted.lock().out_of_time(late), None);
    assert_eq!(hosted.lock().time_is_up(), None, "and nobody waits for it");
}

#[tokio::test]
async fn when_too_much_waits_to_be_stored_nothing_more_is_taken_on() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let config = Config::new(folder.path().join("parlor.db"));
    let store = Sqlite::open(&config.database).await.expect("a database");
    let room = Arc::new(Room::new(config, Arc::new(store)));
    let new = || "table\tgame=gems\tseat=1".parse::<NewTable>().expect("a table");
    let writer = tokio::spawn(crate::tables::group_commit::run(room.clone()));
    let key = room.open(new(), false).await.expect("a table");
    writer.abort();
    let hosted = room.find(&key.table).await.expect("the table");
    let append = |version| Append {
        log: hosted.key,
        begins: None,
        version,
        lines: Lines::of_message(String::new()),
        seat: None,
    };
    for version in 1..=Queue::ROOM as u32 {
        let told = hosted.lock().known_once_stored();
        room.queue.push(append(version), Owner { hosted: hosted.clone(), told, done: None });
    }
    let text = order(&room, &hosted, Player::One, "rename\tname=Ada").expect("not taken on");
    assert!(text.starts_with("refused\tversion=1\treason=too-many\t"), "{text}");
    assert_eq!(room.open(new(), false).await.err(), Some(Reason::TooMany));
}
