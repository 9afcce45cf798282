//! The boards, as they are printed where there are no colours.

use crate::{parlor, printed};

fn board(rules: &str, position: &str) -> String {
    let text = printed(&parlor(&["replay", "--rules", rules, "--position", position, "--moves="]));
    let (_, rest) = text.split_once("\n\n").expect("a board follows the heading");
    let (board, _) = rest.rsplit_once("\n\n").expect("the state of the game follows the board");
    format!("{board}\n")
}

#[test]
fn a_mancala_board_has_north_above_and_the_stores_at_the_ends() {
    let expected = "
▶ North
            6       5       4       3       2       1
╭───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────╮
│       │  12   │  11   │  10   │   9   │   8   │   7   │       │
│  14   ├───────┼───────┼───────┼───────┼───────┼───────┤  13   │
│       │   1   │   2   │   3   │   4   │   5   │   6   │       │
╰───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────╯
            1       2       3       4       5       6
  South
";
    assert_eq!(board("kalah", "<6,13,14,1,2,3,4,5,6,7,8,9,10,11,12> N"), expected[1..]);
}

#[test]
fn nine_pits_fit_into_eighty_columns() {
    let position = "<9,0,0,1,2,3,4,5,6,7,8,9,9,8,7,6,5,4,3,2,1> S";
    let board = board("kalah,pits=9", position);
    assert!(board.contains("│       │  1  │  2  │  3  │"));
    assert!(board.lines().all(|line| line.chars().count() <= 80), "{board}");
}

#[test]
fn a_finished_game_has_a_star_at_the_winner() {
    let over = board("island", "<6,20,18,0,0,0,0,0,0,1,2,3,4,0,0> S");
    assert!(over.ends_with("★ South\n") && over.starts_with("  North\n"), "{over}");
}

#[test]
fn a_tic_tac_toe_board_numbers_its_free_squares() {
    let expected = "
  X                                                      ▶ O

                    ╭─────┬─────┬─────╮
                    │  X  │  1  │  O  │
                    ├─────┼─────┼─────┤
                    │  3  │  X  │  5  │
                    ├─────┼─────┼─────┤
                    │  6  │  7  │  8  │
                    ╰─────┴─────┴─────╯
";
    assert_eq!(board("tic-tac-toe", "X.O.X.... O"), expected[1..]);
}

#[test]
fn winning_squares_stand_out_without_colours() {
    let won = board("tic-tac-toe", "XXXOO.... O");
    assert!(won.contains("│ [X] │ [X] │ [X] │") && won.contains("│  O  │  O  │  5  │"), "{won}");
}
