//! An event, as it is stored and sent.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::event_log::{read_entry, write_entry};

fuzz_target!(|text: &str| {
    match read_entry(text) {
        Ok(entry) => {
            let line = write_entry(&entry);
            assert_eq!(line.lines().count(), 1, "an event is a line: {line:?}");
            round_trips(&entry, &line, read_entry);
        }
        Err(error) => refuses(&error),
    }
});
