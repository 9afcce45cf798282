//! By which token the people at a device sit.

use parlor_protocol::client::{Device, Notice, SeatLink};
use parlor_protocol::message::{FromServer, Reason};
use parlor_rules::Player;
use parlor_table::{Actor, Command, Host, Nonce, Reaction, Refusal, SeatId};

use crate::rig::{
    Client, FREE, OPENED, OTHER_TOKEN, TOKEN, device, events, id, join, key_of, move_of, offer,
    seated, token, welcome, welcome_to,
};

#[test]
fn the_server_can_seat_people_at_another_table() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome_to("q3mY", Some(2), 0, &[OPENED, "moved\t0"]));
    assert_eq!(client.host.table_id(), &id("q3mY"));
    assert_eq!(client.notices, [Notice::MovedTo(id("q3mY")), Notice::Opened]);
    assert_eq!(client.host.device().token(&id("q3mX")), None);
    assert_eq!(client.kept_token(), Some(token(TOKEN)), "the token goes along");
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    assert_eq!(client.events(), [], "nothing of the other table is reported any more");
    client.submit(move_of(0));
    assert_eq!(client.submissions()[0].version, Some(2), "by the log of this table");
}

#[test]
fn the_token_of_a_seat_is_kept_before_joining() {
    let mut client = Client::new(device(), None);
    client.connected();
    client.hear(&offer(0, &[FREE]));
    assert_eq!((client.host.actor(), client.kept_token()), (Actor::Spectator, None));
    client.host.submit(join());
    assert_eq!(client.kept_token(), Some(token(TOKEN)), "before anything was sent");
    client.drive();
    let sent = client.submissions();
    assert_eq!(sent[0].token, Some(token(TOKEN)));

    // The answer is lost, and another token offered.
    client.lose_connection();
    client.wait();
    client.connected();
    assert!(client.take_sent()[0].contains(TOKEN), "hello is said with the token of the join");
    client.hear(&offer(1, &[]).replace(TOKEN, OTHER_TOKEN));
    assert_eq!(client.submissions(), sent, "the same join, with the same key and token");
    let seated = format!("by=2\tid={}\tseated\t2\tguest\tBen", key_of(&sent[0]));
    client.hear(&events(1, &[&seated]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    assert_eq!(client.connects, 2);
}

#[test]
fn a_join_that_a_program_did_not_live_to_see_is_found() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&offer(0, &[FREE]).replace(TOKEN, OTHER_TOKEN));
    assert_eq!(client.host.actor(), Actor::Spectator);
    client.hear(&events(1, &["by=2\tid=before\tseated\t2\tguest\tBen"]));
    assert_eq!(client.connects, 2, "it may have been this device");
    client.connected();
    client.hear(&welcome(Some(2), 2, &[]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    client.submit(join());
    assert_eq!(client.submissions()[0].token, Some(token(TOKEN)));
}

#[test]
fn a_join_can_be_refused() {
    for (refusal, kept) in [(Refusal::SeatTaken, false), (Refusal::AlreadySeated, true)] {
        let mut client = Client::new(device(), None);
        client.connected();
        client.hear(&offer(0, &[FREE]));
        client.submit(join());
        let key = client.submissions()[0].key.clone();
        let problem = Reason::Refused(refusal).into();
        client.hear(&FromServer::Refused { key, problem, version: 1 }.to_string());
        assert_eq!(client.kept_token().is_some(), kept, "{refusal:?}");
        assert_eq!(client.connects == 2, kept, "their seat is found by its token");
        assert_eq!(client.reports().len(), usize::from(!kept));
    }
}

#[test]
fn a_token_in_the_link_is_tried_last() {
    let link = || Some(SeatLink { token: token(OTHER_TOKEN), nonce: Some(Nonce(5)) });
    let mut client = Client::new(seated(), link());
    client.connected();
    assert!(client.take_sent()[0].contains(TOKEN));
    client.hear(&welcome(Some(1), 0, &[OPENED]));
    assert_eq!(client.kept_token(), Some(token(TOKEN)), "a link takes no seat away");
    assert_eq!(client.connects, 1);

    let mut client = Client::new(seated(), link());
    client.connected();
    client.take_sent();
    client.hear(&offer(0, &[OPENED]));
    assert_eq!(client.connects, 2, "the token that was kept opens nothing");
    client.connected();
    assert!(client.take_sent()[0].contains(OTHER_TOKEN));
    client.hear(&welcome(Some(2), 0, &[OPENED]));
    assert_eq!(client.kept_token(), Some(token(OTHER_TOKEN)));
    assert_eq!(client.host.device().nonces(&id("q3mX")), [Nonce(5)]);

    let mut client = Client::new(device(), link());
    client.connected();
    client.hear(&offer(0, &[OPENED]));
    assert_eq!((client.connects, client.kept_token()), (1, None), "nor does that one");
    assert_eq!(client.host.device().nonces(&id("q3mX")), []);
}

#[test]
fn giving_up_a_seat_throws_its_token_away() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[FREE]));
    client.submit(Command::Leave);
    let key = key_of(&client.submissions()[0]);
    client.hear(&events(1, &[&format!("by=1\tid={key}\tseated\t1\tnobody\t")]));
    assert_eq!((client.host.actor(), client.kept_token()), (Actor::Spectator, None));
    assert!(client.notices.contains(&Notice::Left));

    // On another device of the same person: no one here wanted to go.
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[FREE]));
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&offer(1, &["by=1\tid=l1\tseated\t1\tnobody\t"]).replace(TOKEN, OTHER_TOKEN));
    assert_eq!((client.host.actor(), client.kept_token()), (Actor::Spectator, None));
    assert_eq!(client.notices, [Notice::Opened]);
    assert_eq!(client.events().len(), 1);
}

#[test]
fn a_seat_that_was_left_and_taken_again_elsewhere_keeps_its_token() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[FREE]));
    client.lose_connection();
    client.wait();
    client.connected();
    let lines = ["by=1\tseated\t1\tnobody\t", "by=1\tseated\t1\tguest\tAda"];
    client.hear(&welcome(Some(1), 1, &lines));
    assert_eq!(client.kept_token(), Some(token(TOKEN)));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
}

#[test]
fn a_seat_stays_the_same_when_sides_change() {
    let mut client = Client::playing();
    client.hear(&events(1, &["resigned\t2", "rematched\tswapped"]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
    assert_eq!(client.host.table().side(SeatId::First), Player::Two);
    client.hear(r#"{"type":"reaction","data":{"player":2,"kind":"clap"}}"#);
    assert_eq!(client.notices, [Notice::Reaction(SeatId::First, Reaction::Clap)]);
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(2), 3, &[]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
}

#[test]
fn the_token_of_a_seat_that_another_program_took_is_left_alone() {
    let mut client = Client::new(device(), None);
    client.connected();
    client.hear(&offer(0, &[FREE]));
    client.submit(join());
    let key = key_of(&client.submissions()[0]);
    client.hear(&events(1, &[&format!("by=2\tid={key}\tseated\t2\tguest\tBen")]));
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::Second));
    client.hear(&events(2, &["by=2\tresigned\t2"]));
    client.host.device_mut().keep_token(&id("q3mX"), &token(OTHER_TOKEN));
    client.hear(&events(3, &["by=2\tseated\t2\tnobody\tBen"]));
    assert_eq!(client.host.actor(), Actor::Spectator);
    assert_eq!(client.kept_token(), Some(token(OTHER_TOKEN)));
}
