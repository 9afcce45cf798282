//! The published values of Kalah boards with `m` pits and 1, 2, 3, … stones in each.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Engine, Limits, Size, solved_start};
use parlor_rules::mancala::{Position, Rules};

fn check(preset: &str, pits: u8, stones: RangeInclusive<u8>, values: &[i16]) {
    let size = |rules: &Rules, bytes, transposition_bits| Size {
        endgame_stones: Size::endgame_stones_within(rules, bytes),
        transposition_bits,
    };
    let stop = AtomicBool::new(false);
    for (stones, &expected) in stones.zip(values) {
        let rules: Rules =
            format!("{preset},pits={pits},stones={stones}").parse().expect("valid rules");
        let large = u32::from(pits) * u32::from(stones) > 20;
        let size = if large { size(&rules, 32_000_000, 26) } else { size(&rules, 700_000, 20) };
        let engine = Engine::new(&rules, size);
        engine.build_endgame(2, &stop);
        let limits = Limits { threads: 2, ..Limits::until(&stop) };
        let (value, _) = engine.solve(&Position::opening(rules), &limits);
        assert_eq!(value, Some(expected), "{rules}");
    }
}

#[test]
fn kalah_up_to_four_pits() {
    check("kalah", 1, 1..=6, &[0, -2, 6, -2, 2, 0]);
    check("kalah", 2, 1..=6, &[2, -2, -2, -10, 6, 8]);
    check("kalah", 3, 1..=6, &[0, 4, 2, 2, 6, -8]);
    check("kalah", 4, 1..=4, &[2, 6, 6, 2]);
}

#[test]
fn kalah_with_five_and_six_pits_and_few_stones() {
    check("kalah", 5, 1..=3, &[0, 2, 6]);
    check("kalah", 6, 1..=3, &[2, 6, 2]);
}

#[test]
fn empty_capture_up_to_six_pits_and_few_stones() {
    check("gems", 2, 1..=6, &[2, -2, -2, -12, 6, 8]);
    check("gems", 4, 1..=4, &[2, 6, 8, 2]);
    check("gems", 5, 1..=3, &[0, 0, 8]);
    check("gems", 6, 1..=3, &[2, 10, 2]);
}

#[test]
fn solved_starts_are_what_the_solver_proves() {
    for (preset, most) in [("gems", 3), ("kalah", 3), ("homepits", 3), ("island", 2)] {
        for stones in 1..=most {
            let rules = format!("{preset},stones={stones}").parse().expect("valid rules");
            let value = solved_start(&rules).expect("a start that was solved");
            check(preset, 6, stones..=stones, &[value]);
        }
    }
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask test --full`"]
fn large_boards() {
    check("kalah", 4, 5..=6, &[4, 0]);
    check("gems", 4, 5..=6, &[2, 0]);
    check("kalah", 5, 4..=5, &[10, 2]);
    check("gems", 5, 4..=5, &[12, 2]);
    check("kalah", 6, 4..=4, &[8]);
    check("gems", 6, 4..=4, &[10]);
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask test --full`"]
fn first_turns_with_four_stones() {
    let stop = AtomicBool::new(false);
    for (preset, expected) in
        [("kalah", [-14, -10, 8, -2, -8, 4]), ("gems", [-14, -8, 10, -2, -6, 4])]
    {
        let rules = preset.parse().expect("a preset");
        let engine = Engine::new(&rules, Size { endgame_stones: 16, transposition_bits: 26 });
        engine.build_endgame(2, &stop);
        let limits = Limits { threads: 2, ..Limits::until(&stop) };
        let analysis = engine.analyze(&Position::opening(rules), &limits, |_| {});
        let values: Vec<i16> = analysis.moves.iter().map(|entry| entry.value).collect();
        assert!(analysis.is_proved());
        assert_eq!(values, expected, "{preset}");
        let line: Vec<String> = analysis.moves[2].line.iter().map(ToString::to_string).collect();
        assert_eq!(line[..2], ["3", "6"], "{preset}");
    }
}
