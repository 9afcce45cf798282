//! Who is there.

use std::time::Duration;

use parlor_protocol::client::Notice;
use parlor_protocol::message::Whereabouts;
use parlor_table::SeatId;

use crate::rig::{Client, OPENED, events, seated, welcome};

fn presence(one: &str, two: &str, watching: usize) -> String {
    let data = format!(r#""players":["{one}","{two}"],"watching":{watching}"#);
    format!(r#"{{"type":"presence","data":{{{data}}}}}"#)
}

#[test]
fn people_come_and_go() {
    let mut client = Client::playing();
    let presence = |one: &str, two: &str| presence(one, two, 3);
    client.hear(&presence("here", "here"));
    assert_eq!(client.host.whereabouts(SeatId::Second), Whereabouts::Here);
    assert_eq!((client.host.spectators(), client.notices.as_slice()), (3, &[][..]));
    client.hear(&presence("away", "away"));
    assert_eq!(client.notices, [Notice::Away(SeatId::Second)], "and not where they are themselves");
    client.hear(&presence("here", "here"));
    assert_eq!(client.notices[1..], [Notice::Back(SeatId::Second)]);
    // By their seats, whichever sides they have.
    client.hear(&events(1, &["resigned\t2", "rematched\tswapped"]));
    client.hear(&presence("away", "here"));
    assert_eq!(client.notices[2..], [Notice::Away(SeatId::Second)]);
}

#[test]
fn a_player_thinks_from_when_they_come() {
    let mut client = Client::new(seated(), None);
    client.wait_for(Duration::from_secs(9));
    client.connected();
    let welcome = welcome(Some(1), 0, &[OPENED, "clocked\t300+0"]);
    client.hear(&welcome.replace(r#""from""#, r#""thinking":4000,"from""#));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(5));
    client.hear(&presence("awaited", "here", 0));
    client.wait_for(Duration::from_secs(1));
    client.hear(&presence("here", "here", 0));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(10));
    client.wait_for(Duration::from_secs(1));
    client.hear(&events(2, &["took=1000\tmoved\t2"]));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(11));
}
