use std::hash::RandomState;

use parlor_rules::Choice;
use parlor_table::Name;

use super::*;
use crate::store::Scripted;

fn hosted(lines: &[&str]) -> Hosted {
    let stored = Scripted::log(lines.iter().map(|&line| line.to_owned()));
    Hosted::of_log(stored, &RandomState::new()).expect("a log")
}

#[test]
fn whoever_comes_while_a_move_is_being_stored_is_told_who_thinks_and_for_how_long() {
    let lines = ["opened\ttic-tac-toe~X~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0"];
    let hosted = hosted(&lines);
    let mut state = hosted.lock();
    let after = |seconds| state.charged + Duration::from_secs(seconds);
    let [moved, comes, later] = [after(5), after(7), after(8)];
    let square = vec![Event::Moved { choice: Choice::new(4).expect("a square") }];
    let hasher = RandomState::new();
    state.happen(square, Note::default(), moved, &hasher).expect("a legal move");

    let welcome = |state: &State, now| state.welcome(&hosted.id, None, None, 0, now);
    assert!(welcome(&state, comes).contains("\tthinking=7000\t"), "Ada, for all they know");
    state.committed = state.version();
    state.told = state.known_once_stored();
    assert!(welcome(&state, later).contains("\tthinking=3000\t"), "Ben, since Ada moved");
}

#[test]
fn whoever_comes_while_sides_are_being_changed_is_seated_by_what_they_are_told() {
    let hosted = hosted(&["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "resigned\t1"]);
    let mut state = hosted.lock();
    let now = Instant::now();
    let swap = vec![Event::Rematched { swapped: true }];
    state.happen(swap, Note::default(), now, &RandomState::new()).expect("the game is over");

    let welcome = |state: &State| state.welcome(&hosted.id, Some(Player::One), None, 0, now);
    assert!(welcome(&state).contains("\tseat=1\t") && !welcome(&state).contains("swapped"));
    state.committed = state.version();
    state.told = state.known_once_stored();
    assert!(welcome(&state).contains("\tseat=2\t") && welcome(&state).contains("swapped"));
}

#[test]
fn no_part_of_a_millisecond_is_lost_between_events() {
    let hosted = hosted(&["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0"]);
    let mut state = hosted.lock();
    let begun = state.charged;
    for number in 1..=10 {
        let now = begun + number * Duration::from_micros(900);
        let renamed = Event::Renamed { player: Player::Two, name: Name::new("Ben") };
        let note = Note::default();
        state.happen(vec![renamed], note, now, &RandomState::new()).expect("a name");
    }
    let left = state.table.clocks().expect("a clock").left(Player::One);
    assert_eq!(left, Duration::from_mins(1) - Duration::from_millis(9));
}
