//! Every event and every log is read as it was written, also those of earlier versions.

use std::time::Duration;

use parlor_protocol::event_log::{read_entry, read_log, write_entry, write_log};
use parlor_protocol::old_text;
use parlor_rules::{Choice, Level, Player};
use parlor_table::{
    Clock, Coin, Commitment, Entry, Event, GameLog, Marks, Name, NextStart, Nonce, Note, Occupant,
    Opening, PieRule, Request, Seat,
};
use proptest::prelude::*;

/// A log with every kind of event, as programs stored it before there was JSON.
const STORED: &str = "\
opened\thomepits.stones_3~S~\tXO\tguest\tAda\tnobody\t
by=2\tid=j1\tseated\t2\tguest\tBen
clocked\t300+5
by=1\trenamed\t1\t<b>Eve</b>
marked\t☾★
by=1\tid=c1\tcommitted\t1\t7e8a05365371cf1d39e88a5d033cd27c46e99379578fe4b09783028a940b0ca4
by=1\tid=c2\tcommitted\t1\t7e8a05365371cf1d39e88a5d033cd27c46e99379578fe4b09783028a940b0ca4
toss forfeited\t2
by=1\tid=m1\ttook=5200\tmoved\t3
by=1\tasked\t1\ttake back\t0
by=2\tdeclined\t2
took back\t0
redone\t1
by=2\tasked\t2\tdraw
draw agreed
by=1\tasked\t1\trematch
rematched\tswapped
toss forfeited\t1
time ran out\t2
rematched
tossed\t1\theads
tossed\t2\ttails
resigned\t2
seated\t2\tnobody\tEve
seated\t2\tcomputer 3\tOtto the \"Great\"
restarted
";

/// The same log as it is stored now.
const JSON: &str = r#"{"type":"opened","data":{"game":"homepits.stones_3~S~","seats":[{"occupant":"guest","name":"Ada"},{"occupant":"nobody"}]}}
{"type":"seated","data":{"player":2,"seat":{"occupant":"guest","name":"Ben"}},"by":2,"id":"j1"}
{"type":"clocked","data":{"initial":300,"increment":5}}
{"type":"renamed","data":{"player":1,"name":"<b>Eve</b>"},"by":1}
{"type":"marked","data":{"marks":["☾","★"]}}
{"type":"committed","data":{"player":1,"hash":"7e8a05365371cf1d39e88a5d033cd27c46e99379578fe4b09783028a940b0ca4"},"by":1,"id":"c1"}
{"type":"committed","data":{"player":1,"hash":"7e8a05365371cf1d39e88a5d033cd27c46e99379578fe4b09783028a940b0ca4"},"by":1,"id":"c2"}
{"type":"toss-forfeited","data":{"player":2}}
{"type":"moved","data":{"choice":3},"by":1,"id":"m1","took":5200}
{"type":"asked","data":{"player":1,"for":"takeback","to":0},"by":1}
{"type":"declined","data":{"player":2},"by":2}
{"type":"took-back","data":{"to":0}}
{"type":"redone","data":{"to":1}}
{"type":"asked","data":{"player":2,"for":"draw"},"by":2}
{"type":"draw-agreed"}
{"type":"asked","data":{"player":1,"for":"rematch"},"by":1}
{"type":"rematched","data":{"swapped":true}}
{"type":"toss-forfeited","data":{"player":1}}
{"type":"time-ran-out","data":{"player":2}}
{"type":"rematched","data":{"swapped":false}}
{"type":"tossed","data":{"player":1,"coin":"heads"}}
{"type":"tossed","data":{"player":2,"coin":"tails"}}
{"type":"resigned","data":{"player":2}}
{"type":"seated","data":{"player":2,"seat":{"occupant":"nobody","name":"Eve"}}}
{"type":"seated","data":{"player":2,"seat":{"occupant":"computer","level":3,"name":"Otto the \"Great\""}}}
{"type":"restarted"}
"#;

#[test]
fn a_log_that_was_stored_long_ago_is_read_and_written_anew() {
    let log = read_log(STORED).expect("a log that could have happened");
    assert_eq!(write_log(&log), JSON);
    assert_eq!(read_log(JSON), Ok(log));
}

#[test]
fn what_happened_before_there_was_json_is_still_read() {
    let revealed = "by=1\tid=r1\trevealed\t1\t00112233445566778899aabbccddeeff";
    let nonce = "00112233445566778899aabbccddeeff".parse().expect("a nonce");
    let entry = old_text::read_entry(revealed).expect("an event");
    assert_eq!(entry.event, Event::Revealed { player: Player::One, nonce });
    let opened = "opened\tkalah~S~3\tXO\tguest\tAda\tguest\tBen\tpie\nswapped\nmoved\t0\n";
    let log = read_log(opened).expect("a log with a swap");
    assert_eq!(log.table().names(), ["Ben", "Ada"]);
}

#[test]
fn a_log_without_a_word_on_it_begins_its_next_game_as_earlier_versions_did() {
    let start = "kalah~6-2-0-4-4-4-4-4-4-3-3-4-4-4-4-S~";
    let seats = r#""seats":[{"occupant":"person"},{"occupant":"person"}]"#;
    let opened =
        |more: &str| format!(r#"{{"type":"opened","data":{{"game":"{start}",{seats}{more}}}}}"#);
    let next = |opened: &str| {
        let log = read_log(&format!("{opened}\n{{\"type\":\"restarted\"}}\n")).expect("a log");
        assert!(write_log(&log).starts_with(opened), "it is written as it was read");
        log.table().play().position().to_string()
    };
    assert_eq!(next(&opened("")), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
    assert_eq!(next(&opened(r#","same_start":true"#)), "<6,2,0,4,4,4,4,4,4,3,3,4,4,4,4> S");
    let text = format!("opened\t{start}\tXO\tperson\t\tperson\t\nrestarted\n");
    let log = read_log(&text).expect("a log from before there was JSON");
    assert_eq!(log.table().play().position().to_string(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
}

fn any_player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::One), Just(Player::Two)]
}

fn any_name() -> impl Strategy<Value = Name> {
    any::<String>().prop_map(|typed| Name::new(&typed))
}

fn any_seat() -> impl Strategy<Value = Seat> {
    let level = (1..=8_u8).prop_filter_map("a level", Level::new);
    let occupant = prop_oneof![
        Just(Occupant::Nobody),
        Just(Occupant::Person),
        Just(Occupant::Guest),
        level.prop_map(Occupant::Computer),
    ];
    (any_name(), occupant).prop_map(|(name, occupant)| Seat { name, occupant })
}

fn any_marks() -> impl Strategy<Value = Marks> {
    any::<[char; 2]>().prop_map(|marks| {
        let [one, two] = marks.map(String::from);
        Marks::parse([&one, &two]).unwrap_or_default()
    })
}

fn any_request() -> impl Strategy<Value = Request> {
    prop_oneof![
        Just(Request::Draw),
        any::<u16>().prop_map(|to| Request::TakeBack { to }),
        Just(Request::Rematch),
    ]
}

fn any_event() -> impl Strategy<Value = Event> {
    let games = ["gems~S~36", "tic-tac-toe~X~40", "kalah,pits=3,stones=2~N~1"];
    let game = prop::sample::select(games.map(|game| game.parse().expect("a record")).to_vec());
    let clock = (1..=Clock::MAX_TOTAL, 0..=Clock::MAX_INCREMENT)
        .prop_filter_map("a clock", |(total, increment)| Clock::new(total, increment));
    let pie = prop_oneof![Just(PieRule::Off), Just(PieRule::On)];
    let coin = prop_oneof![Just(Coin::Heads), Just(Coin::Tails)];
    prop_oneof![
        (game, [any_seat(), any_seat()], any_marks(), pie).prop_map(
            |(game, seats, marks, pie_rule)| Event::Opened(Opening {
                game,
                seats,
                marks,
                pie_rule,
                next_start: NextStart::Same,
            })
        ),
        Just(Event::Swapped),
        (any_player(), any_seat()).prop_map(|(player, seat)| Event::Seated { player, seat }),
        (any_player(), any_name()).prop_map(|(player, name)| Event::Renamed { player, name }),
        any_marks().prop_map(Event::Marked),
        clock.prop_map(Event::Clocked),
        (any_player(), any::<[u8; 32]>())
            .prop_map(|(player, hash)| Event::Committed { player, commitment: Commitment(hash) }),
        (any_player(), any::<u128>())
            .prop_map(|(player, nonce)| Event::Revealed { player, nonce: Nonce(nonce) }),
        any_player().prop_map(|player| Event::TossForfeited { player }),
        (any_player(), coin).prop_map(|(player, coin)| Event::Tossed { player, coin }),
        (0_u8..9)
            .prop_filter_map("a place", Choice::new)
            .prop_map(|choice| Event::Moved { choice }),
        any::<u16>().prop_map(|to| Event::TookBack { to }),
        any::<u16>().prop_map(|to| Event::Redone { to }),
        (any_player(), any_request())
            .prop_map(|(player, request)| Event::Asked { player, request }),
        any_player().prop_map(|player| Event::Declined { player }),
        any_player().prop_map(|player| Event::Resigned { player }),
        any_player().prop_map(|player| Event::TimeRanOut { player }),
        Just(Event::DrawAgreed),
        Just(Event::Restarted),
        any::<bool>().prop_map(|swapped| Event::Rematched { swapped }),
    ]
}

fn any_note() -> impl Strategy<Value = Note> {
    let key = "[a-zA-Z0-9_-]{1,32}".prop_map(|key| key.parse().expect("a key"));
    let took = any::<u32>().prop_map(|took| Duration::from_millis(took.into()));
    let note = (prop::option::of(any_player()), prop::option::of(key), prop::option::of(took));
    note.prop_map(|(by, key, took)| Note { by, key, took })
}

proptest! {
    #[test]
    fn every_event_is_one_line_and_is_read_as_it_was_written(
        event in any_event(),
        note in any_note(),
    ) {
        let entry = Entry { event, note };
        let line = write_entry(&entry);
        prop_assert_eq!(line.lines().count(), 1);
        prop_assert_eq!(read_entry(&line), Ok(entry));
    }

    #[test]
    fn every_log_is_read_as_it_was_written(
        variant in prop::sample::select(vec!["gems", "homepits", "tic-tac-toe"]),
        entries in prop::collection::vec((any_event(), any_note()), 0..60),
    ) {
        let people = [Seat::person("Ada"), Seat::person("")];
        let mut log = GameLog::open(variant.parse().expect("a variant"), people);
        for (event, note) in entries {
            let _ = log.append(Entry { event, note });
        }
        prop_assert_eq!(read_log(&write_log(&log)), Ok(log));
    }
}
