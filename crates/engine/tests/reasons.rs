use std::sync::atomic::AtomicBool;

use parlor_engine::{Engine, Limits, Size, explain_pit, explain_square, tic_tac_toe};
use parlor_rules::mancala::{Position, Rules};

fn reason(rules: &str, position: &str, pit: &str) -> String {
    let rules: Rules = rules.parse().expect("valid rules");
    let position = Position::parse(rules, position).expect("a valid position");
    let engine = Engine::new(&rules, Size { endgame_stones: 8, transposition_bits: 20 });
    let stop = AtomicBool::new(false);
    engine.build_endgame(1, &stop);
    let analysis = engine.analyze(&position, &Limits::until(&stop), |_| {});
    explain_pit(&position, &analysis, pit.parse().expect("a pit")).expect("a legal pit")
}

#[test]
fn a_good_move_says_what_it_does() {
    let text = reason("kalah", "<6,20,20,0,0,0,1,0,1,0,0,0,0,4,0> S", "6");
    assert!(text.starts_with("best: moves again; wins by "), "{text}");
}

#[test]
fn a_bad_move_says_what_the_other_then_does() {
    // Leaving pit 1 alone lets North land opposite to it and take five.
    let text = reason("kalah", "<6,15,15,5,0,0,0,0,2,0,0,0,0,1,0> S", "6");
    assert_eq!(text, "gives up 12: North then plays 5, captures 6 and ends the game");
}

#[test]
fn squares_are_explained_too() {
    let check = |position: &str, square: &str| {
        let position = position.parse().expect("a valid position");
        let analysis = tic_tac_toe::analyze(&position);
        explain_square(&position, &analysis, square.parse().expect("a square"))
            .expect("a legal square")
    };
    assert_eq!(check("XX.OO.... X", "2"), "best: X has three in a row");
    assert_eq!(check("XX.OO.... X", "8"), "misses the win with 2: O wins, beginning with 5");
    assert_eq!(check("X...O.... X", "1"), "best: nobody can force a win");
    assert_eq!(check("X........ O", "8"), "gives away the tie: X wins, beginning with 2");
}
