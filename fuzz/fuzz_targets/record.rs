//! Whole games as they stand in links.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{check_mancala, check_tic_tac_toe, refuses, round_trips};
use parlor_rules::AnyRecord;

fuzz_target!(|text: &str| {
    match text.parse::<AnyRecord>() {
        Ok(record) => {
            let printed = record.to_string();
            assert!(
                printed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
            );
            round_trips(&record, &printed, str::parse);
            match record {
                AnyRecord::Mancala(record) => check_mancala(record.position()),
                AnyRecord::TicTacToe(record) => check_tic_tac_toe(record.position()),
            }
        }
        Err(error) => refuses(&error),
    }
});
