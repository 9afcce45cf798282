//! A table, and arbitrary commands to it: the first line sets it, and each of the others is what
//! the first seat, the second one or a spectator wants.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::round_trips;
use parlor_protocol::message::{FromClient, NewTable};
use parlor_protocol::event_log::{read_log, write_log};
use parlor_rules::Player;
use parlor_table::{Actor, GameLog, Name, Occupant, Opening, Policy, Seat, SeatId};

fuzz_target!(|text: &str| {
    let (first, commands) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(new) = first.parse::<NewTable>() else { return };
    let mut seats = [Occupant::Guest, Occupant::Nobody]
        .map(|occupant| Seat { name: Name::new("Ada"), occupant });
    if new.seat == Some(Player::Two) {
        seats.reverse();
    }
    let mut log = GameLog::continued(Opening {
        game: new.game,
        seats,
        marks: new.marks,
        pie_rule: new.pie_rule,
    });
    for (number, line) in commands.lines().enumerate() {
        let actor =
            [Actor::Seat(SeatId::First), Actor::Seat(SeatId::Second), Actor::Spectator][number % 3];
        let Ok(FromClient::Submission(submission)) = line.parse() else { continue };
        let Ok(events) = log.table().decide(actor, &submission.command, Policy::Remote) else {
            continue;
        };
        for event in events {
            log.append(event).expect("what was decided can happen");
        }
    }
    round_trips(&log, &write_log(&log), read_log);
});
