//! What a server, or an impostor, can send to a browser.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_protocol::message::FromServer;

fuzz_target!(|text: &str| {
    match text.parse::<FromServer>() {
        Ok(message) => round_trips(&message, &message.to_string(), str::parse),
        Err(misread) => refuses(&misread),
    }
});
