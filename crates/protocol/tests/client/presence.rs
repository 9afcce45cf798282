//! Who is there.

use std::time::Duration;

use parlor_protocol::client::Notice;
use parlor_protocol::message::Whereabouts;
use parlor_table::SeatId;

use crate::rig::{Client, OPENED, events, seated, welcome};

#[test]
fn people_come_and_go() {
    let mut client = Client::playing();
    let presence = |one: &str, two: &str| format!("presence\tone={one}\ttwo={two}\twatching=3");
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
    client.hear(&welcome.replace("\tfrom", "\tthinking=4000\tfrom"));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(5));
    client.hear("presence\tone=awaited\ttwo=here\twatching=0");
    client.wait_for(Duration::from_secs(1));
    client.hear("presence\tone=here\ttwo=here\twatching=0");
    assert_eq!(client.host.thinking_since(), Duration::from_secs(10));
    client.wait_for(Duration::from_secs(1));
    client.hear(&events(2, &["took=1000\tmoved\t2"]));
    assert_eq!(client.host.thinking_since(), Duration::from_secs(11));
}
