//! What holds for every position that can be written down.

use std::error::Error;
use std::fmt::Debug;

use parlor_rules::mancala::{self, Slot};
use parlor_rules::{Game, tic_tac_toe};

/// Exactly the listed moves are legal, and a finished game lists none.
pub fn legal_moves_are_legal<G: Game>(position: &G, all: impl IntoIterator<Item = G::Move>) {
    let listed: Vec<G::Move> = position.moves().collect();
    for choice in all {
        assert_eq!(position.after(choice).is_ok(), listed.contains(&choice), "{position} {choice:?}");
    }
    if position.outcome().is_some() {
        assert!(listed.is_empty(), "{position}");
    } else {
        assert!(!listed.is_empty(), "{position}");
    }
}

/// Turns conserve stones, and their steps tell how the new position came about.
pub fn turns_are_true(position: &mancala::Position) {
    for pit in position.moves() {
        let turn = position.play(pit).expect("a listed move is legal");
        let mut slots = position.slots();
        for step in turn.steps() {
            step.apply(&mut slots);
        }
        assert_eq!(slots, turn.position().slots(), "{position} {pit}");
        assert_eq!(total(&slots), total(&position.slots()), "{position} {pit}");
    }
}

/// What a value is printed as is read as the same value.
pub fn round_trips<T: Debug + PartialEq, E: Debug>(
    value: &T,
    printed: &str,
    read: impl FnOnce(&str) -> Result<T, E>,
) {
    match read(printed) {
        Ok(again) => assert_eq!(&again, value, "'{printed}'"),
        Err(error) => panic!("'{printed}' is not read again: {error:?}"),
    }
}

/// A refusal is one sentence, and whatever it quotes steers no terminal.
pub fn refuses(error: &impl Error) {
    let sentence = error.to_string();
    assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{sentence:?}");
}

/// Every pit that any board can have.
pub fn pits() -> impl Iterator<Item = mancala::Pit> {
    (0..mancala::Rules::MAX_PITS).filter_map(mancala::Pit::new)
}

/// Everything there is to check about a Mancala position.
pub fn check_mancala(position: &mancala::Position) {
    let rules = *position.rules();
    round_trips(position, &position.to_string(), |text| mancala::Position::parse(rules, text));
    legal_moves_are_legal(position, pits());
    turns_are_true(position);
    let in_slots: u32 = Slot::all(&rules).map(|slot| u32::from(position.stones(slot))).sum();
    assert_eq!(in_slots, total(&position.slots()));
}

/// Everything there is to check about a Tic-Tac-Toe position.
pub fn check_tic_tac_toe(position: &tic_tac_toe::Position) {
    round_trips(position, &position.to_string(), str::parse);
    legal_moves_are_legal(position, tic_tac_toe::Square::all());
}

fn total(slots: &[u8]) -> u32 {
    slots.iter().map(|&stones| u32::from(stones)).sum()
}
