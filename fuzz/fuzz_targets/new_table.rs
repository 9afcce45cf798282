//! The body of a request that sets a table, and the answer to it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::message::{NewTable, SeatKey};

fuzz_target!(|text: &str| {
    match text.parse::<NewTable>() {
        Ok(new) => round_trips(&new, &new.to_string(), str::parse),
        Err(misread) => refuses(&misread),
    }
    if let Ok(key) = text.parse::<SeatKey>() {
        round_trips(&key, &key.to_string(), str::parse);
    }
});
