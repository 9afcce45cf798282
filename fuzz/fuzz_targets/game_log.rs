//! A whole log, as a browser keeps it and a server reads it from its store.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_table::GameLog;

fuzz_target!(|text: &str| {
    match text.parse::<GameLog>() {
        Ok(log) => {
            round_trips(&log, &log.to_string(), str::parse);
            assert_eq!(log.since(0).len(), log.version());
        }
        Err(error) => refuses(&error),
    }
});
