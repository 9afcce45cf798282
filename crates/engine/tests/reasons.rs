use std::sync::atomic::AtomicBool;

use parlor_engine::{
    Analysis, Certainty, Limits, Loss, MoveValue, Opponent, Reason, Size, Why, explain,
};
use parlor_rules::mancala::Step;
use parlor_rules::{AnyPosition, AnyStep, AnyTurn, Choice, Game, Variant};

fn position(variant: &str, position: &str) -> AnyPosition {
    let variant: Variant = variant.parse().expect("a game");
    AnyPosition::parse(variant, position).expect("a valid position")
}

fn choice(position: &AnyPosition, digit: char) -> Choice {
    position.read_digit(digit).expect("a move")
}

fn reason(position: &AnyPosition, digit: char) -> Reason {
    let size = Size { endgame_stones: 8, transposition_bits: 20 };
    let opponent = Opponent::new(position.variant(), |_| size);
    let analysis = opponent.analyze(position, &Limits::until(&AtomicBool::new(false)), |_| {});
    explain(position, &analysis, choice(position, digit)).expect("a legal move")
}

/// The digits of some turns in a row.
fn digits(turns: &[AnyTurn]) -> String {
    turns.iter().map(|turn| turn.before().digit(turn.choice())).collect()
}

#[test]
fn a_good_move_is_what_it_does() {
    let position = position("kalah", "<6,20,20,0,0,0,1,0,1,0,0,0,0,4,0> S");
    let Reason { value, certainty, why } = reason(&position, '6');
    assert!(value > 0);
    assert_eq!(certainty, Certainty::Proved);
    let Why::Best { turn } = why else { panic!("{why:?}") };
    assert!(turn.steps().contains(&AnyStep::Mancala(Step::Again)));
}

#[test]
fn a_bad_move_is_what_the_other_player_then_does() {
    // Leaving pit 1 alone lets North land opposite to it and take five.
    let position = position("kalah", "<6,15,15,5,0,0,0,0,2,0,0,0,0,1,0> S");
    let Reason { why, .. } = reason(&position, '6');
    let Why::Allows { loss, reply } = why else { panic!("{why:?}") };
    assert_eq!((loss.margin, loss.certainty), (12, Certainty::Proved));
    assert_eq!(digits(&reply), "5");
    let captured = |step: &AnyStep| match step {
        AnyStep::Mancala(step) => step.captured(),
        AnyStep::TicTacToe(_) => 0,
    };
    assert_eq!(reply[0].steps().iter().map(captured).max(), Some(6));
    assert!(reply[0].position().outcome().is_some());
}

#[test]
fn squares_have_reasons_too() {
    let check = |text: &str, digit: char| reason(&position("tic-tac-toe", text), digit);

    let Reason { value, why, .. } = check("XX.OO.... X", '2');
    let Why::Best { turn } = why else { panic!("{why:?}") };
    assert_eq!(value, 1);
    assert!(turn.position().outcome().is_some(), "three in a row");

    let Reason { value, why, .. } = check("XX.OO.... X", '8');
    let Why::Allows { loss: Loss { margin, best, best_value, .. }, reply } = why else {
        panic!("{why:?}");
    };
    assert_eq!((value, margin, best.index(), best_value), (-1, 2, 2, 1), "misses the win");
    assert_eq!(digits(&reply), "5");

    assert!(matches!(check("X...O.... X", '1'), Reason { value: 0, why: Why::Best { .. }, .. }));

    let Reason { value, why, .. } = check("X........ O", '8');
    let Why::Allows { loss, reply } = why else { panic!("{why:?}") };
    assert_eq!((value, loss.best_value), (-1, 0), "gives away the tie");
    assert_eq!(digits(&reply), "2");
}

#[test]
fn an_estimate_above_a_proved_win_is_only_an_estimate() {
    let position = position("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
    let worth = |digit, value, certainty| {
        let choice = choice(&position, digit);
        MoveValue { choice, value, certainty, line: vec![choice] }
    };
    let moves = vec![worth('3', 2, Certainty::Proved), worth('6', 4, Certainty::Estimated)];
    let analysis = Analysis { moves, nodes: 0 };
    let why = |digit| explain(&position, &analysis, choice(&position, digit)).map(|it| it.why);
    assert!(matches!(why('3'), Some(Why::Best { .. })));
    let Some(Why::Unsure { safe, value }) = why('6') else { panic!("{:?}", why('6')) };
    assert_eq!((safe.choice(), value), (choice(&position, '3'), 2));
    assert_eq!(why('1'), None, "the analysis says nothing about it");
}
