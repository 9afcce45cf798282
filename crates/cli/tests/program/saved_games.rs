//! Games that the browser app has saved as files.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{json, parlor, printed};

/// A file as the app saves it: a match of two games.
const MATCH: &str = r#"{"parlor":1,"type":"match","data":{
    "seats":[{"occupant":"person","name":"Ada"},{"occupant":"computer","level":4,"name":"Otto"}],
    "games":[{"game":"kalah.pits_3.stones_2~S~3"},
             {"game":"kalah.pits_3.stones_2~S~12","date":"2025-11-18T01:20:55Z","swapped":true}]}}"#;

/// The last game of [`MATCH`].
const LAST: &str = "kalah.pits_3.stones_2~S~12";

fn saved(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path that is text").to_owned();
    (folder, path)
}

#[test]
fn the_last_game_of_a_file_is_reviewed_and_replayed_like_its_line() {
    let (_folder, path) = saved(MATCH);
    for command in ["review", "replay"] {
        let (file, line) = (&[command, "--file", &path], &[command, "--game", LAST]);
        assert_eq!(printed(&parlor(file)), printed(&parlor(line)), "{command}");
        let with_json = |arguments: &[&str]| json(&[arguments, &["--json"]].concat());
        assert_eq!(with_json(file), with_json(line), "{command}");
    }
}

#[test]
fn the_last_game_of_saved_statistics_is_reviewed() {
    let (_folder, path) = saved(
        r#"{"parlor":1,"type":"statistics","data":{"games":[{"game":"tic-tac-toe~X~03142",
            "outcome":"X","began":"2025-11-18T01:20:55Z","opponent":"level-4","side":1}]}}"#,
    );
    let line = ["review", "--game", "tic-tac-toe~X~03142"];
    assert_eq!(printed(&parlor(&["review", "--file", &path])), printed(&parlor(&line)));
}

#[test]
fn a_file_that_cannot_be_reviewed_is_refused_in_one_sentence() {
    let refused = |path: &str, code: i32, sentence: &str| {
        let output = parlor(&["review", "--file", path]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{complaint}");
        assert!(complaint.starts_with("error: ") && complaint.contains(sentence), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    };
    for (text, sentence) in [
        ("kalah~S~36", "JSON"),
        (r#"{"parlor":1,"type":"statistics","data":{"games":[]}}"#, "no game"),
        (&MATCH.replace("~S~12", "~S~14"), "game 2"),
    ] {
        let (_folder, path) = saved(text);
        refused(&path, 2, sentence);
    }
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such game.json");
    refused(missing.to_str().expect("a path that is text"), 1, "no such game.json");
}

#[test]
fn a_review_takes_one_game() {
    let (_folder, path) = saved(MATCH);
    for arguments in [&["review"][..], &["review", "--game", LAST, "--file", &path]] {
        let output = parlor(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
