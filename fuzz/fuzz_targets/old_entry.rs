//! A line of a log, as earlier versions have stored it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::event_log::{read_entry, write_entry};
use parlor_protocol::old_text;

fuzz_target!(|text: &str| {
    match old_text::read_entry(text) {
        Ok(entry) => round_trips(&entry, &write_entry(&entry), read_entry),
        Err(error) => refuses(&error),
    }
});
