//! Whole games as they stand in links.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{check_mancala, check_tic_tac_toe, refuses, round_trips};
use parlor_rules::{AnyPosition, AnyRecord};

fuzz_target!(|text: &str| {
    match text.parse::<AnyRecord>() {
        Ok(record) => {
            let printed = record.to_string();
            assert!(
                printed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
            );
            round_trips(&record, &printed, str::parse);
            match record.position() {
                AnyPosition::Mancala(position) => check_mancala(position),
                AnyPosition::TicTacToe(position) => check_tic_tac_toe(position),
            }
        }
        Err(error) => refuses(&error),
    }
});
