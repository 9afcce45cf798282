//! Whatever people have at hand for a game or a position is understood, or explained.

use parlor_rules::{AnyPosition, AnyRecord, Pasted, Record, Variant};
use proptest::prelude::*;

use crate::generated;

fn pasted(text: &str) -> Result<String, String> {
    let usual: Variant = "gems".parse().expect("rules");
    let record = AnyRecord::read_pasted(text, usual).map_err(|error| error.to_string())?;
    Ok(record.to_string())
}

#[test]
fn every_form_is_understood() {
    let board = "6-1-0-4-4-0-5-5-5-4-4-4-4-4-4";
    for (text, game) in [
        // Boards.
        ("<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> N", format!("gems~{board}-N~")),
        (" <6, 1, 0, 4,4,0,5,5,5, 4,4,4,4,4,4>\n", format!("gems~{board}-S~")),
        ("kalah <6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> s", format!("kalah~{board}-S~")),
        ("kalah,stones=3<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>", format!("kalah.stones_3~{board}-S~")),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N", "gems~N~".to_owned()),
        ("<3,0,0,1,2,3,1,2,3>", "gems.pits_3~3-0-0-1-2-3-1-2-3-S~".to_owned()),
        ("X.O.X.... O", "tic-tac-toe~X.O.X....-O~".to_owned()),
        ("x.o.x....", "tic-tac-toe~X.O.X....-O~".to_owned()),
        ("Tic-Tac-Toe X.O......", "tic-tac-toe~X.O......-X~".to_owned()),
        // Rules, for their start.
        ("avalanche", "avalanche~S~".to_owned()),
        ("tic-tac-toe", "tic-tac-toe~X~".to_owned()),
        ("kalah,stones=6,first=2", "kalah.stones_6.first_2~N~".to_owned()),
        // Games, and links to them.
        ("kalah~S~36", "kalah~S~36".to_owned()),
        ("https://example.org/parlor/#/game/kalah~S~36/Ada/Ben", "kalah~S~36".to_owned()),
        ("#/game/tic-tac-toe~X~04", "tic-tac-toe~X~04".to_owned()),
        ("http://[::1]:8080/#/review/kalah%7ES%7e36", "kalah~S~36".to_owned()),
        ("#/editor/kalah~N~", "kalah~N~".to_owned()),
        ("https://example.org/#/homepits/setup", "homepits~S~".to_owned()),
        ("https://example.org/#/kalah", "kalah~S~".to_owned()),
        // Among other words.
        ("\"kalah~S~36\",", "kalah~S~36".to_owned()),
        ("See (https://example.org/#/game/kalah~S~36), please.", "kalah~S~36".to_owned()),
        ("My gems:\nkalah~S~36\ngood?", "kalah~S~36".to_owned()),
    ] {
        assert_eq!(pasted(text), Ok(game), "{text}");
    }
}

#[test]
fn the_names_in_a_link_come_along() {
    let names = |text: &str| {
        Pasted::read(text, Variant::TicTacToe).map(|pasted| pasted.names).expect("a game")
    };
    assert_eq!(names("https://example.org/#/game/kalah~S~36/Ada/Zo%C3%AB%20%2F"), ["Ada", "Zoë /"]);
    assert_eq!(names("look: #/review/kalah~S~36//Ben"), ["", "Ben"]);
    assert_eq!(names("#/game/kalah~S~36/Ada/%zz"), ["Ada", "%zz"]);
    for nameless in ["kalah~S~36", "#/editor/kalah~S~36", "#/kalah/computer"] {
        assert_eq!(names(nameless), ["", ""], "{nameless}");
    }
}

#[test]
fn what_is_not_understood_is_explained() {
    for (text, part) in [
        ("", "'' is neither a position"),
        ("hello there", "'hello there' is neither a position"),
        ("<6,1,0,4,4> S", "the board has 4 pits and stores instead of 14"),
        ("<6,250,6,0,0,0,0,0,0,0,0,0,0,0,0>", "more than 255 stones"),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> X", "'X' is not a side to move"),
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,x>", "'x' is not a number"),
        ("<10,0,0>", "the board has '10' pits a side, but the rules have 6"),
        ("kalah,pits=4 <3,0,0,1,2,3,1,2,3>", "the board has '3' pits a side, but the rules have 4"),
        ("chess <3,0,0,1,2,3,1,2,3>", "'chess' is no rule set"),
        ("tic-tac-toe <3,0,0,1,2,3,1,2,3>", "a position looks like 'X.O.X.... O'"),
        ("XX.......", "the numbers of X and O"),
        ("kalah,stones=40", "stones=40 is not possible"),
        ("kalah~S~3333", "move 2: pit 3 is empty"),
        ("https://example.org/#/table/q3mX0aVb", "online table"),
        ("https://example.org/#/learn", "no game in this link"),
        ("https://example.org/", "no game in this link"),
        ("#/game/", "no game in this link"),
        ("#/game/kalah~S~9", "move 1"),
        ("#/game/%", "'%' is neither a position"),
    ] {
        match pasted(text) {
            Err(error) => assert!(error.contains(part), "{text}: {error}"),
            Ok(game) => panic!("{text} is read as {game}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_position_is_read_back_from_all_its_forms(position in generated::position()) {
        let variant = Variant::Mancala(*position.rules());
        let record = Record::new(AnyPosition::from(position));
        let forms = [
            format!("{} {position}", position.rules()),
            record.to_string(),
            format!("https://example.org/#/editor/{record}"),
        ];
        for form in forms {
            let read = AnyRecord::read_pasted(&form, Variant::TicTacToe);
            prop_assert_eq!(read.as_ref(), Ok(&record), "{}", form);
        }
        prop_assert_eq!(AnyRecord::read_pasted(&position.to_string(), variant), Ok(record));
    }

    #[test]
    fn whatever_is_pasted_is_read_or_refused_in_one_line(
        text in "\\PC{0,40}|(#/)?[a-z]{0,6}[/~<% ][0-9A-Fa-z,.~%SN> -]{0,40}|[XO. ]{8,12}",
    ) {
        match AnyRecord::read_pasted(&text, "kalah,pits=2".parse().expect("rules")) {
            Ok(record) => prop_assert_eq!(record.to_string().parse(), Ok(record)),
            Err(error) => {
                let words = error.to_string();
                prop_assert!(!words.is_empty() && !words.contains(char::is_control), "{}", words);
            }
        }
    }
}
