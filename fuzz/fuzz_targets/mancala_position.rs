//! Mancala positions as people type them, on a line after the rules they belong to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{check_mancala, refuses};
use parlor_rules::mancala::{Position, Preset, Rules};

fuzz_target!(|text: &str| {
    let (rules, position) = text.split_once('\n').unwrap_or(("", text));
    let rules = rules.parse::<Rules>().unwrap_or(Preset::Kalah.rules());
    match Position::parse(rules, position) {
        Ok(position) => check_mancala(&position),
        Err(error) => refuses(&error),
    }
});
