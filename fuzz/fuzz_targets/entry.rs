//! A line of a log, as it is stored and sent.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_table::Entry;

fuzz_target!(|text: &str| {
    match text.parse::<Entry>() {
        Ok(entry) => {
            let line = entry.to_string();
            assert_eq!(line.lines().count(), 1, "an event is a line: {line:?}");
            round_trips(&entry, &line, str::parse);
        }
        Err(error) => refuses(&error),
    }
});
