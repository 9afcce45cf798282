//! Games and positions in whatever form people paste them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_rules::{AnyRecord, Variant};

fuzz_target!(|text: &str| {
    let usual: Variant = "kalah".parse().expect("rules");
    match AnyRecord::read_pasted(text, usual) {
        Ok(record) => {
            round_trips(&record, &record.to_string(), |line| AnyRecord::read_pasted(line, usual));
        }
        Err(error) => refuses(&error),
    }
});
