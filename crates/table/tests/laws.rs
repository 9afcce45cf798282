//! Laws that hold for every log.

use parlor_rules::{Choice, Player, Variant};
use parlor_table::{Coin, Event, GameLog, Seat};
use proptest::prelude::*;

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn any_event() -> impl Strategy<Value = Event> {
    let player = prop_oneof![Just(Player::One), Just(Player::Two)];
    prop_oneof![
        12 => (0_u8..7).prop_map(|choice| Event::Moved { choice: place(choice) }),
        2 => (0_u16..20).prop_map(|to| Event::TookBack { to }),
        2 => (0_u16..20).prop_map(|to| Event::Redone { to }),
        1 => (player, prop_oneof![Just(Coin::Heads), Just(Coin::Tails)])
            .prop_map(|(player, coin)| Event::Tossed { player, coin }),
        1 => Just(Event::Resigned { player: Player::One }),
        1 => any::<bool>().prop_map(|swapped| Event::Rematched { swapped }),
        1 => Just(Event::Restarted),
    ]
}

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(vec!["gems", "island", "homepits", "kalah,pits=3,stones=2", "tic-tac-toe"])
        .prop_map(|text| text.parse().expect("a variant"))
}

proptest! {
    /// A reader who replays the log sees what the writer saw; refused events leave no trace.
    #[test]
    fn replaying_a_log_gives_the_same_table(
        variant in any_variant(),
        events in prop::collection::vec(any_event(), 0..120),
    ) {
        let mut log = GameLog::open(variant, [Seat::person(""), Seat::person("")]);
        for event in events {
            let before = log.clone();
            if log.append(event).is_err() {
                prop_assert_eq!(&log, &before);
            }
        }
        prop_assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log));
    }

    /// Taking moves back and playing them again changes nothing but what can be redone.
    #[test]
    fn redoing_undoes_an_undo(choices in prop::collection::vec(0_u8..6, 1..40), to in 0_u16..40) {
        let mut log = GameLog::open("kalah".parse().expect("a variant"),
            [Seat::person(""), Seat::person("")]);
        for choice in choices {
            let _ = log.append(Event::Moved { choice: place(choice) });
        }
        let before = log.table().clone();
        let played = u16::try_from(before.play().played()).expect("a short game");
        if log.append(Event::TookBack { to }).is_ok() {
            log.append(Event::Redone { to: played }).expect("moves to play again");
        }
        prop_assert_eq!(log.table(), &before);
    }
}
