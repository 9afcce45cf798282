//! What the terminal says at a table that a server keeps.

use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{Entry, Event, GameLog, Occupant, Request, Seat};
use parlor_wording::Voice;
use parlor_wording::terminal::online::{label, prompt, time, which_reaction};

const ADA: Voice = Voice::ToOne(Player::One);
const BEN: Voice = Voice::ToOne(Player::Two);

/// A table of two guests where these things have happened.
fn table(rules: &str, events: Vec<Event>) -> GameLog {
    let seats = ["Ada", "Ben"].map(|name| Seat { occupant: Occupant::Guest, ..Seat::person(name) });
    let mut log = GameLog::open(rules.parse().expect("rules"), seats);
    for event in events {
        log.append(Entry::from(event)).expect("it can happen");
    }
    log
}

fn check(rules: &str, events: Vec<Event>, said: [&str; 3]) {
    let log = table(rules, events);
    let [ada, ben, eve] =
        [ADA, BEN, Voice::Spectator].map(|voice| prompt(log.table(), voice, false));
    assert_eq!([ada.as_str(), &ben, &eve], said);
}

#[test]
fn everyone_is_told_what_is_next() {
    check("kalah", vec![], ["Choose a pit: 1 2 3 4 5 6", "Ada's turn.", "Ada's turn."]);
    let resigned = vec![Event::Resigned { player: Player::One }];
    let over = "The game is over. Press n to ask for a rematch.";
    check("kalah", resigned, [over, over, "The game is over."]);
    let left = Seat { occupant: Occupant::Nobody, ..Seat::person("") };
    let left = vec![Event::Seated { player: Player::Two, seat: left }];
    let waiting = "Waiting for the other player.";
    check("kalah", left, [waiting, waiting, "A seat is free. Press j to take it."]);
}

#[test]
fn a_request_stands_before_what_is_next() {
    let asked = |player| vec![Event::Asked { player, request: Request::Draw }];
    check(
        "kalah",
        asked(Player::Two),
        [
            "Ben offers a tie. Press y to agree or n to decline. Choose a pit: 1 2 3 4 5 6",
            "Request sent. Waiting for Ada.",
            "Ben offers a tie.",
        ],
    );
    check(
        "kalah",
        asked(Player::One),
        [
            "Request sent. Waiting for Ben. Choose a pit: 1 2 3 4 5 6",
            "Ada offers a tie. Press y to agree or n to decline.",
            "Ada offers a tie.",
        ],
    );
}

#[test]
fn the_player_who_is_to_toss_is_told_how() {
    let log = table("homepits", vec![]);
    let heads = "Heads beats tails and goes first.";
    assert_eq!(
        prompt(log.table(), ADA, true),
        format!("Your turn to toss. {heads} Press t to toss the coin.")
    );
    assert_eq!(prompt(log.table(), BEN, false), format!("Ada's turn to toss. {heads}"));
}

#[test]
fn a_player_is_shown_with_their_clock_and_whether_they_are_here() {
    assert_eq!(label("Ada", None, None), "Ada");
    assert_eq!(
        label("Ada", Some(Duration::from_millis(271_900)), Some("(away)")),
        "Ada  4:31  (away)"
    );
    assert_eq!(time(Duration::ZERO), "0:00");
    assert_eq!(time(Duration::from_hours(2)), "120:00");
}

#[test]
fn reactions_are_numbered() {
    let all = which_reaction();
    assert!(
        all.starts_with("1 Hello! · 2 Good luck! · ") && all.ends_with(" · 8 Thank you!"),
        "{all}"
    );
}
