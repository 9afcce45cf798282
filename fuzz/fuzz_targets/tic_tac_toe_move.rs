//! Squares as people type them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_rules::tic_tac_toe::{Position, Square};
use parlor_rules::{Game, Player};

fuzz_target!(|text: &str| {
    match text.parse::<Square>() {
        Ok(square) => {
            round_trips(&square, &square.to_string(), str::parse);
            assert!(Position::start(Player::One).play(square).is_ok());
        }
        Err(error) => refuses(&error),
    }
});
