//! Rules as people type them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{check_mancala, refuses, round_trips};
use parlor_rules::Variant;
use parlor_rules::mancala::{Position, Rules};

fuzz_target!(|text: &str| {
    match text.parse::<Variant>() {
        Ok(variant) => {
            round_trips(&variant, &variant.to_string(), str::parse);
            if let Variant::Mancala(rules) = variant {
                assert_eq!(text.parse(), Ok(rules));
                round_trips(&rules, &rules.to_string(), str::parse::<Rules>);
                check_mancala(&Position::opening(rules));
            }
        }
        Err(error) => refuses(&error),
    }
});
