//! Anyone who wants to play the same.

use parlor_table::Phase;
use parlor_table::message::SeatKey;

use crate::client::Client;
use crate::host::Host;

async fn anyone(host: &Host, body: &str) -> SeatKey {
    let (status, text) = host.post("/api/anyone", body).await;
    assert_eq!(status, 200, "{text}");
    text.trim_end().parse().expect("a seat")
}

#[tokio::test]
async fn two_who_want_the_same_are_paired() {
    let host = Host::start().await;
    let one = anyone(&host, "table\tgame=gems\tname=Ada").await;
    let other_game = anyone(&host, "table\tgame=island\tname=Cy").await;
    let other_clock = anyone(&host, "table\tgame=gems\tname=Di\tclock=60+0").await;
    let two = anyone(&host, "table\tgame=gems\tname=Ben").await;
    assert_eq!(one.table, two.table);
    assert_ne!(one.seat, two.seat);
    assert_ne!(one.table, other_game.table);
    assert_ne!(one.table, other_clock.table);
    let [ada, ben] = [Client::sit(&host, &one).await, Client::sit(&host, &two).await];
    assert_eq!([ada.seat, ben.seat], [Some(one.seat), Some(two.seat)]);
    assert!(matches!(ada.table().phase(), Phase::Playing(_)));
    let third = anyone(&host, "table\tgame=gems\tname=Eve").await;
    assert_ne!(third.table, one.table);
}

#[tokio::test]
async fn many_at_once_are_all_paired() {
    let host = Host::start().await;
    let asked = (0..20).map(|_| anyone(&host, "table\tgame=kalah"));
    let keys = futures_util::future::join_all(asked).await;
    let mut tables: Vec<String> = keys.iter().map(|key| key.table.to_string()).collect();
    tables.sort();
    tables.dedup();
    assert_eq!(tables.len(), 10);
}

#[tokio::test]
async fn who_waits_through_a_restart_is_found_again() {
    let mut host = Host::start().await;
    let one = anyone(&host, "table\tgame=gems\tname=Ada").await;
    host.close().await;
    host.open().await;
    let ada = Client::sit(&host, &one).await;
    let two = anyone(&host, "table\tgame=gems\tname=Ben").await;
    assert_eq!(ada.table_id, two.table);
}
