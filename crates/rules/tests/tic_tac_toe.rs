//! The laws of Tic-Tac-Toe, checked on every position there is.

use std::collections::HashSet;

use parlor_rules::tic_tac_toe::{IllegalMove, Position, PositionError, Square, Squares, Step};
use parlor_rules::{Game, Outcome, Player};

#[test]
fn three_empty_squares_never_win() {
    let start = Position::start(Player::One);
    assert_eq!(start.outcome(), None);
    assert!(start.winning_squares().is_empty());
    for square in Square::all() {
        let after = start.after(square).unwrap();
        assert_eq!(after.outcome(), None);
        assert!(after.winning_squares().is_empty());
    }
}

#[test]
fn a_ninth_move_that_makes_a_line_is_a_win() {
    let turn = position("XOX OXO OX.", 'X').play(square(8)).unwrap();
    assert_eq!(turn.position().outcome(), Some(Outcome::Win(Player::One)));
    assert_eq!(turn.steps().last(), Some(&Step::End(Outcome::Win(Player::One))));
}

#[test]
fn a_ninth_move_without_a_line_is_a_tie_and_says_so() {
    let turn = position("XOX XOO OX.", 'X').play(square(8)).unwrap();
    assert_eq!(turn.position().outcome(), Some(Outcome::Tie));
    assert_eq!(turn.steps().last(), Some(&Step::End(Outcome::Tie)));
}

#[test]
fn a_move_that_completes_two_lines_highlights_five_squares() {
    for (board, turn, last, expected) in [
        ("XX. OO. ...", 'X', 2, vec![0, 1, 2]),
        (".XX XOO XOO", 'X', 0, vec![0, 1, 2, 3, 6]),
        (".OO OXX OXX", 'O', 0, vec![0, 1, 2, 3, 6]),
        ("XOX O.O XOX", 'X', 4, vec![0, 2, 4, 6, 8]),
        ("OXO X.X OXO", 'X', 4, vec![1, 3, 4, 5, 7]),
    ] {
        let after = position(board, turn).after(square(last)).unwrap();
        let highlighted: Vec<u8> = after.winning_squares().iter().map(Square::index).collect();
        assert_eq!(highlighted, expected, "{board}");
    }
}

#[test]
fn a_taken_square_and_a_finished_game_accept_nothing() {
    let midgame = position("X.. .O. ...", 'X');
    assert_eq!(midgame.after(square(0)), Err(IllegalMove::Taken(square(0))));
    let won = position("XXX OO. ...", 'O');
    assert_eq!(won.moves().count(), 0);
    for square in Square::all() {
        assert_eq!(won.after(square), Err(IllegalMove::GameOver));
    }
}

#[test]
fn every_reachable_position_obeys_the_laws() {
    for position in reachable() {
        let marks = marks_of(position);
        let winner = Player::BOTH.into_iter().find(|&player| has_line(&marks, player));
        let expected = match winner {
            Some(player) => Some(Outcome::Win(player)),
            None => (!marks.contains(&'.')).then_some(Outcome::Tie),
        };
        assert_eq!(position.outcome(), expected, "{position}");
        let free = marks.iter().filter(|&&mark| mark == '.').count();
        assert_eq!(position.moves().count(), if expected.is_none() { free } else { 0 });
        assert!([0, 3, 5].contains(&position.winning_squares().len()), "{position}");
        assert_eq!(position.winning_squares().is_empty(), winner.is_none(), "{position}");

        for square in position.moves() {
            let turn = position.play(square).unwrap();
            let steps = turn.steps();
            assert_eq!(steps[0], Step::Place { player: position.turn(), square });
            let lines = steps.iter().fold(Squares::NONE, |all, step| match step {
                Step::Line(line) => all.union(*line),
                _ => all,
            });
            assert_eq!(lines, turn.position().winning_squares());
            let end = steps.iter().find_map(|step| match step {
                Step::End(outcome) => Some(*outcome),
                _ => None,
            });
            assert_eq!(end, turn.position().outcome());
        }
    }
}

#[test]
fn exactly_the_reachable_positions_can_be_written() {
    let reachable: HashSet<String> = reachable().iter().map(Position::to_string).collect();
    for number in 0..3_usize.pow(9) {
        let board: String =
            (0..9).map(|place| ['.', 'X', 'O'][number / 3_usize.pow(place) % 3]).collect();
        for turn in ['X', 'O'] {
            let text = format!("{board} {turn}");
            let read = text.parse::<Position>();
            assert_eq!(read.is_ok(), reachable.contains(&text), "{text}: {read:?}");
            if let Ok(position) = read {
                assert_eq!(position.to_string(), text);
            }
        }
    }
}

#[test]
fn a_square_cannot_hold_two_marks() {
    let both = [Squares::NONE.with(square(4)); 2];
    assert_eq!(Position::new(both, Player::One), Err(PositionError::TwoMarks));
}

/// Every position of every game, with either player to start.
fn reachable() -> Vec<Position> {
    let mut found: HashSet<Position> = HashSet::new();
    let mut open: Vec<Position> = Player::BOTH.map(Position::start).to_vec();
    while let Some(position) = open.pop() {
        if found.insert(position) {
            open.extend(position.moves().map(|square| position.after(square).unwrap()));
        }
    }
    found.into_iter().collect()
}

fn marks_of(position: Position) -> Vec<char> {
    position.to_string().chars().take(9).collect()
}

fn has_line(marks: &[char], player: Player) -> bool {
    let mark = if player == Player::One { 'X' } else { 'O' };
    let all = |squares: [usize; 3]| squares.iter().all(|&square| marks[square] == mark);
    let row_or_column =
        (0..3).any(|n| all([3 * n, 3 * n + 1, 3 * n + 2]) || all([n, n + 3, n + 6]));
    row_or_column || all([0, 4, 8]) || all([2, 4, 6])
}

/// A position whose rows are written apart.
fn position(rows: &str, turn: char) -> Position {
    let board: String = rows.split(' ').collect();
    format!("{board} {turn}").parse().unwrap_or_else(|error| panic!("{rows} {turn}: {error}"))
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square of the board")
}
