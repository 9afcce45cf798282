//! An error names the part that is wrong.

use std::fmt::Display;

use parlor_rules::mancala::{Pit, Position, Rules};
use parlor_rules::tic_tac_toe;
use parlor_rules::{AnyRecord, Variant};

use crate::notated;

#[test]
fn wrong_rules_are_named() {
    for (text, part) in [
        ("", "''"),
        ("chess", "'chess'"),
        ("kalah2", "'kalah2'"),
        ("kalah,pits=0", "pits=0"),
        ("kalah,pits=10", "pits=10"),
        ("kalah,pits=six", "pits=six"),
        ("kalah,pits=256", "pits=256"),
        ("kalah,stones=0", "stones=0"),
        ("kalah,stones=11", "stones=11"),
        ("kalah,stones=-4", "stones=-4"),
        ("kalah,stones", "stones="),
        ("kalah,seeds=4", "'seeds'"),
        ("kalah,gems", "'gems'"),
        ("kalah,", "''"),
        ("kalah,first=3", "first=3"),
        ("kalah,origin=maybe", "origin=maybe"),
        ("kalah,take=all", "take=all"),
        ("kalah,stone=away", "stone=away"),
        ("kalah,empty=full", "empty=full"),
        ("kalah,lap=2", "lap=2"),
        ("kalah,over=never", "over=never"),
        ("kalah,rest=burn", "rest=burn"),
        ("kalah,relay=maybe", "relay=maybe is not possible: relay is on or off"),
        ("kalah,captures=none", "captures=none is not possible: captures is on or off"),
        ("kalah,relay=on,relay=off", "relay is given twice"),
        ("kalah,stones=4,stones=5", "stones is given twice"),
        ("island,empty=bank", "empty=bank contradicts stone=stay"),
        ("gems,stone=stay", "empty=bank contradicts stone=stay"),
        ("homepits,lap=none", "lap contradicts origin=skip"),
        ("stones=4", "pits is missing"),
        (
            "pits=6,stones=4,first=1,origin=sow,take=store,stone=store,empty=none,over=row,\
             rest=owner",
            "lap is missing",
        ),
        ("pits=6,stones=4,first=1,origin=sow,over=row,rest=owner,relay=on", "take is missing"),
    ] {
        check(text, text.parse::<Rules>(), part);
        check(text, text.parse::<Variant>(), part);
        if !text.contains('~') {
            let record = format!("{}~S~", text.replace(',', ".").replace('=', "_"));
            check(&record, record.parse::<AnyRecord>(), part);
        }
    }
}

#[test]
fn wrong_mancala_positions_are_named() {
    for (text, part) in [
        ("", "looks like"),
        ("2,0,0,1,1,1,1 S", "looks like"),
        ("<2,0,0,1,1,1,1 S", "looks like"),
        ("<3,0,0,1,1,1,1> S", "'3' pits a side"),
        ("<two,0,0,1,1,1,1> S", "'two' pits a side"),
        ("<> S", "'' pits a side"),
        ("<2,0,0,1,1,1> S", "5 pits and stores instead of 6"),
        ("<2,0,0,1,1,1,1,1> S", "7 pits and stores instead of 6"),
        ("<2> S", "0 pits and stores instead of 6"),
        ("<2,0,0,1,x,1,1> S", "'x'"),
        ("<2,0,0,1,256,1,1> S", "'256'"),
        ("<2,0,0,1,-1,1,1> S", "'-1'"),
        ("<2,0,0,1,,1,1> S", "''"),
        ("<2,100,100,50,6,0,0> S", "more than 255 stones"),
        ("<2,0,0,1,1,1,1> W", "'W'"),
        ("<2,0,0,1,1,1,1>", "''"),
        ("<2,0,0,1,1,1,1> S N", "'S N'"),
    ] {
        check(text, Position::parse(notated::rules("kalah,pits=2"), text), part);
    }
}

#[test]
fn wrong_tic_tac_toe_positions_are_named() {
    for (text, part) in [
        ("", "looks like"),
        (".........", "looks like"),
        ("........ X", "looks like"),
        (".......... X", "looks like"),
        ("....Z.... X", "'Z'"),
        ("......... Z", "'Z'"),
        ("......... XO", "'XO'"),
        ("XX....... O", "numbers of X and O"),
        ("X........ X", "numbers of X and O"),
        ("XXXOO.... X", "numbers of X and O"),
        ("XXXOOO... X", "three in a row already"),
        ("XXXOOO... O", "three in a row already"),
    ] {
        check(text, text.parse::<tic_tac_toe::Position>(), part);
    }
}

#[test]
fn tic_tac_toe_has_nothing_to_choose() {
    for (text, part) in [
        ("tic-tac-toe,stones=3", "Tic-Tac-Toe has no choices: leave out ',stones=3'"),
        ("Tic-Tac-Toe,", "leave out ','"),
        (" tic-tac-toe , gems", "leave out ', gems'"),
    ] {
        check(text, text.parse::<Variant>(), part);
    }
    let record = "tic-tac-toe.stones_3~X~4";
    check(record, record.parse::<AnyRecord>(), "leave out ',stones=3'");
}

#[test]
fn what_is_quoted_steers_no_terminal() {
    let steering = "\u{1b}[2J\n\u{202e}";
    let quoted = r"\u{1b}[2J\n\u{202e}";
    let rules = |text: &str| text.replace('~', steering).parse::<Variant>();
    check("a name", rules("~"), quoted);
    check("a choice", rules("kalah,~=4"), quoted);
    check("a value", rules("kalah,stones=~"), quoted);
    check("no choice", rules("tic-tac-toe,~"), quoted);
    let mancala =
        |text: &str| Position::parse(notated::rules("kalah,pits=1"), &text.replace('~', steering));
    check("pits", mancala("<~,0,0,1,1> S"), quoted);
    check("stones", mancala("<1,0,0,1,~> S"), quoted);
    check("a side", mancala("<1,0,0,1,1> ~"), quoted);
    let marks = |text: &str| text.parse::<tic_tac_toe::Position>();
    check("a mark", marks("........\u{1b} X"), r"'\u{1b}'");
    check("a turn", marks("......... \u{1b}"), r"'\u{1b}'");
    check("a move", steering.parse::<Pit>(), quoted);
    check("a start", format!("kalah~{steering}~").parse::<AnyRecord>(), quoted);
    check("a step", "kalah~S~\u{1b}".parse::<AnyRecord>(), r"move 1: '\u{1b}'");
}

#[test]
fn wrong_moves_are_named() {
    for text in ["", "0", "10", "x", "1,2"] {
        check(text, text.parse::<Pit>(), &format!("'{text}'"));
    }
    for text in ["", "9", "-1", "x", "1,2"] {
        check(text, text.parse::<tic_tac_toe::Square>(), &format!("'{text}'"));
    }
}

#[test]
fn wrong_records_are_named() {
    for (text, part) in [
        ("", "looks like"),
        ("kalah", "looks like"),
        ("kalah~S", "looks like"),
        ("kalah~S~3~6", "looks like"),
        ("kalah.pits_0~S~", "pits=0"),
        ("kalah~W~", "'W' is not a start"),
        ("kalah.pits_2~2-0-0-1-x-1-1-S~", "'x'"),
        ("kalah.pits_2~2-0-0-1-1-1-1-W~", "'W'"),
        ("tic-tac-toe~S~", "'S' is not a start"),
        ("tic-tac-toe~XX.......-O~", "numbers of X and O"),
        ("kalah~S~3x", "move 2: 'x'"),
        ("kalah~S~0", "move 1: '0'"),
        ("kalah~S~7", "move 1: there is no pit 7"),
        ("kalah~S~33", "move 2: pit 3 is empty"),
        ("kalah.pits_1.stones_1~S~11", "move 2: the game is over"),
        ("tic-tac-toe~X~44", "move 2: square 4 is taken"),
        ("tic-tac-toe~X~9", "move 1: '9'"),
        ("tic-tac-toe~X~031425", "move 6: the game is over"),
    ] {
        check(text, text.parse::<AnyRecord>(), part);
    }
}

fn check<T, E: Display>(text: &str, read: Result<T, E>, part: &str) {
    match read {
        Ok(_) => panic!("'{text}' should be refused"),
        Err(error) => {
            let message = error.to_string();
            assert!(message.contains(part), "'{text}' says \"{message}\" instead of \"{part}\"");
            assert!(!message.contains('\n'), "'{text}' says more than a line");
        }
    }
}
