use std::time::Duration;

use super::*;
use parlor_rules::{Choice, Player};
use parlor_table::Name;

use crate::tables::test_rig::{Rig, hello};

#[tokio::test(start_paused = true)]
async fn a_client_that_comes_while_a_move_is_being_stored_is_told_who_thinks_and_for_how_long() {
    let lines = ["opened\ttic-tac-toe~X~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0", "moved\t0"];
    let table = Rig::new().table(lines).await;
    let mut state = table.lock();
    let after = |seconds| state.charged_until + Duration::from_secs(seconds);
    let [moved, comes, stored, later] = [after(5), after(7), after(8), after(10)];
    let square = vec![Event::Moved { choice: Choice::new(4).expect("a square") }];
    state.append(square, Cause::default(), moved).expect("a legal move");

    let hello = hello(table.id.clone(), None);
    let welcome =
        |state: &mut State, now| state.greeting(&table.id, &hello, None, None, now).remove(0);
    assert!(
        welcome(&mut state, comes).contains(r#""thinking":7000,"#),
        "Ben, as far as is committed"
    );
    let (version, committed) = (state.version(), state.once_committed());
    state.confirm(version, committed, stored);
    assert!(welcome(&mut state, later).contains(r#""thinking":2000,"#), "Ada, since she can know");
}

#[tokio::test]
async fn a_player_who_comes_while_a_change_of_sides_is_being_stored_sits_where_they_are_told() {
    let lines = ["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "resigned\t1"];
    let table = Rig::new().table(lines).await;
    let mut state = table.lock();
    let now = Instant::now();
    let swap = vec![Event::Rematched { swapped: true }];
    state.append(swap, Cause::default(), now).expect("the game is over");

    let hello = hello(table.id.clone(), None);
    let seat = Some(SeatId::First);
    let welcome = |state: &mut State| state.greeting(&table.id, &hello, seat, None, now).remove(0);
    assert!(
        welcome(&mut state).contains(r#""seat":1,"#) && !welcome(&mut state).contains("swapped")
    );
    let (version, committed) = (state.version(), state.once_committed());
    assert!(state.confirm(version, committed, now), "seats have changed");
    assert!(
        welcome(&mut state).contains(r#""seat":2,"#) && welcome(&mut state).contains("swapped")
    );
}

#[tokio::test]
async fn no_part_of_a_millisecond_is_lost_between_events() {
    let lines = ["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0", "moved\t0"];
    let table = Rig::new().table(lines).await;
    let mut state = table.lock();
    let begun = state.charged_until;
    for number in 1..=10 {
        let now = begun + number * Duration::from_micros(900);
        let renamed = Event::Renamed { player: Player::Two, name: Name::new("Ben") };
        state.append(vec![renamed], Cause::default(), now).expect("a name");
    }
    let left = state.table.clocks().expect("a clock").left(Player::Two);
    assert_eq!(left, Duration::from_mins(1) - Duration::from_millis(9));
}

#[tokio::test]
async fn events_are_stored_with_the_hashes_of_the_log_up_to_them() {
    let table = Rig::new().table(["opened\ttic-tac-toe~X~\tXO\tguest\tAda\tguest\tBen"]).await;
    let mut state = table.lock();
    let before = state.log.hash();
    let squares =
        [4, 0].map(|square| Event::Moved { choice: Choice::new(square).expect("a square") });
    let appended = state.append(squares.into(), Cause::default(), Instant::now());
    let events = appended.expect("two legal moves").events;
    let mut hash = before;
    for event in events.iter() {
        hash = hash.next(event.json);
        assert_eq!(event.hash, hash);
    }
    assert_eq!((events.count(), state.log.hash()), (2, hash));
    assert!(events.message().contains(hash.told().as_str()), "{}", events.message());
}
