//! Laws that hold for every log and every host.

use parlor_rules::{Choice, Level, Player, Variant};
use parlor_table::{
    Clock, Coin, Command, Commitment, Event, GameLog, Host, LocalHost, Marks, Name, Nonce,
    Occupant, Opening, PieRule, Refusal, Report, Request, Seat, SeatId,
};
use proptest::prelude::*;

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn any_player() -> impl Strategy<Value = Player> + Clone {
    prop_oneof![Just(Player::One), Just(Player::Two)]
}

fn any_seat() -> impl Strategy<Value = Seat> {
    let level = (1_u8..=8).prop_map(|number| Level::new(number).expect("a level"));
    let occupant = prop_oneof![
        1 => Just(Occupant::Nobody),
        3 => Just(Occupant::Person),
        3 => Just(Occupant::Guest),
        1 => level.prop_map(Occupant::Computer),
    ];
    occupant.prop_map(|occupant| Seat { name: Name::new("Eve"), occupant })
}

fn any_marks() -> impl Strategy<Value = Marks> {
    prop::sample::select(vec![["X", "O"], ["O", "X"], ["★", "☾"]])
        .prop_map(|typed| Marks::parse(typed).expect("two symbols"))
}

fn any_request() -> impl Strategy<Value = Request> {
    prop_oneof![
        Just(Request::Draw),
        (0_u16..20).prop_map(|to| Request::TakeBack { to }),
        Just(Request::Rematch),
    ]
}

/// An event of every kind there is. The match below fails to compile when a kind is missing here.
fn any_event() -> impl Strategy<Value = Event> {
    fn is_made_below(event: &Event) {
        match event {
            Event::Opened(_)
            | Event::Seated { .. }
            | Event::Renamed { .. }
            | Event::Marked(_)
            | Event::Clocked(_)
            | Event::Committed { .. }
            | Event::Revealed { .. }
            | Event::TossForfeited { .. }
            | Event::Tossed { .. }
            | Event::Moved { .. }
            | Event::Swapped
            | Event::TookBack { .. }
            | Event::Redone { .. }
            | Event::Asked { .. }
            | Event::Declined { .. }
            | Event::Resigned { .. }
            | Event::TimeRanOut { .. }
            | Event::DrawAgreed
            | Event::Restarted
            | Event::Rematched { .. } => {}
        }
    }
    let player = any_player;
    let nonce = || (0_u128..3).prop_map(Nonce);
    let coin = prop_oneof![Just(Coin::Heads), Just(Coin::Tails)];
    let opening = Opening::new("gems~S~".parse().expect("a record"), people());
    prop_oneof![
        30 => (0_u8..7).prop_map(|choice| Event::Moved { choice: place(choice) }),
        4 => Just(Event::Swapped),
        4 => (0_u16..20).prop_map(|to| Event::TookBack { to }),
        4 => (0_u16..20).prop_map(|to| Event::Redone { to }),
        4 => (player(), coin).prop_map(|(player, coin)| Event::Tossed { player, coin }),
        3 => (player(), nonce()).prop_map(|(player, nonce)| Event::Committed {
            player,
            commitment: Commitment::of(player, nonce),
        }),
        3 => (player(), nonce()).prop_map(|(player, nonce)| Event::Revealed { player, nonce }),
        1 => player().prop_map(|player| Event::TossForfeited { player }),
        1 => (player(), any_seat()).prop_map(|(player, seat)| Event::Seated { player, seat }),
        1 => player().prop_map(|player| Event::Renamed { player, name: Name::new("Eve") }),
        1 => any_marks().prop_map(Event::Marked),
        1 => Just(Event::Clocked(Clock::new(300, 5).expect("a clock"))),
        2 => (player(), any_request()).prop_map(|(player, request)| Event::Asked { player, request }),
        1 => player().prop_map(|player| Event::Declined { player }),
        1 => player().prop_map(|player| Event::Resigned { player }),
        1 => player().prop_map(|player| Event::TimeRanOut { player }),
        1 => Just(Event::DrawAgreed),
        1 => Just(Event::Restarted),
        1 => any::<bool>().prop_map(|swapped| Event::Rematched { swapped }),
        1 => Just(Event::Opened(opening)),
    ]
    .prop_map(|event| {
        is_made_below(&event);
        event
    })
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        12 => (0_u8..7).prop_map(|choice| Command::Move { choice: place(choice) }),
        3 => Just(Command::Swap),
        4 => Just(Command::Toss),
        2 => prop::option::of(0_u16..20).prop_map(|to| Command::Undo { to }),
        2 => prop::option::of(0_u16..20).prop_map(|to| Command::Redo { to }),
        1 => Just(Command::Restart),
        1 => Just(Command::Resign),
        1 => any_marks().prop_map(Command::SetMarks),
        1 => prop::option::of(any_player())
            .prop_map(|player| Command::Rename { player, name: Name::new("Eve") }),
    ]
}

fn people() -> [Seat; 2] {
    [Seat::person("Ada"), Seat::person("Ben")]
}

fn any_log() -> impl Strategy<Value = GameLog> {
    let variants = ["gems", "island", "homepits", "kalah,pits=3,stones=2", "tic-tac-toe"];
    let variant = prop::sample::select(variants.to_vec())
        .prop_map(|text| text.parse::<Variant>().expect("a variant"));
    let pie_rule = prop_oneof![Just(PieRule::Off), Just(PieRule::On)];
    (variant, pie_rule).prop_map(|(variant, pie_rule)| {
        let game = GameLog::open(variant, people()).table().play().record().clone();
        GameLog::continued(Opening { pie_rule, ..Opening::new(game, people()) })
    })
}

proptest! {
    /// A reader who replays the log sees what the writer saw; refused events leave no trace.
    #[test]
    fn replaying_a_log_gives_the_same_table(
        mut log in any_log(),
        events in prop::collection::vec(any_event(), 0..150),
    ) {
        for event in events {
            let before = log.clone();
            if log.append(event).is_err() {
                prop_assert_eq!(&log, &before);
            }
        }
        prop_assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log));
    }

    /// Taking turns back and playing them again changes nothing but what can be redone.
    #[test]
    fn redoing_undoes_an_undo(
        mut log in any_log(),
        events in prop::collection::vec(any_event(), 1..60),
        to in 0_u16..40,
    ) {
        // A new person at the table begins a new match, which no undo brings back.
        for event in events.into_iter().filter(|event| !matches!(event, Event::Seated { .. })) {
            let _ = log.append(event);
        }
        // What is asked, and what had been taken back before, is forgotten with good reason.
        let before = log.table().clone();
        prop_assume!(before.request().is_none() && before.play().undone() == 0);
        let played = u16::try_from(before.play().played()).expect("a short game");
        if log.append(Event::TookBack { to }).is_ok() {
            log.append(Event::Redone { to: played }).expect("turns to play again");
            prop_assert_eq!(log.table(), &before);
        }
    }

    /// What a host offers happens when it is submitted, what it does not offer is refused, and every
    /// event is reported with the table before and after it.
    #[test]
    fn a_host_does_what_it_offers_and_reports_it(
        log in any_log(),
        commands in prop::collection::vec((any_command(), any::<bool>()), 0..80),
    ) {
        let coins = std::cell::Cell::new(0_u32);
        let mut host = LocalHost::new(log, move || {
            coins.set(coins.get() + 1);
            if coins.get().is_multiple_of(3) { Coin::Heads } else { Coin::Tails }
        });
        for (command, _) in commands {
            let offered = host.offer(&command);
            let mut table = host.table().clone();
            host.submit(command);
            match host.next_report() {
                Some(Report::Refused { key: None, refusal }) => {
                    prop_assert_eq!(offered, Err(refusal));
                    prop_assert!(host.next_report().is_none());
                }
                mut report => {
                    prop_assert!(offered.is_ok());
                    while let Some(Report::Changed(change)) = report {
                        prop_assert_eq!(&change.before, &table);
                        let moved = matches!(change.entry.event, Event::Moved { .. });
                        prop_assert_eq!(change.turn.is_some(), moved);
                        prop_assert_eq!(table.apply(&change.entry), Ok(change.turn));
                        prop_assert_eq!(&change.table, &table);
                        report = host.next_report();
                    }
                }
            }
            prop_assert_eq!(host.table(), &table);
        }
    }

    /// A seat keeps its occupant, its score and its time, whichever side it has.
    #[test]
    fn a_swap_moves_people_and_leaves_the_board(
        mut log in any_log(),
        events in prop::collection::vec(any_event(), 0..60),
    ) {
        for event in events {
            let _ = log.append(event);
        }
        let before = log.table().clone();
        if log.append(Event::Swapped) == Err(Refusal::NoSwap) {
            return Ok(());
        }
        let after = log.table();
        if before == *after {
            return Ok(());
        }
        prop_assert_eq!(before.play().position(), after.play().position());
        prop_assert_eq!(before.turn(), after.turn());
        for seat in SeatId::BOTH {
            let [was, is] = [before.side(seat), after.side(seat)];
            prop_assert_ne!(was, is);
            prop_assert_eq!(before.seat(was), after.seat(is));
            prop_assert_eq!(before.score().wins(was), after.score().wins(is));
        }
    }
}
