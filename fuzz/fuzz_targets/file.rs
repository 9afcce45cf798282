//! Files that people open.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::file::{read_file, write_file};

fuzz_target!(|text: &str| {
    match read_file(text) {
        Ok(file) => round_trips(&file, &write_file(&file), read_file),
        Err(error) => refuses(&error),
    }
});
