//! What is submitted, and what comes of it.

use std::time::Duration;

use parlor_protocol::message::{FromServer, Reason};
use parlor_table::{Command, Host, Reaction, Refusal, Report, Wish, WishKind};

use crate::rig::{Client, events, key_of, move_of, moved, welcome};

#[test]
fn a_command_is_reported_when_the_server_says_what_came_of_it() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let [submission] = client.submissions().try_into().expect("one command");
    assert_eq!((submission.command.clone(), submission.version), (move_of(2), Some(1)));
    assert!(client.host.is_pending(&move_of(2)));
    assert_eq!(client.reports(), []);
    client.hear(&events(1, &[&format!("by=1\tid={}\tmoved\t2", key_of(&submission))]));
    assert!(!client.host.is_pending(&move_of(2)));
    let [Report::Changed(change)] = &client.reports()[..] else { panic!("one change") };
    assert!(change.turn.is_some(), "with its turn");
    assert_eq!((change.before.play().played(), change.table.play().played()), (0, 1));
}

#[test]
fn what_was_not_acknowledged_is_sent_again_under_the_same_key() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    client.submit(Command::Resign);
    let sent = client.submissions();
    client.lose_connection();
    client.submit(Command::Ask(Wish::Draw));
    assert_eq!(client.submissions(), [], "there is no connection");
    client.wait();
    client.connected();
    assert_eq!(client.submissions(), [], "not before the welcome");
    client.hear(&welcome(Some(1), 1, &[&format!("by=1\tid={}\tmoved\t2", key_of(&sent[0]))]));
    let again = client.submissions();
    assert_eq!(again.len(), 2, "the move was carried out before");
    assert_eq!(again[0], sent[1]);
    assert_eq!(again[1].command, Command::Ask(Wish::Draw));
    assert_eq!(client.events(), [moved(2)]);
}

#[test]
fn what_is_pending_is_not_submitted_twice() {
    let mut client = Client::playing();
    for _ in 0..3 {
        client.submit(Command::Resign);
    }
    client.submit(move_of(2));
    client.submit(move_of(3));
    assert_eq!(client.submissions().len(), 3);
}

#[test]
fn a_refusal_is_reported_once_with_its_key() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let key = client.submissions()[0].key.clone();
    let refused = FromServer::Refused {
        key: key.clone(),
        problem: Reason::Refused(Refusal::NotYourTurn).into(),
        version: 1,
    };
    for _ in 0..2 {
        client.hear(&refused.to_string());
    }
    assert_eq!(client.refusals(), [(key, Refusal::NotYourTurn)]);
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 1, &[]));
    assert_eq!(client.submissions(), [], "it is not asked for again");
}

#[test]
fn a_server_that_is_about_to_stop_is_asked_again() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let sent = client.submissions();
    let closing = FromServer::Refused {
        key: sent[0].key.clone(),
        problem: Reason::Closing.into(),
        version: 1,
    };
    client.hear(&closing.to_string());
    client.hear(r#"{"type":"goodbye","data":{"after":1000}}"#);
    assert_eq!(client.reports(), []);
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 1, &[]));
    assert_eq!(client.submissions(), sent);
}

#[test]
fn what_reaches_the_rate_limit_is_sent_again_after_a_pause() {
    let mut client = Client::playing();
    client.submit(move_of(2));
    let sent = client.submissions();
    let too_many = FromServer::Error(Reason::from(Refusal::RateLimited).into()).to_string();
    client.hear(&too_many);
    client.hear(&too_many);
    assert_eq!(client.submissions(), []);
    assert_eq!(client.wait(), Duration::from_secs(1));
    assert_eq!(client.submissions(), sent, "once");
    assert_eq!(client.connects, 1, "on the same connection");

    client.hear(&events(1, &[&format!("by=1\tid={}\tmoved\t2", key_of(&sent[0]))]));
    client.events();
    client.host.react(Reaction::Clap);
    client.hear(&too_many);
    assert_eq!(client.refusals(), [(None, Refusal::RateLimited)], "it was a passing word");
}

#[test]
fn moves_and_answers_hold_for_what_has_been_shown() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2", "asked\t2\tdraw"]));
    client.host.next_report();
    client.submit(move_of(5));
    client.submit(Command::Accept(WishKind::Draw));
    client.submit(Command::Resign);
    let versions: Vec<_> = client.submissions().iter().map(|sent| sent.version).collect();
    assert_eq!(versions, [Some(2), Some(2), None], "the question has not been shown yet");
    client.events();
    client.submit(Command::Decline);
    assert_eq!(client.submissions()[0].version, Some(3));
}

#[test]
fn a_command_that_the_server_does_not_know_is_given_up() {
    let mut client = Client::playing();
    client.submit(Command::Leave);
    let key = client.submissions()[0].key.clone();
    client.hear(&FromServer::Error(Reason::UnknownMessage.into()).to_string());
    assert_eq!(client.refusals(), [(key, Refusal::NotUnderstood)]);
    assert_eq!((client.host.pending(), client.connects), (&[][..], 1));
}
