//! How many moves a second the rules can make: every sequence of turns is played to its last
//! turn, none is counted in bulk, and every count is checked.

use std::time::Instant;

use parlor_rules::mancala::{Position, Rules};
use parlor_rules::{Game, Player};

/// Rules, turns, and the number of sequences.
const RUNS: [(&str, u32, u64); 6] = [
    ("kalah", 11, 65_870_758),
    ("gems", 11, 65_110_546),
    ("island", 11, 68_767_091),
    ("homepits,stones=4", 11, 67_674_803),
    ("avalanche", 10, 11_162_870),
    ("kalah,pits=9", 8, 15_692_812),
];

fn main() {
    println!(
        "{:<20} {:>5} {:>14} {:>14} {:>9}",
        "rules", "turns", "sequences", "moves made", "M moves/s"
    );
    for (rules, turns, expected) in RUNS {
        let rules: Rules = rules.parse().expect("the rules of a run are valid");
        let start = Position::start(rules, Player::One);
        let made: u64 = (1..=turns).map(|turns| start.perft(turns)).sum();
        let begun = Instant::now();
        let sequences = start.perft(turns);
        let seconds = begun.elapsed().as_secs_f64();
        let name = rules.to_string();
        println!(
            "{name:<20} {turns:>5} {sequences:>14} {made:>14} {:>9.1}",
            made as f64 / seconds / 1e6
        );
        assert_eq!(sequences, expected, "{name} to {turns} turns");
    }
}
