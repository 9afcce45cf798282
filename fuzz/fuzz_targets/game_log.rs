//! A whole log, as a browser keeps it and a server reads it from its store.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::event_log::{read_log, write_log};

fuzz_target!(|text: &str| {
    match read_log(text) {
        Ok(log) => {
            round_trips(&log, &write_log(&log), read_log);
            assert_eq!(log.since(0).len(), log.version());
        }
        Err(error) => refuses(&error),
    }
});
