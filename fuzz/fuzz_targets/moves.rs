//! Games as programs ask for them: rules, a line end, a position, a line end, and moves.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{refuses, round_trips};
use parlor_report::{ReplayReport, TimeLimit, play_moves, read_position};

fuzz_target!(|text: &str| {
    if let Err(error) = text.parse::<TimeLimit>() {
        refuses(&error);
    }
    let mut lines = text.splitn(3, '\n').map(str::to_owned);
    let mut line = || lines.next().unwrap_or_default();
    let (rules, position, moves) = (line(), line(), line());
    let Ok(variant) = rules.parse() else { return };
    let start = match read_position(variant, Some(&*position).filter(|text| !text.is_empty())) {
        Ok(start) => start,
        Err(error) => return refuses(&error),
    };
    match play_moves(start, &moves) {
        Ok(record) => {
            round_trips(&record, &record.to_string(), str::parse);
            let _ = ReplayReport::of(&record);
        }
        Err(error) => refuses(&error),
    }
});
