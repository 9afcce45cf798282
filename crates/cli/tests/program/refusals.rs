//! What makes no sense: exit code 2 and one sentence that names the part.

use crate::parlor;

/// Checks the whole of standard error.
fn check(arguments: &[&str], complaint: &str) {
    let output = parlor(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {complaint}\n"));
}

#[test]
fn an_illegal_move_is_named_by_its_number() {
    let replay = |rules: &str, moves: &str, complaint: &str| {
        check(&["replay", "--rules", rules, "--moves", moves, "--json"], complaint);
    };
    replay("kalah", "3,3", "move 2: pit 3 is empty");
    replay("kalah", "7", "move 1: there is no pit 7: choose one from 1 to 6");
    replay("kalah", "3,0", "move 2: '0' is not a move");
    replay("kalah", "3,12", "move 2: '12' is not a move");
    replay("kalah", "3,,6", "move 2: '' is not a move");
    replay("kalah", "-1", "move 1: '-1' is not a move");
    replay("kalah", "x", "move 1: 'x' is not a move");
    let once = "the players can swap sides once, before the second player has moved";
    replay("kalah", "s", &format!("move 1: {once}"));
    replay("kalah", "4,s,s", &format!("move 3: {once}"));
    replay("tic-tac-toe", "4,s", &format!("move 2: {once}"));
    replay("tic-tac-toe", "4 4", "move 2: square 4 is taken");
    replay("tic-tac-toe", "9", "move 1: '9' is not a move");
    replay("tic-tac-toe", "041328", "move 6: the game is over");
}

#[test]
fn a_bad_position_is_refused() {
    let moves = |rules, position, complaint| {
        check(&["moves", "--rules", rules, "--position", position], complaint);
    };
    moves(
        "kalah",
        "<2,0,0,1,1,1,1> S",
        "--position: the board has '2' pits a side, but the rules have 6",
    );
    moves(
        "kalah,pits=2",
        "<2,0,0,1,1,1> S",
        "--position: the board has 5 pits and stores instead of 6",
    );
    moves(
        "kalah,pits=2",
        "<2,0,0,1,1,1,x> S",
        "--position: 'x' is not a number of stones from 0 to 255",
    );
    moves(
        "kalah,pits=2",
        "<2,0,0,1,1,1,1> Q",
        "--position: 'Q' is not a side to move: write S or N",
    );
    moves(
        "kalah,pits=2",
        "<2,200,0,1,1,99,1> S",
        "--position: there are more than 255 stones on the board",
    );
    moves(
        "tic-tac-toe",
        "XX....... O",
        "--position: the numbers of X and O do not fit the mark to move",
    );
    moves("tic-tac-toe", "X?....... O", "--position: '?' is not a mark: write X, O or .");
}

#[test]
fn bad_rules_are_refused_by_every_command() {
    let complaint = "--rules: stones=11 is not possible: a pit starts with 1 to 10 stones";
    for command in [&["moves"][..], &["replay", "--moves="], &["perft", "--depth=1"], &["play"]] {
        check(&[command, &["--rules", "kalah,stones=11"]].concat(), complaint);
    }
    check(
        &["moves", "--rules", "tic-tac-toe,stones=3"],
        "--rules: Tic-Tac-Toe has no choices: leave out ',stones=3'",
    );
    check(
        &["moves", "--rules", "kalah,colour=red"],
        "--rules: 'colour' is not a choice: the choices are \
        pits, stones, first, origin, take, stone, empty, lap, over, rest, relay and captures",
    );
}

#[test]
fn a_bad_depth_is_refused() {
    for depth in ["-1", "x", "1.5", "4294967296", ""] {
        check(
            &["perft", "--rules", "kalah", "--depth", depth],
            &format!("--depth: '{depth}' is not a number of turns from 0 to 4294967295"),
        );
    }
}

#[test]
fn a_bad_record_is_refused() {
    check(&["replay", "--game", "kalah~S~33"], "--game: move 2: pit 3 is empty");
    check(
        &["replay", "--game", "x"],
        "--game: a game looks like 'kalah~S~36': rules, start and moves",
    );
}

#[test]
fn what_the_computer_cannot_do_is_refused() {
    check(
        &["analyze", "--rules", "kalah", "--time", "1h"],
        "--time: '1h' is not a time: write 500ms, 1s or 2m",
    );
    check(
        &["arena", "--levels", "8-9"],
        "--levels: '8-9' does not name levels from 0 to 8: write 1-8 or 0,3,5",
    );
    for seat in ["0", "9", "robot", ""] {
        check(
            &["play", "--north", seat],
            &format!("--north: '{seat}' cannot play: write human, or a level from 1 to 8"),
        );
    }
    for arguments in [
        &["analyze", "--rules", "kalah"][..],
        &["analyze", "--rules", "kalah", "--nodes", "-1"],
        &["solve"],
        &["solve", "--rules", "kalah", "--memory", "1"],
        &["solve", "--rules", "kalah", "--threads", "0"],
        &["arena", "--games", "x"],
        &["bench", "--dance"],
    ] {
        let output = parlor(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{arguments:?}");
    }
}

#[test]
fn too_many_names_are_refused() {
    check(
        &["play", "--names", "a,b,c"],
        "--names: write two names with one comma between them, such as Ada,Ben",
    );
}

#[test]
fn a_complaint_is_one_line_that_steers_no_terminal() {
    let output = parlor(&["moves", "--rules", "a\u{1b}[2J\nb"]);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        complaint.starts_with(r"error: --rules: 'a\u{1b}[2J\nb' is no rule set"),
        "{complaint}"
    );
    assert_eq!(complaint.lines().count(), 1);
}

#[test]
fn unknown_or_missing_arguments_are_refused() {
    check(&["dance"], "unrecognized subcommand 'dance' (see --help)");
    check(&["play", "-x"], "unexpected argument '-x' found (see --help)");
    check(&["play", "\u{202e}"], r"unexpected argument '\u{202e}' found (see --help)");
    let missing = "the following required arguments were not provided:";
    check(&["moves"], &format!("{missing} --rules <RULES> (see --help)"));
    check(&["replay", "--rules=kalah"], &format!("{missing} --moves <MOVES> (see --help)"));
    check(
        &["play", "--speed", "warp"],
        "invalid value 'warp' for '--speed <SPEED>' [possible values: instant, fast, slow] \
        (see --help)",
    );
}

#[test]
fn a_program_asked_for_nothing_explains_itself() {
    let output = parlor(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: parlor <COMMAND>"));
}
