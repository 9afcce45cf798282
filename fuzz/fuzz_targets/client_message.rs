//! What a client can send to a server.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::message::FromClient;

fuzz_target!(|text: &str| {
    match text.parse::<FromClient>() {
        Ok(message) => round_trips(&message, &message.to_string(), str::parse),
        Err(misread) => refuses(&misread),
    }
});
