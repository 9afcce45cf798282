//! How puzzles and starts are made.

use parlor_engine::{Opponent, Size};
use parlor_puzzles::{Doubt, EvenStarts, Maker, Prover, Puzzle, Request, Theme};
use parlor_rules::Variant;
use parlor_rules::mancala::Rules;

fn variant(rules: &str) -> Variant {
    rules.parse().expect("rules")
}

fn made(rules: &str, theme: Theme, seed: u64, count: usize) -> Vec<Puzzle> {
    let mut maker = Maker::new(Request { variant: variant(rules), theme, seed });
    let mut puzzles = Vec::new();
    while puzzles.len() < count {
        puzzles.extend(maker.play_one());
    }
    puzzles
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_another_seed_makes_others() {
    for (rules, theme) in
        [("kalah", Theme::Win), ("gems,pits=4", Theme::Tie), ("avalanche", Theme::Chain)]
    {
        let puzzles = made(rules, theme, 7, 3);
        assert_eq!(puzzles, made(rules, theme, 7, 3), "{rules}");
        assert_ne!(puzzles, made(rules, theme, 8, 3), "{rules}");
    }
}

#[test]
fn what_is_made_is_proved_by_somebody_who_knows_nothing_of_it() {
    for (rules, theme) in [
        ("homepits,stones=3", Theme::Win),
        ("kalah,pits=5", Theme::Tie),
        ("homepits", Theme::Chain),
        ("tic-tac-toe", Theme::Tie),
        ("tic-tac-toe", Theme::Win),
    ] {
        let size = Size { endgame_stones: 0, transposition_bits: 20 };
        let opponent = Opponent::new(variant(rules), |_| size);
        for puzzle in made(rules, theme, 3, 3) {
            assert_eq!(Prover::new(&opponent).prove(&puzzle), Ok(()), "{puzzle}");
            assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle));
        }
    }
}

#[test]
fn what_a_puzzle_claims_wrongly_is_found_out() {
    let opponent = Opponent::new(variant("tic-tac-toe"), |_| Size {
        endgame_stones: 0,
        transposition_bits: 20,
    });
    let prove = |text: &str| {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        Prover::new(&opponent).prove(&puzzle)
    };
    // Only the centre answers a corner.
    let right = "tie 6 0 tic-tac-toe~X........-O~41263";
    assert_eq!(prove(right), Ok(()));
    for wrong in [
        "tie 6 0 tic-tac-toe~X........-O~51263",
        "tie 5 0 tic-tac-toe~X........-O~41263",
        "tie 6 +1 tic-tac-toe~X........-O~41263",
        "tie 6 0 tic-tac-toe~X........-O~412",
    ] {
        let found = Box::new(right.parse().expect("a puzzle"));
        assert_eq!(prove(wrong), Err(Doubt::Otherwise(found)), "{wrong}");
    }
    // Nothing is wrong in the first move of a game.
    assert_eq!(prove("tie 6 0 tic-tac-toe~X~4"), Err(Doubt::NotUnique));
    assert_eq!(prove("win 6 +1 tic-tac-toe~X........-O~4"), Err(Doubt::NotUnique));
}

#[test]
fn text_that_is_no_puzzle_is_refused() {
    for text in [
        "",
        "win 2 +6",
        "lose 2 +6 kalah~S~3",
        "win -1 +6 kalah~S~3",
        "win 2 six kalah~S~3",
        "win 2 +6 kalah~S~33",
        "win 2 +6 kalah~S~",
        "win 2 +6 kalah~S~1s",
        "win 2 +6 kalah~S~3 4",
    ] {
        assert!(text.parse::<Puzzle>().is_err(), "{text}");
    }
}

#[test]
fn starts_are_found_nearest_to_the_usual_one_first() {
    let rules: Rules = "kalah,pits=4".parse().expect("rules");
    let starts: Vec<_> = EvenStarts::new(&rules, 3, 1).take(5).collect();
    assert_eq!(starts, EvenStarts::new(&rules, 3, 1).take(5).collect::<Vec<_>>());
    let moved =
        |slots: Vec<u8>| -> u8 { slots[..4].iter().map(|&pit| pit.saturating_sub(3)).sum() };
    assert!(starts.is_sorted_by_key(|start| moved(start.slots())));
    assert_eq!(starts.len(), 5);
}
