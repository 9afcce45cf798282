use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Limits, Opponent, Size, tic_tac_toe};
use parlor_rules::tic_tac_toe::Position;
use parlor_rules::{AnyPosition, AnyRecord, Choice, Game, Level, Outcome, Player, Variant};

fn start() -> AnyPosition {
    AnyPosition::opening(Variant::TicTacToe)
}

fn choose(position: &AnyPosition, level: Level, dice: &mut Dice) -> Choice {
    let opponent = Opponent::new(position.variant(), |_| unreachable!("no engine is needed"));
    let choice = opponent.choose(position, level, 0, dice, &AtomicBool::new(false));
    choice.expect("a game goes on by a move")
}

/// Lets the strongest level meet every possible reply.
fn never_loses(position: &AnyPosition, strongest: Player, dice: &mut Dice) {
    if let Some(outcome) = position.outcome() {
        assert_ne!(outcome, Outcome::Win(!strongest), "{position}");
    } else if position.turn() == strongest {
        let square = choose(position, Level::STRONGEST, dice);
        never_loses(&position.after(square).expect("a legal move"), strongest, dice);
    } else {
        for square in position.moves() {
            never_loses(&position.after(square).expect("a legal move"), strongest, dice);
        }
    }
}

#[test]
fn the_strongest_level_never_loses_tic_tac_toe() {
    for seed in 0..20 {
        for strongest in Player::BOTH {
            never_loses(&start(), strongest, &mut Dice::new(seed));
        }
    }
}

#[test]
fn weaker_levels_can_lose_tic_tac_toe() {
    for level in Level::all().take(4) {
        let mut dice = Dice::new(7);
        let lost = (0..200).any(|_| {
            let mut position = start();
            while position.outcome().is_none() {
                let turn = if position.turn() == Player::One { Level::STRONGEST } else { level };
                let square = choose(&position, turn, &mut dice);
                position = position.after(square).expect("a legal move");
            }
            position.outcome() == Some(Outcome::Win(Player::One))
        });
        assert!(lost, "level {} never lost", level.number());
    }
}

/// In relay sowing many turns go again, and what they lead to grows with every one of them.
#[test]
fn a_look_ahead_has_an_end_in_relay_sowing() {
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: 7, proofs: false, ..Limits::until(&stop) };
    for moves in ["", "413", "1562522361", "542"] {
        let game = format!("kalah.relay_on.captures_off~S~{moves}");
        let record: AnyRecord = game.parse().expect("a game");
        let size = Size { endgame_stones: 4, transposition_bits: 20 };
        let opponent = Opponent::new(record.position().variant(), |_| size);
        let nodes = opponent.analyze(record.position(), &limits, |_| {}).nodes;
        assert!(nodes < 20_000, "{game}: {nodes} boards");
    }
}

#[test]
fn tic_tac_toe_is_a_tie() {
    let analysis = tic_tac_toe::analyze(&Position::start(Player::One));
    assert!(analysis.is_proved());
    assert!(analysis.moves.iter().all(|entry| entry.value == 0));
}

/// What a level thinks of going on as the second player, after these moves.
fn would_swap(game: &str, level: u8) -> bool {
    let record: AnyRecord = game.parse().expect("a game");
    let size = Size { endgame_stones: 4, transposition_bits: 20 };
    let opponent = Opponent::new(record.position().variant(), |_| size);
    let level = Level::new(level).expect("a level");
    let (mut dice, stop) = (Dice::new(1), AtomicBool::new(false));
    opponent.would_swap(record.position(), level, 100_000, &mut dice, &stop)
}

#[test]
fn a_level_swaps_when_it_values_moving_on_below_zero() {
    for level in [5, 7, 8] {
        assert!(would_swap("kalah~S~6", level), "level {level} keeps the side that is behind");
        assert!(!would_swap("kalah~S~1", level), "level {level} gives a good side away");
    }
    assert!(!would_swap("tic-tac-toe~X~4", 8));
}
