//! Why a move is good or bad, in a sentence that its line bears out.

use std::sync::atomic::AtomicBool;

use parlor_engine::{Limits, Opponent, Size, explain};
use parlor_rules::{AnyPosition, Game, Player, Variant};
use parlor_wording::{Players, Voice, reason};

fn said(variant: &str, position: &str, digit: char, voice: Voice) -> String {
    let variant: Variant = variant.parse().expect("a game");
    let position = AnyPosition::parse(variant, position).expect("a valid position");
    let size = Size { endgame_stones: 8, transposition_bits: 20 };
    let opponent = Opponent::new(position.variant(), |_| size);
    let analysis = opponent.analyze(&position, &Limits::until(&AtomicBool::new(false)), |_| {});
    let choice = position.read_digit(digit).expect("a move");
    let why = explain(&position, &analysis, choice).expect("a legal move");
    reason(Players { names: ["Ada", "Ben"], voice }, &why)
}

#[test]
fn the_best_pit_says_what_it_does() {
    let position = "<6,20,20,0,0,0,1,0,1,0,0,0,0,4,0> S";
    let best = said("kalah", position, '6', Voice::ToBoth);
    assert!(best.starts_with("This is the best move: it moves again and wins by "), "{best}");
}

#[test]
fn a_bad_pit_says_what_the_other_player_then_does() {
    let position = "<6,15,15,5,0,0,0,0,2,0,0,0,0,1,0> S";
    assert_eq!(
        said("kalah", position, '6', Voice::ToOne(Player::One)),
        "This gives up 12: Ben then plays pit 5, captures 5 and ends the game."
    );
    assert_eq!(
        said("kalah", position, '6', Voice::ToOne(Player::Two)),
        "This gives up 12: you then play pit 5, capture 5 and end the game."
    );
}

#[test]
fn a_relay_says_what_it_scores() {
    let rules = "kalah,relay=on,captures=off";
    let position = "<6,20,20,0,0,0,1,1,0,1,0,0,0,0,0> S";
    assert_eq!(
        said(rules, position, '4', Voice::ToBoth),
        "This is the best move: it scores 1, moves again and wins by 1."
    );
    let position = "<6,20,20,1,0,0,1,2,0,0,0,0,1,1,2> S";
    assert_eq!(
        said(rules, position, '4', Voice::ToOne(Player::One)),
        "This gives up 2: better to play pit 1.",
        "Ben scores 1 after the best move, too"
    );
}

#[test]
fn squares_have_reasons_too() {
    let said = |position, digit| said("tic-tac-toe", position, digit, Voice::ToOne(Player::One));
    assert_eq!(said("XX.OO.... X", '2'), "This makes three in a row.");
    assert_eq!(
        said("XX.OO.... X", '8'),
        "This misses the win in the top right. Ben answers in the middle right."
    );
    assert_eq!(said("X...O.... X", '1'), "This is the best move: neither side can force a win.");
    assert_eq!(said("X........ O", '8'), "This gives away the tie. You answer in the top right.");
}
