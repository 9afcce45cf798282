//! Pits as people type them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_rules::Game;
use parlor_rules::mancala::{Pit, Position, Preset};

fuzz_target!(|text: &str| {
    match text.parse::<Pit>() {
        Ok(pit) => {
            round_trips(&pit, &pit.to_string(), str::parse);
            let start = Position::opening(Preset::Kalah.rules());
            assert_eq!(start.play(pit).is_ok(), start.moves().any(|legal| legal == pit));
        }
        Err(error) => refuses(&error),
    }
});
