//! Bugs of well-known implementations, each with a position that shows it.

use parlor_rules::mancala::{IllegalMove, Pit, Slot, Step};
use parlor_rules::{Game, Outcome, Player, Turn};

use crate::notated;

const PRESETS: [&str; 4] = ["gems", "island", "homepits", "kalah"];

/// Lifting South's only stones empties the row, and a version that looks at the rows after every
/// stone ends the game there. The sowing comes round and fills the row again.
#[test]
fn the_game_is_not_judged_over_in_the_middle_of_a_sowing() {
    for rules in PRESETS {
        let turn = notated::turn(rules, "<6,0,0,0,0,0,0,0,9,1,1,1,1,1,1> S", 6);
        assert_eq!(turn.position().outcome(), None, "{rules}");
        assert_eq!(turn.position().turn(), Player::Two, "{rules}");
        assert!(!turn.steps().iter().any(|step| matches!(step, Step::End(_) | Step::Sweep { .. })));
    }
}

/// The other half of the same bug: the capture belongs to the turn, and it may be what empties the
/// opponent's row.
#[test]
fn the_game_is_judged_after_the_capture() {
    let turn = notated::turn("kalah", "<6,0,0,1,0,0,0,0,1,0,0,0,0,3,0> S", 1);
    assert_eq!(turn.position().to_string(), "<6,5,0,0,0,0,0,0,0,0,0,0,0,0,0> N");
    assert_eq!(turn.position().outcome(), Some(Outcome::Win(Player::One)));
}

/// A turn that earned another one can end the game as well: there is nothing left to move.
#[test]
fn the_game_is_judged_after_a_turn_that_earned_another() {
    let turn = notated::turn("kalah", "<6,0,0,0,0,0,0,0,1,1,0,0,0,0,0> S", 6);
    let steps = turn.steps();
    assert!(steps.contains(&Step::Again));
    assert_eq!(steps.last(), Some(&Step::End(Outcome::Tie)));
}

/// Versions that compare the last slot before reducing it to the board miss captures after the
/// stones went round. Eight stones from the last pit end in the mover's first one.
#[test]
fn a_capture_after_wrap_around_is_not_missed() {
    for (before, after) in [
        ("<6,0,0,0,1,0,0,0,8,0,0,0,0,0,3> S", "<6,6,0,0,1,0,0,0,0,1,1,1,1,1,0> N"),
        ("<6,0,0,0,0,0,0,0,3,0,1,0,0,0,8> N", "<6,0,6,1,1,1,1,1,0,0,1,0,0,0,0> S"),
    ] {
        let turn = notated::turn("kalah", before, 6);
        assert_eq!(turn.position().to_string(), after);
        assert_eq!(turn.steps().iter().map(Step::captured).max(), Some(5));
    }
}

/// Fourteen stones from the last pit pass the store, go round, and end in it: thirteen where the
/// pit sown from is skipped.
#[test]
fn an_extra_turn_on_the_second_lap_is_not_missed() {
    for (rules, before, after) in [
        ("kalah", "<6,0,0,1,0,0,0,0,14,1,0,0,0,0,0> S", "<6,2,0,2,1,1,1,1,1,2,1,1,1,1,1> S"),
        ("kalah", "<6,0,0,1,0,0,0,0,0,1,0,0,0,0,14> N", "<6,0,2,2,1,1,1,1,1,2,1,1,1,1,1> N"),
        ("homepits", "<6,0,0,1,0,0,0,0,13,1,0,0,0,0,0> S", "<6,2,0,2,1,1,1,1,0,2,1,1,1,1,1> S"),
        ("homepits", "<6,0,0,1,0,0,0,0,0,1,0,0,0,0,13> N", "<6,0,2,2,1,1,1,1,1,2,1,1,1,1,0> N"),
    ] {
        let turn = notated::turn(rules, before, 6);
        assert_eq!(turn.position().to_string(), after, "{rules}");
        assert_eq!(turn.steps().last(), Some(&Step::Again), "{rules}");
    }
}

/// Where the store is taken for "slot 0 of the next lap", the own first pit earns a turn.
#[test]
fn landing_in_the_own_first_pit_after_a_wrap_is_no_extra_turn() {
    for rules in PRESETS {
        for (before, next) in [
            ("<6,0,0,1,0,0,0,0,8,1,0,0,0,0,0> S", Player::Two),
            ("<6,0,0,1,0,0,0,0,0,1,0,0,0,0,8> N", Player::One),
        ] {
            let turn = notated::turn(rules, before, 6);
            let first = Pit::new(0).unwrap().slot(&notated::rules(rules), !next);
            assert_eq!(last_drop(&turn), Some(first), "{rules} {before}");
            assert_eq!(turn.position().turn(), next, "{rules} {before}");
            assert!(!turn.steps().contains(&Step::Again), "{rules} {before}");
        }
    }
}

/// South runs out; what North still has is North's alone.
#[test]
fn a_sweep_is_credited_to_its_owner_only() {
    let turn = notated::turn("kalah", "<6,20,17,0,0,0,0,0,1,1,2,3,0,0,4> S", 6);
    assert_eq!(turn.position().to_string(), "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0> S");
    let north = Slot::store(&notated::rules("kalah"), Player::Two);
    let swept: Vec<(u8, Slot)> = turn
        .steps()
        .iter()
        .filter_map(|step| match *step {
            Step::Sweep { stones, to, .. } => Some((stones, to)),
            _ => None,
        })
        .collect();
    assert_eq!(swept, [(1, north), (2, north), (3, north), (4, north)]);
    assert_eq!(turn.position().outcome(), Some(Outcome::Win(Player::Two)));
}

/// A version that asks only "did South win? did North win?" shows nothing at 24 to 24.
#[test]
fn a_tie_is_an_outcome_and_the_last_step_says_so() {
    for (rules, before) in [
        ("kalah", "<6,23,20,0,0,0,0,0,1,1,0,0,0,0,3> S"),
        ("gems", "<6,23,20,0,0,0,0,0,1,1,0,0,0,0,3> S"),
        ("homepits", "<6,23,20,0,0,0,0,0,1,1,0,0,0,0,3> S"),
        ("island", "<6,23,24,0,0,0,0,0,1,1,0,0,0,0,3> S"),
    ] {
        let turn = notated::turn(rules, before, 6);
        assert_eq!(turn.position().outcome(), Some(Outcome::Tie), "{rules}");
        assert_eq!(turn.steps().last(), Some(&Step::End(Outcome::Tie)), "{rules}");
    }
}

/// Delays and sounds are made for each step, so a slot that is passed over must not be one.
#[test]
fn a_skipped_slot_is_not_a_step() {
    for (rules, before, never) in [
        ("kalah", "<6,0,0,0,0,0,0,0,20,1,0,0,0,0,0> S", vec![13]),
        ("kalah", "<6,0,0,1,0,0,0,0,0,0,0,0,0,0,20> N", vec![6]),
        ("homepits", "<6,0,0,0,0,0,0,0,40,1,0,0,0,0,0> S", vec![5, 13]),
        ("homepits", "<6,0,0,1,0,0,0,0,0,0,0,0,0,0,40> N", vec![6, 12]),
    ] {
        let turn = notated::turn(rules, before, 6);
        let drops = drops(&turn);
        let lifted = turn.steps().iter().find_map(|step| match step {
            Step::Lift { stones, .. } => Some(usize::from(*stones)),
            _ => None,
        });
        assert_eq!(Some(drops.len()), lifted, "{rules} {before}");
        assert!(drops.iter().all(|into| !never.contains(&into.index())), "{rules} {before}");
    }
}

/// Clicks in the middle of a sowing or between pits are the page's business. What reaches the
/// rules is a pit, and only a non-empty pit of the player to move is one.
#[test]
fn only_legal_pits_are_accepted() {
    let position = notated::position("kalah", "<6,0,0,0,1,0,2,0,0,5,5,5,5,5,5> S");
    let legal: Vec<u8> = position.moves().map(Pit::index).collect();
    assert_eq!(legal, [1, 3]);
    for pit in (0..9).filter_map(Pit::new) {
        let expected = match pit.index() {
            1 | 3 => None,
            0..6 => Some(IllegalMove::EmptyPit(pit)),
            _ => Some(IllegalMove::NoSuchPit { pit, pits: 6 }),
        };
        assert_eq!(position.play(pit).err(), expected);
    }
    assert_eq!(Pit::new(9), None);
}

#[test]
fn a_finished_game_accepts_no_pit() {
    for rules in PRESETS {
        let finished = notated::position(rules, "<6,10,5,0,0,0,0,0,0,4,0,3,0,0,0> N");
        assert_eq!(finished.moves().count(), 0, "{rules}");
        for pit in Pit::all(&notated::rules(rules)) {
            assert_eq!(finished.play(pit).err(), Some(IllegalMove::GameOver), "{rules}");
        }
    }
}

fn drops(turn: &Turn<parlor_rules::mancala::Position>) -> Vec<Slot> {
    turn.steps()
        .into_iter()
        .filter_map(|step| match step {
            Step::Drop { into, .. } => Some(into),
            _ => None,
        })
        .collect()
}

fn last_drop(turn: &Turn<parlor_rules::mancala::Position>) -> Option<Slot> {
    drops(turn).last().copied()
}
