//! When there is a connection, and when there will be another one.

use std::time::Duration;

use parlor_protocol::client::{Ended, Status};
use parlor_protocol::message::{FromServer, Reason};
use parlor_table::{Command, Refusal};

use crate::rig::{Client, OPENED, seated, welcome};

#[test]
fn waits_for_a_connection_become_longer_until_one_lasts() {
    let mut client = Client::new(seated(), None);
    let mut waits = Vec::new();
    for _ in 0..8 {
        client.lose_connection();
        waits.push(client.wait().as_millis());
    }
    for (wait, longest) in waits.iter().zip([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
        let spread = longest / 2..longest / 2 + longest;
        assert!(spread.contains(wait), "{wait} of {longest}");
    }
    // Welcomed and lost at once is no connection that lasts.
    client.connected();
    client.hear(&welcome(Some(1), 0, &[OPENED]));
    client.lose_connection();
    assert!(client.wait() >= Duration::from_millis(7500));
    client.connected();
    client.hear(&welcome(Some(1), 1, &[]));
    client.wait_for(Duration::from_secs(10));
    client.lose_connection();
    assert!(client.wait() < Duration::from_millis(375));
}

#[test]
fn a_player_who_is_back_does_not_wait() {
    let mut client = Client::playing();
    client.lose_connection();
    client.host.wake(client.now);
    client.drive();
    assert_eq!((client.connects, client.is_connected), (2, true));
    assert_eq!(client.host.deadline(), Some(client.now + Duration::from_secs(15)));
}

#[test]
fn the_heartbeat_finds_a_dead_connection() {
    let mut client = Client::playing();
    assert_eq!(client.wait(), Duration::from_secs(20));
    assert_eq!(client.take_sent(), [r#"{"type":"ping"}"#]);
    client.hear(r#"{"type":"pong"}"#);
    assert_eq!(client.wait(), Duration::from_secs(20));
    assert_eq!(client.take_sent(), [r#"{"type":"ping"}"#]);
    assert_eq!(client.wait(), Duration::from_secs(5), "nothing was answered");
    assert_eq!((client.is_connected, client.host.status()), (false, Status::Reconnecting));
    client.wait();
    assert_eq!(client.connects, 2);
    assert_eq!(client.wait(), Duration::from_secs(15), "nor any connection opened");
    assert!(!client.is_connected);
}

#[test]
fn a_network_that_is_said_to_be_gone_is_tried() {
    let mut client = Client::playing();
    client.host.doubt(client.now);
    client.drive();
    assert_eq!(client.take_sent(), [r#"{"type":"ping"}"#]);
    assert_eq!(client.wait(), Duration::from_millis(1250));
    assert!(!client.is_connected);
    client.host.doubt(client.now);
    client.drive();
    assert_eq!(client.take_sent(), [""; 0], "there is no server to ask");
}

#[test]
fn goodbye_says_when_to_come_back() {
    let mut client = Client::playing();
    client.hear(r#"{"type":"goodbye","data":{"after":3000}}"#);
    assert!(!client.is_connected);
    let waited = client.wait();
    assert!((3000..3250).contains(&waited.as_millis()), "{waited:?}");
    assert_eq!(client.connects, 2);
    client.lose_connection();
    assert!(client.wait() < Duration::from_millis(375), "a goodbye is no failure");
}

#[test]
fn what_cannot_be_helped_ends_the_connection() {
    let unreadable = welcome(None, 0, &[r#"{"type":"flew","data":{"to":"the moon"}}"#]);
    let impossible = welcome(None, 0, &["moved\t2"]);
    let error = |reason: Reason| FromServer::Error(reason.into()).to_string();
    for (text, why) in [
        (error(Reason::NoSuchTable), Ended::NoSuchTable),
        (error(Reason::Protocol), Ended::OtherProtocol),
        (error(Refusal::NotUnderstood.into()), Ended::Outdated),
        (unreadable, Ended::Outdated),
        (r#"{"type":"welcome","data":{"protocol":3}}"#.to_owned(), Ended::Outdated),
        ("error\treason=unknown-message\tsay=version 1".to_owned(), Ended::OtherProtocol),
        (impossible, Ended::Outdated),
    ] {
        let mut client = Client::new(seated(), None);
        client.connected();
        client.hear(&text);
        assert_eq!(client.host.status(), Status::Ended(why), "{text}");
        assert!(!client.is_connected && client.host.deadline().is_none());
        assert!(client.kept_token().is_some(), "the server may know the table tomorrow");
        client.submit(Command::Resign);
        assert_eq!(client.refusals(), [(None, Refusal::Unavailable)]);
        client.host.wake(client.now);
        client.drive();
        assert_eq!(client.connects, 1);
    }
}

#[test]
fn what_this_program_does_not_know_yet_is_none_of_its_business() {
    let mut client = Client::playing();
    client.hear(r#"{"type":"weather","data":{"kind":"fine"}}"#);
    client.hear(r#"{"type":"presence","data":{"players":"all"}}"#);
    client.hear(&FromServer::Error(Reason::AlreadyGreeted.into()).to_string());
    assert_eq!((client.host.status(), client.connects), (Status::Connected, 1));
}

#[test]
fn a_server_in_trouble_is_given_time() {
    for reason in [Refusal::Unavailable.into(), Refusal::RateLimited.into(), Reason::Other] {
        let mut client = Client::new(seated(), None);
        client.connected();
        client.hear(&FromServer::Error(reason.into()).to_string());
        assert!(!client.is_connected, "{reason:?}");
        assert!(client.wait() >= Duration::from_millis(125));
        assert_eq!(client.connects, 2);
    }
}

#[test]
fn who_closes_the_table_hears_no_more() {
    let mut client = Client::playing();
    client.host.close();
    client.drive();
    assert!(!client.is_connected && client.host.deadline().is_none());
    client.host.disconnected(client.now);
    client.host.tick(client.now + Duration::from_mins(1));
    client.drive();
    assert_eq!(client.connects, 1);
}
