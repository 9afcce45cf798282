//! Relay sowing and rules without captures, on boards that are small enough to be sown by hand.

use parlor_rules::mancala::{Captures, Preset, Relay, Step};

use crate::notated;

/// Relay sowing without captures.
const RELAY: &str = "avalanche";

#[test]
fn a_last_stone_that_finds_others_takes_them_along() {
    // One stone makes two of the next pit, and the second of those falls into an empty one.
    check(RELAY, "<6,0,0,1,1,0,0,0,0,1,0,0,0,0,0> S", 1, "<6,0,0,0,0,1,1,0,0,1,0,0,0,0,0> N");
    // The same on the other side of the board.
    check(RELAY, "<6,0,0,0,0,1,0,0,2,1,2,0,0,0,0> S", 6, "<6,1,0,0,0,1,0,0,0,0,3,1,0,0,0> N");
    // From there it goes on past the other player's store, which gets nothing.
    check(RELAY, "<6,0,0,0,0,1,0,0,7,0,0,0,0,0,1> S", 6, "<6,1,0,1,1,1,0,0,0,1,1,1,1,1,0> N");
}

#[test]
fn a_relay_that_ends_in_the_own_store_moves_again() {
    let turn = notated::turn(RELAY, "<6,0,0,0,0,0,1,1,0,1,0,0,0,0,0> S", 4);
    assert_eq!(turn.position().to_string(), "<6,1,0,0,0,0,0,0,1,1,0,0,0,0,0> S");
    assert_eq!(turn.steps().last(), Some(&Step::Again));
}

#[test]
fn each_lift_is_a_step_of_its_own() {
    let turn = notated::turn(RELAY, "<6,0,0,0,0,1,0,0,2,1,2,0,0,0,0> S", 6);
    let rules = *turn.before().rules();
    let slot = |index: usize| parlor_rules::mancala::Slot::all(&rules).nth(index).expect("a slot");
    let lift = |from, stones| Step::Lift { from: slot(from), stones };
    let drop = |into, left| Step::Drop { into: slot(into), left };
    let expected = [lift(5, 2), drop(6, 1), drop(7, 0), lift(7, 2), drop(8, 1), drop(9, 0)];
    assert_eq!(turn.steps(), expected);
}

#[test]
fn a_lap_that_ends_where_it_began_ends_the_turn() {
    let before = "<6,0,0,13,0,0,0,0,0,2,2,2,2,2,2> S";
    check(RELAY, before, 1, "<6,1,0,1,1,1,1,1,1,3,3,3,3,3,3> N");
    // Whether it captures there is another choice.
    check("kalah,relay=on", before, 1, "<6,5,0,0,1,1,1,1,1,3,3,3,3,3,0> N");
    check("island,relay=on", before, 1, "<6,1,0,1,1,1,1,1,1,3,3,3,3,3,3> N");
    // The pit taken up last is the pit sown from: here the other player's first one.
    check(RELAY, "<6,0,0,0,0,0,0,0,2,12,0,0,0,0,0> S", 6, "<6,2,0,1,1,1,1,1,1,1,1,1,1,1,1> N");
    check(RELAY, "<6,0,0,12,0,0,0,0,0,0,0,0,0,0,2> N", 6, "<6,0,2,1,1,1,1,1,1,1,1,1,1,1,1> S");
}

#[test]
fn a_second_lap_finds_the_stone_of_the_first() {
    let before = "<6,0,0,26,0,0,0,0,0,2,2,2,2,2,2> S";
    check(RELAY, before, 1, "<6,3,0,1,3,0,3,3,0,5,0,5,5,5,5> N");
}

#[test]
fn the_pit_taken_up_last_is_the_one_that_is_skipped() {
    let rules = "homepits,relay=on,captures=off";
    check(rules, "<6,0,0,0,0,0,0,0,2,12,0,0,0,0,0> S", 6, "<6,3,0,2,0,2,0,2,0,1,0,2,0,2,0> N");
}

#[test]
fn a_relay_may_end_in_a_capture_which_ends_the_turn() {
    let before = "<6,0,0,1,1,0,0,0,0,1,0,5,0,0,0> S";
    check("kalah,relay=on", before, 1, "<6,6,0,0,0,1,0,0,0,1,0,0,0,0,0> N");
    // The captured stones lie in the landing pit then, and are not sown on.
    check("island,relay=on", before, 1, "<6,0,0,0,0,1,6,0,0,1,0,0,0,0,0> N");
}

#[test]
fn without_captures_a_last_stone_stays_where_it_fell() {
    for preset in Preset::ALL {
        let rules = format!("{},captures=off", preset.id());
        let before = "<6,0,0,1,0,1,0,0,0,1,0,0,0,5,0> S";
        check(&rules, before, 1, "<6,0,0,0,1,1,0,0,0,1,0,0,0,5,0> N");
        // Not even a lone stone is banked.
        let before = "<6,0,0,1,0,1,0,0,0,1,0,0,0,0,5> S";
        check(&rules, before, 1, "<6,0,0,0,1,1,0,0,0,1,0,0,0,0,5> N");
    }
}

#[test]
fn what_captures_would_do_does_not_matter_where_there_are_none() {
    let [gems, island] = [Preset::Gems, Preset::Island]
        .map(|preset| preset.rules().change().captures(Captures::Off));
    let gems = gems.build().expect("rules");
    assert_eq!(
        gems,
        Preset::Kalah.rules().change().captures(Captures::Off).build().expect("rules")
    );
    assert_eq!((gems.captured(), gems.capturing_stone()), (None, None));
    assert_eq!((gems.empty_opposite(), gems.full_lap()), (None, None));
    let with_owner = island.rest(gems.rest()).build().expect("rules");
    assert_eq!(with_owner, gems, "Island differs by its captures, and by what is left at the end");
    // Captures that come back do what they do in Kalah.
    let again = gems.change().captures(Captures::On).build().expect("rules");
    assert_eq!(again, Preset::Kalah.rules());
    assert_eq!(again.change().relay(Relay::On).relay(Relay::Off).build(), Ok(again));
}

fn check(rules: &str, before: &str, pit: u8, after: &str) {
    let turn = notated::turn(rules, before, pit);
    assert_eq!(turn.position().to_string(), after, "{rules} {before} pit {pit}");
}
