//! The shapes of `--json`, to the letter.

use serde_json::json;

use crate::{json, parlor, printed};

#[test]
fn moves_lists_every_legal_move_with_what_it_leads_to() {
    // 1 captures three and the last stone, 6 goes again, the other pits are empty.
    let position = "<6,10,12,1,0,0,0,0,1,5,0,0,0,3,4> S";
    let text = printed(&parlor(&["moves", "--rules", "kalah", "--position", position, "--json"]));
    assert_eq!(
        text,
        concat!(
            r#"{"rules":"kalah","position":"<6,10,12,1,0,0,0,0,1,5,0,0,0,3,4> S","turn":"S","#,
            r#""outcome":null,"moves":["#,
            r#"{"move":1,"position":"<6,14,12,0,0,0,0,0,1,5,0,0,0,0,4> N","again":false,"#,
            r#""captured":4,"outcome":null},"#,
            r#"{"move":6,"position":"<6,11,12,1,0,0,0,0,0,5,0,0,0,3,4> S","again":true,"#,
            r#""captured":0,"outcome":null}]}"#,
            "\n"
        )
    );
}

#[test]
fn moves_says_how_a_move_ends_the_game() {
    let position = "<6,20,20,0,0,0,0,0,1,7,0,0,0,0,0> S";
    let report = json(&["moves", "--rules", "kalah", "--position", position, "--json"]);
    let end = "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0> S";
    let last = json!({"move":6,"position":end,"again":true,"captured":0,"outcome":"N"});
    assert_eq!(report["moves"], json!([last]));

    let over = json(&["moves", "--rules", "kalah", "--position", end, "--json"]);
    assert_eq!((&over["outcome"], &over["moves"]), (&json!("N"), &json!([])));
}

#[test]
fn moves_has_the_same_shape_for_tic_tac_toe() {
    let position = "XXOOOXX.. O";
    let report = json(&["moves", "--rules", "tic-tac-toe", "--position", position, "--json"]);
    assert_eq!(
        report,
        json!({"rules":"tic-tac-toe","position":position,"turn":"O","outcome":null,"moves":[
            {"move":7,"position":"XXOOOXXO. X","again":false,"captured":0,"outcome":null},
            {"move":8,"position":"XXOOOXX.O X","again":false,"captured":0,"outcome":null},
        ]})
    );
}

#[test]
fn replay_shows_every_step_of_every_turn() {
    let position = "<6,10,12,1,0,0,0,0,1,5,0,0,0,3,4> S";
    let replay = |moves: &str| {
        let rules = ["--rules", "kalah", "--position", position];
        printed(&parlor(&[&["replay"], &rules[..], &["--moves", moves, "--json"]].concat()))
    };
    assert_eq!(
        replay("6 1"),
        concat!(
            r#"{"rules":"kalah","position":"<6,15,21,0,0,0,0,0,0,0,0,0,0,0,0> N","turn":"N","#,
            r#""outcome":"N","turns":["#,
            r#"{"by":"S","move":6,"steps":[{"step":"lift","from":5,"stones":1},"#,
            r#"{"step":"drop","into":6,"left":0},{"step":"again"}],"#,
            r#""position":"<6,11,12,1,0,0,0,0,0,5,0,0,0,3,4> S"},"#,
            r#"{"by":"S","move":1,"steps":[{"step":"lift","from":0,"stones":1},"#,
            r#"{"step":"drop","into":1,"left":0},"#,
            r#"{"step":"capture","landing":1,"opposite":11,"taken":3,"to":6,"stone_to":6,"#,
            r#""captured":4},{"step":"sweep","from":7,"stones":5,"to":13},"#,
            r#"{"step":"sweep","from":12,"stones":4,"to":13},{"step":"end","outcome":"N"}],"#,
            r#""position":"<6,15,21,0,0,0,0,0,0,0,0,0,0,0,0> N"}]}"#,
            "\n"
        )
    );
    for moves in ["6,1", "61", " 6 , 1 "] {
        assert_eq!(replay(moves), replay("6 1"), "{moves:?}");
    }
    assert!(replay("").contains(r#""turns":[]"#));
}

#[test]
fn replay_says_where_a_capturing_stone_stays() {
    let position = "<6,10,12,1,0,0,0,0,1,5,0,0,0,3,4> S";
    for (rules, to) in [("island", 1), ("homepits", 6)] {
        let arguments = ["replay", "--rules", rules, "--position", position, "--moves=1", "--json"];
        let capture = &json(&arguments)["turns"][0]["steps"][2];
        assert_eq!(
            *capture,
            json!({"step":"capture","landing":1,"opposite":11,"taken":3,"to":to,
                   "stone_to":null,"captured":3})
        );
    }
}

#[test]
fn replay_of_tic_tac_toe_names_the_winning_squares() {
    let replay = |moves| json(&["replay", "--rules", "tic-tac-toe", "--moves", moves, "--json"]);
    assert_eq!(
        replay("0,4"),
        json!({"rules":"tic-tac-toe","position":"X...O.... X","turn":"X","outcome":null,
        "line":[],"turns":[
            {"by":"X","move":0,"steps":[{"step":"place","by":"X","square":0}],
             "position":"X........ O"},
            {"by":"O","move":4,"steps":[{"step":"place","by":"O","square":4}],
             "position":"X...O.... X"},
        ]})
    );
    let won = replay("0,4,1,5,8,3");
    assert_eq!((&won["outcome"], &won["line"]), (&json!("O"), &json!([3, 4, 5])));
    let twice =
        json(&["replay", "--rules=tic-tac-toe", "--position=XX.OOXO.X O", "--moves=7,2", "--json"]);
    assert_eq!((&twice["outcome"], &twice["line"]), (&json!("X"), &json!([0, 1, 2, 5, 8])));
    assert_eq!(
        twice["turns"][1]["steps"],
        json!([{"step":"place","by":"X","square":2},{"step":"line","squares":[0,1,2]},
               {"step":"line","squares":[2,5,8]},{"step":"end","outcome":"X"}])
    );
    let tie = replay("0 1 2 4 3 5 7 6 8");
    assert_eq!((&tie["outcome"], &tie["line"]), (&json!("tie"), &json!([])));
}

#[test]
fn replay_reads_a_whole_game_from_one_line() {
    let arguments = ["replay", "--rules", "gems,stones=3", "--moves", "4,1", "--json"];
    assert_eq!(json(&["replay", "--game", "gems.stones_3~S~41", "--json"]), json(&arguments));
    let human = printed(&parlor(&["replay", "--game", "gems.stones_3~S~41"]));
    assert_eq!(human.lines().last(), Some("gems.stones_3~S~41"));
}

#[test]
fn replay_shows_a_swap_as_a_turn_of_its_own() {
    let game = json(&["replay", "--game", "kalah~S~4s2", "--json"]);
    let (swap, after) = (&game["turns"][1], "<6,1,0,4,4,4,0,5,5,5,4,4,4,4,4> N");
    assert_eq!(*swap, json!({"by":"N","move":"swap","steps":[],"position":after}));
    assert_eq!((&game["turns"][2]["by"], &game["turns"][2]["move"]), (&json!("N"), &json!(2)));
    for moves in ["4,s,2", "4 s 2", "4s2", "4,swap,2"] {
        let listed = json(&["replay", "--rules", "kalah", "--moves", moves, "--json"]);
        assert_eq!(listed, game, "{moves}");
    }
    let human = printed(&parlor(&["replay", "--game", "kalah~S~4s2"]));
    assert!(human.contains(&format!("\n  2. North s: swap sides\n     {after}\n")), "{human}");
    assert_eq!(human.lines().last(), Some("kalah~S~4s2"));
}

#[test]
fn perft_counts_sequences() {
    let perft =
        |rules, depth| printed(&parlor(&["perft", "--rules", rules, "--depth", depth, "--json"]));
    assert_eq!(perft("kalah", "6"), "{\"nodes\":23233}\n");
    assert_eq!(perft("gems", "6"), "{\"nodes\":23169}\n");
    assert_eq!(perft("tic-tac-toe", "5"), "{\"nodes\":15120}\n");
    assert_eq!(perft("kalah", "0"), "{\"nodes\":1}\n");

    let human = printed(&parlor(&["perft", "--rules", "kalah", "--depth", "2"]));
    assert!(human.ends_with("\n35 sequences of 2 turns\n"), "{human}");
}

#[test]
fn perft_deeper_than_any_game_finds_no_sequence() {
    let position = "<6,20,20,0,0,0,0,2,1,0,0,0,0,1,1> S";
    let deepest = u32::MAX.to_string();
    let depth = ["--depth", &deepest, "--json"];
    let start = ["perft", "--rules", "kalah", "--position", position];
    assert_eq!(json(&[&start[..], &depth].concat()), json!({"nodes":0}));
    assert_eq!(
        json(&[&["perft", "--rules", "tic-tac-toe"], &depth[..]].concat()),
        json!({"nodes":0})
    );
}

#[test]
fn rules_are_echoed_in_their_shortest_form() {
    let rules = |rules| json(&["moves", "--rules", rules, "--json"])["rules"].clone();
    assert_eq!(rules("kalah,stones=6"), "kalah,stones=6");
    assert_eq!(rules("KALAH,stones=4"), "kalah");
    assert_eq!(rules("kalah,empty=bank"), "gems");
}
