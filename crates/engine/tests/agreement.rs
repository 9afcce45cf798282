use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Engine, Limits, Objective, Size};
use parlor_rules::Game;
use parlor_rules::mancala::{Captures, Rules};

use crate::plain::{move_value, random_position, random_rules, value};

/// Proves every move of random positions of random rules, and compares with the plain search.
fn check(endgame_stones: u8, threads: usize, seed: u64, rule_sets: u32) {
    let mut dice = Dice::new(seed);
    let rules: Vec<Rules> = (0..rule_sets).map(|_| random_rules(&mut dice)).collect();
    check_rules(&rules, endgame_stones, threads, &mut dice);
}

/// The same for some rules.
fn check_rules(rules: &[Rules], endgame_stones: u8, threads: usize, dice: &mut Dice) {
    let stop = AtomicBool::new(false);
    for &rules in rules {
        let engine = Engine::new(&rules, Size { endgame_stones, transposition_bits: 20 });
        engine.build_endgame(threads, &stop);
        for _ in 0..40 {
            let position = random_position(rules, most_stones(&rules), dice);
            let limits = Limits { threads, ..Limits::until(&stop) };
            let analysis = engine.analyze(&position, &limits, |_| {});
            assert!(analysis.is_proved(), "{rules} {position}");
            assert_eq!(analysis.moves.len(), position.moves().count(), "{rules} {position}");
            for entry in &analysis.moves {
                let expected = move_value(&position, entry.choice);
                assert_eq!(entry.value, expected, "{rules} {position} pit {}", entry.choice);
            }
            let (solved, _) = engine.solve(&position, &limits);
            assert_eq!(solved, Some(value(&position)), "{rules} {position}");
        }
    }
}

/// As many stones as the plain search can look at. Where nothing is captured, games are longer.
fn most_stones(rules: &Rules) -> u32 {
    match rules.captures() {
        Captures::On => 10,
        Captures::Off => 8,
    }
}

#[test]
fn search_agrees_with_plain_negamax() {
    check(0, 1, 1, 60);
}

#[test]
fn endgame_tables_agree_with_plain_negamax() {
    check(16, 1, 2, 30);
}

#[test]
fn two_threads_agree_with_plain_negamax() {
    check(4, 2, 3, 30);
}

#[test]
fn relay_sowing_is_searched_like_any_other() {
    let sizes = ["pits=1", "pits=2", "pits=3", "pits=4"];
    let kinds = ["captures=off", "captures=on", "captures=off,origin=skip"];
    let rules: Vec<Rules> = sizes
        .iter()
        .flat_map(|pits| kinds.map(|kind| format!("kalah,relay=on,{pits},{kind}")))
        .map(|text| text.parse().expect("valid rules"))
        .collect();
    for (endgame_stones, threads) in [(0, 1), (6, 1), (16, 2)] {
        check_rules(&rules, endgame_stones, threads, &mut Dice::new(6));
    }
}

#[test]
fn one_engine_plays_games_that_differ_only_in_their_start() {
    let rules = |text: &str| text.parse::<Rules>().expect("valid rules");
    let size = Size { endgame_stones: 4, transposition_bits: 20 };
    let engine = Engine::new(&rules("kalah,pits=3,stones=4"), size);
    let stop = AtomicBool::new(false);
    engine.build_endgame(1, &stop);
    for text in ["kalah,pits=3,stones=1", "kalah,pits=3,stones=2,first=2", "kalah,pits=3,stones=4"]
    {
        let mut dice = Dice::new(7);
        let position = random_position(rules(text), 10, &mut dice);
        let analysis = engine.analyze(&position, &Limits::until(&stop), |_| {});
        for entry in &analysis.moves {
            assert_eq!(entry.value, move_value(&position, entry.choice), "{text} {position}");
        }
        assert_eq!(engine.solve(&position, &Limits::until(&stop)).0, Some(value(&position)));
    }
    assert!(!engine.plays(&rules("kalah,pits=4")) && !engine.plays(&rules("gems,pits=3")));
}

#[test]
fn proved_lines_lead_to_the_proved_value() {
    let stop = AtomicBool::new(false);
    let mut dice = Dice::new(4);
    for _ in 0..30 {
        let rules = random_rules(&mut dice);
        let engine = Engine::new(&rules, Size { endgame_stones: 3, transposition_bits: 20 });
        engine.build_endgame(1, &stop);
        let start = random_position(rules, most_stones(&rules), &mut dice);
        let analysis = engine.analyze(&start, &Limits::until(&stop), |_| {});
        for entry in &analysis.moves {
            let mut position = start;
            for &pit in &entry.line {
                position = position.after(pit).expect("a line is legal");
                let sign = if position.turn() == start.turn() { 1 } else { -1 };
                assert_eq!(
                    sign * value(&position),
                    entry.value,
                    "{rules} {start} {:?}",
                    entry.line
                );
            }
        }
    }
}

#[test]
fn to_ask_for_the_best_move_alone_finds_it() {
    let stop = AtomicBool::new(false);
    let mut dice = Dice::new(5);
    for _ in 0..30 {
        let rules = random_rules(&mut dice);
        let think = |position, depth, objective| {
            let engine = Engine::new(&rules, Size { endgame_stones: 2, transposition_bits: 20 });
            let limits = Limits { depth, proofs: false, objective, ..Limits::until(&stop) };
            engine.analyze(position, &limits, |_| {})
        };
        let position = random_position(rules, 30, &mut dice);
        for depth in 1..6 {
            let each = think(&position, depth, Objective::EachMove);
            let best = think(&position, depth, Objective::BestMove);
            let value = each.best().map(|entry| entry.value);
            assert_eq!(best.best().map(|entry| entry.value), value, "{rules} {position}");
            for (one, other) in each.moves.iter().zip(&best.moves) {
                assert!(
                    one.value == other.value || Some(other.value) < value,
                    "{rules} {position} pit {}",
                    one.choice
                );
            }
        }
    }
}

#[test]
fn a_stopped_search_says_what_it_has_and_goes_on_later() {
    let rules = "kalah,stones=3".parse().expect("a preset");
    let engine = Engine::new(&rules, Size { endgame_stones: 8, transposition_bits: 20 });
    let go_on = AtomicBool::new(false);
    engine.build_endgame(1, &go_on);
    let start = parlor_rules::mancala::Position::opening(rules);

    let stopped = AtomicBool::new(true);
    let nothing = engine.analyze(&start, &Limits::until(&stopped), |_| {});
    assert_eq!(nothing.moves.len(), 6);
    assert!(!nothing.is_proved());

    let limits = Limits { nodes: 200_000, ..Limits::until(&go_on) };
    let some = engine.analyze(&start, &limits, |_| {});
    assert!(some.nodes < 250_000, "{} boards", some.nodes);
    let mut reports = 0;
    let all = engine.analyze(&start, &Limits::until(&go_on), |_| reports += 1);
    assert!(all.is_proved() && reports > 1);
    let values: Vec<i16> = all.moves.iter().map(|entry| entry.value).collect();
    assert_eq!(values, [-14, -16, -10, -2, 2, 0]);
}
