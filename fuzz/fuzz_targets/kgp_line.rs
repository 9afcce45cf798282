//! Lines of the Kalah Game Protocol, and what server and bot do about them.

#![no_main]

use std::iter::from_fn;

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_kgp::{ClientSession, Line, Mode, ServerSession};

fuzz_target!(|text: &str| {
    let (mut server, mut client) =
        (ServerSession::new(), ClientSession::new(Mode::Freeplay, None, None));
    server.ask("<3,0,0,3,3,3,3,3,3>".parse().expect("a board"));
    for text in text.lines() {
        match text.parse::<Line>() {
            Ok(line) => round_trips(&line, &line.to_string(), str::parse),
            Err(wrong) => refuses(&wrong),
        }
        server.received(text);
        client.received(text);
        for line in from_fn(|| server.next_line()).chain(from_fn(|| client.next_line())) {
            assert!(line.parse::<Line>().is_ok_and(|line| line.id.is_some()), "{line}");
        }
    }
});
