//! The wording of messages and announcements.

use parlor_rules::mancala::{Pit, Slot};
use parlor_rules::{AnyRecord, Player};
use parlor_table::{AnyTurn, Event, GameLog, Marks, Name, Occupant, Opening, Request, Seat};
use parlor_wording::say;

fn table(game: &str) -> GameLog {
    GameLog::continued(Opening {
        game: game.parse::<AnyRecord>().expect("a record"),
        seats: [Seat::person("Ada"), Seat::person("Ben")],
        marks: Marks::default(),
    })
}

fn after(game: &str, choice: u8) -> (GameLog, AnyTurn) {
    let mut log = table(game);
    log.append(Event::Moved { choice }).expect("a legal move");
    let turn = log.table().play().last_turn().expect("a turn");
    (log, turn)
}

fn check(game: &str, choice: u8, message: Option<&str>, sentence: &str) {
    let (log, turn) = after(game, choice);
    assert_eq!(say::message(log.table(), &turn).as_deref(), message, "{game}");
    assert_eq!(say::turn(log.table(), &turn), sentence, "{game}");
}

#[test]
fn turns_are_told_from_their_steps() {
    check("gems~S~", 0, None, "Ada sows 4 stones from pit 1, the last into own pit 5. Ben's turn.");
    check(
        "gems~S~",
        2,
        Some("Another turn for Ada!"),
        "Ada sows 4 stones from pit 3, the last into the store. Another turn for Ada! Ada's turn.",
    );
    check(
        "gems~S~",
        5,
        None,
        "Ada sows 4 stones from pit 6, the last into Ben's pit 3. Ben's turn.",
    );
    check(
        "kalah~6-0-0-1-0-0-0-0-3-0-0-0-0-5-1-S~",
        0,
        Some("Ada captures 6 stones!"),
        "Ada sows 1 stone from pit 1, the last into own pit 2. Ada captures 6 stones! Ben's turn.",
    );
    check(
        "kalah~6-20-10-0-0-0-0-0-1-0-0-0-0-5-1-S~",
        5,
        Some("The last 6 stones go to their owner."),
        "Ada sows 1 stone from pit 6, the last into the store. \
         The last 6 stones go to their owner. Ada wins! 21 to 16.",
    );
    check("tic-tac-toe~X~", 4, None, "Ada draws X in centre. Ben's turn.");
    check("tic-tac-toe~X~0314", 2, None, "Ada draws X in top right. Ada wins!");
}

#[test]
fn a_slot_that_cannot_be_played_says_why() {
    let log = table("kalah~6-0-0-0-4-4-4-4-4-4-4-4-4-4-4-S~");
    let rules = log.table().rules().expect("Mancala has rules");
    let pit = |index| Pit::new(index).expect("a pit");
    let said = |slot| say::refusal(log.table(), slot);
    assert_eq!(
        said(pit(0).slot(&rules, Player::One)).as_deref(),
        Some("That pit is empty: choose one with stones.")
    );
    assert_eq!(
        said(pit(0).slot(&rules, Player::Two)).as_deref(),
        Some("That pit is Ben's: choose one of Ada's.")
    );
    assert!(said(Slot::store(&rules, Player::One)).expect("a reason").contains("store"));
    assert_eq!(said(pit(1).slot(&rules, Player::One)), None);
}

#[test]
fn labels_say_owner_number_stones_and_effect() {
    let log = table("gems~S~");
    let position = log.table().play().mancala().expect("Mancala");
    let label = |slot: u8| {
        let slot = Slot::all(position.rules()).nth(slot.into()).expect("a slot");
        say::slot_label(log.table(), position, slot)
    };
    assert_eq!(label(0), "Ada, pit 1, 4 stones");
    assert_eq!(label(2), "Ada, pit 3, 4 stones, goes again");
    assert_eq!(label(6), "Ada, store, 0 stones");
    assert_eq!(label(7), "Ben, pit 1, 4 stones");
}

/// What is said when something happens between the players.
fn told(log: &mut GameLog, event: &Event) -> Option<String> {
    let before = log.table().clone();
    log.append(event.clone()).expect("it can happen");
    say::event(&before, log.table(), event)
}

#[test]
fn what_happens_between_players_is_told() {
    let guest = |name: &str| Seat { name: Name::new(name), occupant: Occupant::Guest };
    let nobody = Seat { name: Name::default(), occupant: Occupant::Nobody };
    let variant = "kalah".parse().expect("a variant");
    let mut log = GameLog::open(variant, [guest("Ada"), nobody]);
    let said = told(&mut log, &Event::Seated { player: Player::Two, seat: guest("Ben") });
    assert_eq!(said.as_deref(), Some("Ben sits down. Ada's turn."));
    let said = told(&mut log, &Event::Renamed { player: Player::Two, name: Name::new("Bob") });
    assert_eq!(said.as_deref(), Some("Ben is now called Bob."));
    for choice in [2, 0] {
        assert_eq!(told(&mut log, &Event::Moved { choice }), None, "the turn says it all");
    }
    let said =
        told(&mut log, &Event::Asked { player: Player::One, request: Request::TakeBack { to: 0 } });
    assert_eq!(said.as_deref(), Some("Ada asks to take back 2 moves."));
    let said = told(&mut log, &Event::Declined { player: Player::Two });
    assert_eq!(said.as_deref(), Some("Bob says no."));
    let said = told(&mut log, &Event::Asked { player: Player::Two, request: Request::Draw });
    assert_eq!(said.as_deref(), Some("Bob offers a tie."));

    // Who leaves after the game takes nothing with them.
    told(&mut log, &Event::Resigned { player: Player::Two });
    let nobody = Seat { name: Name::default(), occupant: Occupant::Nobody };
    let said = told(&mut log, &Event::Seated { player: Player::Two, seat: nobody });
    assert_eq!(said.as_deref(), Some("Bob left the table."));
    assert_eq!(say::status(log.table()), "Player 2 resigned. Ada wins!");
}

#[test]
fn somebody_who_came_by_a_link_sits_at_their_own_screen() {
    let guest = Seat { name: Name::default(), occupant: Occupant::Guest };
    let variant = "kalah".parse().expect("a variant");
    let log = GameLog::open(variant, [guest.clone(), guest]);
    let seen = log.table().seen_from(Some(Player::Two));
    assert!(seen.seat(Player::Two).is_person() && !seen.seat(Player::One).is_person());
    assert_eq!(log.table().seen_from(None), *log.table(), "somebody who watches sits nowhere");
}
