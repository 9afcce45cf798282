//! What is told of a log.

use parlor_protocol::client::{Ended, Mismatch, Notice, Status};
use parlor_table::{Actor, Host, Report, SeatId};

use crate::rig::{Client, OPENED, TOKEN, events, move_of, moved, seated, welcome, welcome_to};

fn hello(version: usize) -> String {
    let data = format!(r#""protocol":2,"table":"q3mX","token":"{TOKEN}","version":{version}"#);
    format!(r#"{{"type":"hello","data":{{{data}}}}}"#)
}

#[test]
fn hello_names_the_table_the_token_and_the_version() {
    let mut client = Client::new(seated(), None);
    assert_eq!(client.host.status(), Status::Connecting);
    client.connected();
    assert_eq!(client.take_sent(), [hello(0)]);
    client.hear(&welcome(Some(1), 0, &[OPENED, "moved\t2"]));
    assert_eq!(client.host.status(), Status::Connected);
    assert_eq!(client.notices, [Notice::Opened]);
    assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
    assert_eq!(client.reports(), [], "the table as it was found is no change");

    client.lose_connection();
    assert_eq!(client.host.status(), Status::Reconnecting);
    client.wait();
    client.connected();
    assert_eq!(client.take_sent(), [hello(2)], "it resumes where it was");
}

#[test]
fn a_gap_leads_to_another_hello_and_nothing_is_lost() {
    let mut client = Client::playing();
    client.hear(&events(2, &["moved\t5"]));
    assert_eq!((client.connects, client.is_connected), (2, true), "at once");
    assert_eq!(client.reports(), []);
    client.connected();
    assert!(client.take_sent()[0].ends_with(r#""version":1}}"#));
    client.hear(&welcome(Some(1), 1, &["moved\t2", "moved\t5"]));
    assert_eq!(client.events(), [moved(2), moved(5)]);
}

#[test]
fn an_overlap_is_passed_over() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.hear(&events(1, &["moved\t2", "moved\t5"]));
    client.hear(&events(0, &[OPENED]));
    assert_eq!(client.events(), [moved(2), moved(5)]);
    assert_eq!((client.connects, client.notices.as_slice()), (1, &[][..]));
}

#[test]
fn a_player_who_was_away_is_not_shown_every_move() {
    let mut client = Client::playing();
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 1, &["moved\t2", "moved\t5", "moved\t0"]));
    let turns = |client: &mut Client| -> Vec<bool> {
        let turn = |report| match report {
            Report::Changed(change) => change.turn.is_some(),
            Report::Refused { .. } => false,
        };
        client.reports().into_iter().map(turn).collect()
    };
    assert_eq!(turns(&mut client), [true; 3]);
    client.hear(&events(4, &["moved\t0", "moved\t1"]));
    client.hear(&events(6, &["took back\t4", "moved\t1", "moved\t1"]));
    assert_eq!(turns(&mut client), [false; 5]);
}

#[test]
fn a_log_that_contradicts_itself_is_told_anew() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.hear(&events(1, &["moved\t0"]));
    assert_eq!(client.notices, [Notice::Contradicted(Mismatch::Changed(1))]);
    client.connected();
    assert!(client.take_sent()[0].ends_with(r#""version":0}}"#));
    client.hear(&welcome(Some(1), 0, &[OPENED, "moved\t0"]));
    assert_eq!(client.notices[1..], [Notice::Contradicted(Mismatch::Changed(1)), Notice::Opened]);
    assert_eq!(client.events(), [], "what was not shown never happened");
    assert_eq!(client.host.log().events().last(), Some(&moved(0)));
    client.submit(move_of(3));
    assert_eq!(client.submissions()[0].version, Some(2));
}

#[test]
fn a_log_that_is_told_anew_as_it_was_changes_nothing() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.host.start_anew(client.now);
    client.drive();
    client.connected();
    client.hear(&welcome(Some(1), 0, &[OPENED, "moved\t2", "moved\t5"]));
    assert_eq!(client.notices, []);
    assert_eq!(client.events(), [moved(2), moved(5)]);
}

#[test]
fn a_log_that_became_shorter_is_noticed() {
    let mut client = Client::playing();
    client.hear(&events(1, &["moved\t2"]));
    client.events();
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome(Some(1), 0, &[OPENED]));
    assert_eq!(client.notices, [Notice::Contradicted(Mismatch::Gone(1)), Notice::Opened]);
    assert_eq!(client.host.log().version(), 1);
}

/// A message with the hash of the log after its events, and an epoch if it is a welcome.
fn hashed(message: &str, epoch: u32, hash: &str) -> String {
    let told = format!(r#""epoch":{epoch},"hash":"{hash}","from""#);
    message.replace(r#""from""#, &told)
}

#[test]
fn a_hello_tells_the_history_that_is_known() {
    let known = |client: &mut Client| {
        client.lose_connection();
        client.wait();
        client.sent.clear();
        client.connected();
        let sent = client.take_sent().remove(0);
        sent.split_once(r#""version":"#).map(|(_, known)| known.to_owned()).expect("a hello")
    };
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&hashed(&welcome(Some(1), 0, &[OPENED, "moved\t2"]), 5, "a2"));
    assert_eq!(known(&mut client), r#"2,"epoch":5,"hash":"a2"}}"#);
    client.hear(&hashed(&welcome(Some(1), 2, &[]), 5, "a2"));
    client.hear(&hashed(&events(2, &["moved\t5"]), 5, "a3"));
    assert_eq!(known(&mut client), r#"3,"epoch":5,"hash":"a3"}}"#);
    client.hear(&hashed(&welcome(Some(1), 3, &["moved\t1"]), 5, "a4"));
    // An acknowledgement that comes late says nothing of the present.
    client.hear(&hashed(&events(1, &["moved\t2"]), 5, "a2"));
    assert_eq!(known(&mut client), r#"4,"epoch":5,"hash":"a4"}}"#);
    client.hear(&welcome(Some(1), 4, &["moved\t0"]));
    assert_eq!(known(&mut client), "5}}", "a server of before says neither");
    assert_eq!(client.notices, [Notice::Opened]);
}

/// A table that was restored from a copy is shown as it is now, and what was meant for the other
/// history is not sent to this one.
#[test]
fn a_restored_log_is_told_anew_and_nothing_is_resent_to_it() {
    let restored = [
        // The epoch is another one, although the events are the same.
        (6, vec![OPENED, "moved\t2"], Mismatch::Restored),
        // A file was copied back: the epoch is the same, and the events are not.
        (5, vec![OPENED, "moved\t1", "moved\t0", "moved\t0"], Mismatch::Changed(1)),
        (5, vec![OPENED], Mismatch::Gone(1)),
    ];
    for (epoch, lines, mismatch) in restored {
        let mut client = Client::new(seated(), None);
        client.connected();
        client.hear(&hashed(&welcome(Some(1), 0, &[OPENED, "moved\t2"]), 5, "a2"));
        client.submit(move_of(5));
        client.lose_connection();
        client.wait();
        client.connected();
        client.sent.clear();
        client.hear(&hashed(&welcome(Some(1), 0, &lines), epoch, "b"));
        let notices = [Notice::Opened, Notice::Contradicted(mismatch), Notice::Opened];
        assert_eq!(client.notices, notices);
        assert_eq!(client.host.log().version(), lines.len());
        assert_eq!((client.submissions(), client.host.pending()), (Vec::new(), &[][..]));
        assert_eq!(client.host.actor(), Actor::Seat(SeatId::First));
        assert_eq!(client.events(), [], "what was not shown never happened");
    }
}

/// A welcome to a log of so many events, which follow in pages.
fn paged(welcome: &str, version: usize) -> String {
    welcome.replace(r#""from""#, &format!(r#""version":{version},"from""#))
}

#[test]
fn a_log_that_comes_in_pages_is_shown_when_all_of_it_is_there() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&paged(&welcome(Some(1), 0, &[OPENED, "moved\t2"]), 5));
    client.hear(&events(2, &["moved\t5", "moved\t0"]));
    assert_eq!((client.host.status(), client.notices.len()), (Status::Connecting, 0));
    client.hear(&events(4, &["moved\t0"]));
    assert_eq!(
        (client.host.status(), &client.notices[..]),
        (Status::Connected, &[Notice::Opened][..])
    );
    assert_eq!((client.host.log().version(), client.events()), (5, Vec::new()));

    // Who was away is shown how things stand, and their command is sent when they know it.
    client.submit(move_of(1));
    client.lose_connection();
    client.wait();
    client.connected();
    client.sent.clear();
    client.hear(&paged(&welcome(Some(1), 5, &["moved\t1"]), 9));
    client.hear(&events(6, &["moved\t1", "moved\t2"]));
    assert_eq!((client.submissions().len(), client.reports().len()), (0, 0));
    client.hear(&events(8, &["moved\t4"]));
    assert_eq!(client.submissions().len(), 1);
    let is_shown = |report| matches!(report, Report::Changed(change) if change.turn.is_some());
    assert_eq!(client.reports().into_iter().map(is_shown).collect::<Vec<_>>(), [false; 4]);
}

#[test]
fn a_page_that_is_missing_or_does_not_come_is_asked_for_again() {
    let mut client = Client::new(seated(), None);
    client.connected();
    let first = paged(&welcome(Some(1), 0, &[OPENED]), 4);
    client.hear(&first);
    client.hear(&events(2, &["moved\t5"]));
    assert_eq!(client.connects, 2, "one is missing");
    client.connected();
    client.hear(&first);
    client.wait();
    assert!(!client.is_connected, "the next one does not come");
    client.wait();
    client.connected();
    client.hear(&first);
    client.hear(&events(1, &["moved\t2", "moved\t5", "moved\t0"]));
    assert_eq!((client.host.log().version(), client.host.status()), (4, Status::Connected));
}

#[test]
fn a_server_that_does_not_tell_the_whole_log_is_asked_again_after_a_while() {
    let mut client = Client::playing();
    client.lose_connection();
    client.wait();
    client.connected();
    client.hear(&welcome_to("q3mY", Some(1), 1, &["moved\t2"]));
    assert!(!client.is_connected);
    assert_eq!(client.host.log().version(), 1, "there is always something to show");
    client.wait();
    client.sent.clear();
    client.connected();
    assert!(client.take_sent()[0].ends_with(r#""version":0}}"#));
    client.hear(&welcome_to("q3mY", Some(1), 0, &[]));
    assert_eq!(client.host.status(), Status::Ended(Ended::Outdated), "nothing is no log");
}
