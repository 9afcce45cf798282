//! A table that a server keeps, or what pretends to be one: each paragraph is a message from it.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use parlor_protocol::client::{Memory, Output, RemoteHost};
use parlor_table::{Command, Host, Report};

fuzz_target!(|text: &str| {
    let table = "q3mX".parse().expect("an id");
    let mut host = RemoteHost::new(Memory::new(|| 7), table, None, Duration::ZERO);
    let mut reported = 0;
    for (seconds, message) in (0..).zip(text.split("\n\n")) {
        let now = Duration::from_secs(seconds);
        host.tick(now);
        while let Some(output) = host.next_output() {
            if output == Output::Connect {
                host.connected();
            }
        }
        host.received(message, now);
        host.submit(Command::Toss);
        while let Some(report) = host.next_report() {
            if let Report::Changed(change) = report {
                reported += 1;
                assert!(host.log().entries().contains(&change.entry));
            }
        }
        assert!(reported == 0 || host.replica().log().is_some());
    }
});
