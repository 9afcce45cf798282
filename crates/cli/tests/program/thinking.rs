//! What the computer says about positions, and how its levels fare.

use serde_json::{Value, json};

use crate::{json, parlor, printed};

/// Everything but what depends on the machine.
fn steady(mut report: Value) -> Value {
    let fields = report.as_object_mut().expect("a report is an object");
    let seconds = fields.remove("seconds").and_then(|seconds| seconds.as_f64());
    assert!(seconds.is_some_and(|seconds| seconds >= 0.0));
    assert!(fields.remove("nodes").is_some_and(|nodes| nodes.is_u64()));
    report
}

#[test]
fn solve_has_the_shape_that_programs_know() {
    let position = "<6,20,18,0,0,0,0,2,1,0,0,0,0,1,6> S";
    let arguments = ["solve", "--rules", "kalah", "--position", position, "--threads", "1"];
    let text = printed(&parlor(&[&arguments[..], &["--json"]].concat()));
    let start = format!(r#"{{"position":"{position}","value":"#);
    assert!(text.starts_with(&start), "{text}");
    let report: Value = serde_json::from_str(&text).expect("the output is JSON");
    // Both moves go again; who sows 5 first has to give a stone away in the end.
    assert_eq!(
        steady(report),
        json!({"position":position,"value":-2,"proved":true,"moves":[
            {"move":5,"value":-4,"proved":true,"line":[5,6]},
            {"move":6,"value":-2,"proved":true,"line":[6,5,6]},
        ],"threads":1})
    );
}

#[test]
fn solve_agrees_with_the_published_values() {
    for (rules, pits, values) in [
        ("kalah", 2, [2, -2, -2, -10, 6]),
        ("kalah", 3, [0, 4, 2, 2, 6]),
        ("gems", 2, [2, -2, -2, -12, 6]),
        ("gems", 4, [2, 6, 8, 2, 2]),
    ] {
        for (stones, value) in (1..).zip(values).take(if pits == 4 { 2 } else { 4 }) {
            let rules = format!("{rules},pits={pits},stones={stones}");
            let report = json(&["solve", "--rules", &rules, "--json"]);
            assert_eq!(
                (&report["value"], &report["proved"]),
                (&json!(value), &json!(true)),
                "{rules}"
            );
            let best = report["moves"].as_array().and_then(|moves| {
                moves.iter().map(|entry| entry["value"].as_i64()).max().flatten()
            });
            assert_eq!(best, Some(value), "{rules}");
            let only = json(&["solve", "--rules", &rules, "--value-only", "--json"]);
            assert_eq!((&only["value"], &only["moves"]), (&json!(value), &json!([])), "{rules}");
        }
    }
}

#[test]
fn a_value_counts_the_stores() {
    let value = |rules: &str, position: &str| {
        json(&["solve", "--rules", rules, "--position", position, "--json"])["value"].clone()
    };
    assert_eq!(value("kalah", "<6,20,27,0,0,0,0,0,1,0,0,0,0,0,0> S"), json!(-6));
    assert_eq!(value("kalah", "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0> N"), json!(6));
    assert_eq!(value("island", "<6,20,18,0,0,0,0,0,0,1,2,3,4,0,0> S"), json!(2));
}

#[test]
fn a_finished_game_has_a_value_and_no_moves() {
    for (rules, position, value) in [
        ("kalah", "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0> S", -6),
        ("tic-tac-toe", "XXXOO.... O", -1),
        ("tic-tac-toe", "XOXXOOOXX O", 0),
    ] {
        for limit in [&["solve"][..], &["analyze", "--nodes", "10"]] {
            let start = ["--rules", rules, "--position", position, "--json"];
            let report = json(&[limit, &start].concat());
            assert_eq!(
                (&report["value"], &report["moves"]),
                (&json!(value), &json!([])),
                "{position}"
            );
            assert_eq!(report["proved"], json!(true), "{position}");
        }
    }
}

#[test]
fn tic_tac_toe_is_solved_too() {
    let report = json(&["solve", "--rules", "tic-tac-toe", "--position", "XX.OO.... X", "--json"]);
    assert_eq!((&report["value"], &report["proved"]), (&json!(1), &json!(true)));
    let win = json!({"move":2,"value":1,"proved":true,"line":[2]});
    assert_eq!(report["moves"][0], win);
    let human = printed(&parlor(&["solve", "--rules", "tic-tac-toe"]));
    assert!(human.contains("\nWith best play it's a tie.\n"), "{human}");
}

#[test]
fn analyze_estimates_what_it_cannot_prove() {
    let report = json(&["analyze", "--rules", "kalah", "--nodes", "20000", "--json"]);
    let moves = report["moves"].as_array().expect("the moves are a list");
    assert_eq!((moves.len(), &report["proved"]), (6, &json!(false)));
    assert!(moves.iter().all(|entry| entry["proved"] == json!(false)));
    assert!(report["nodes"].as_u64().is_some_and(|nodes| (10_000..40_000).contains(&nodes)));

    let human = printed(&parlor(&["analyze", "--rules", "kalah", "--nodes", "20000"]));
    assert!(human.contains(" looks set to win by about ") && human.contains("  ~"), "{human}");
}

#[test]
fn analyze_stops_when_its_time_is_up() {
    let report = json(&["analyze", "--rules", "homepits", "--time", "200ms", "--json"]);
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.2));
    assert_eq!(report["proved"], json!(false), "with more time it would go on for hours");
}

#[test]
fn people_are_told_who_wins_and_how() {
    let human = printed(&parlor(&["solve", "--rules", "kalah,pits=3,stones=2", "--threads=1"]));
    assert!(human.contains("\nWith best play South wins by 4.\n"), "{human}");
    assert!(human.contains("boards in ") && human.contains("the value after "), "{human}");
}

#[test]
fn the_same_seed_gives_the_same_contest() {
    let contest = |seed: &str, threads: &str| {
        let terms = ["--games", "6", "--effort", "500", "--endgame", "4", "--json"];
        let who = ["arena", "--rules", "gems,pits=4,stones=3", "--levels", "0-2,8"];
        printed(&parlor(&[&who[..], &terms, &["--seed", seed, "--threads", threads]].concat()))
    };
    let first = contest("1", "1");
    assert_eq!(contest("1", "1"), first);
    assert_eq!(contest("1", "3"), first, "however many play at the same time");
    assert_ne!(contest("2", "1"), first);

    let report: Value = serde_json::from_str(&first).expect("the output is JSON");
    let matches = report["matches"].as_array().expect("the matches are a list");
    assert_eq!(matches.len(), 6, "all play all");
    for entry in matches {
        let count = |field: &str| entry[field].as_u64().expect("a number of games");
        assert_eq!(count("wins") + count("ties") + count("losses"), 6);
        assert!(entry["low"].as_f64() <= entry["score"].as_f64());
        assert!(entry["score"].as_f64() <= entry["high"].as_f64());
    }
    let ratings = report["ratings"].as_array().expect("the ratings are a list");
    let levels: Vec<u64> = ratings.iter().filter_map(|entry| entry["level"].as_u64()).collect();
    assert_eq!(levels, [0, 1, 2, 8]);
    let sum: f64 = ratings.iter().filter_map(|entry| entry["elo"].as_f64()).sum();
    assert!(sum.abs() < 0.5, "0 on average: {ratings:?}");
    for entry in ratings {
        assert!(entry["elo_low"].as_f64() < entry["elo"].as_f64(), "{entry}");
        assert!(entry["elo"].as_f64() < entry["elo_high"].as_f64(), "{entry}");
    }
}

#[test]
fn a_contest_ends_with_a_table() {
    let arguments = ["arena", "--rules=tic-tac-toe", "--levels=0,1,8", "--pairs=adjacent"];
    let table = printed(&parlor(&[&arguments[..], &["--games=20"]].concat()));
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with(['0', '1', '8'])).collect();
    assert_eq!(rows.len(), 6, "the strongest first, and then a crosstable: {table}");
    assert!(rows[0].starts_with("8 Athena") && rows[0].contains(" to +"), "{table}");
    assert!(rows[3].starts_with("0 chance") && rows[5].starts_with("8 Athena"), "{table}");
    assert!(table.contains('–') && table.contains("20 games a pair"), "{table}");
}

#[test]
fn bench_finds_the_recorded_counts() {
    let text = printed(&parlor(&["bench", "--list", "middle"]));
    assert_eq!(text.lines().count(), 100 + 3, "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("longest")), "{text}");
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask test --full`"]
fn bench_finds_the_recorded_counts_of_deep_positions() {
    let text = printed(&parlor(&["bench", "--list", "deep"]));
    assert_eq!(text.lines().count(), 100 + 3, "{text}");
}

#[test]
fn bench_compares_with_another_build() {
    let starts = [("kalah,pits=2,stones=2", "-2"), ("kalah,pits=3,stones=2", "4")];
    let mut arguments = vec!["bench", "--compare", env!("CARGO_BIN_EXE_parlor")];
    arguments.extend(starts.iter().flat_map(|(rules, _)| ["--rules", rules]));
    let text = printed(&parlor(&arguments));
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 1 + starts.len(), "{text}");
    for ((rules, value), row) in starts.iter().zip(&rows[1..]) {
        assert_eq!((row[0], row[1], row.len()), (*rules, *value, 7), "{text}");
    }

    let output = parlor(&["bench", "--compare", "/nowhere/parlor"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("/nowhere/parlor"), "{message}");
}
