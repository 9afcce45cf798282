//! What the documentation shows is what the program does.

use std::path::Path;

use parlor_wording::terminal::{self, online};

use crate::parlor;

#[test]
fn every_example_in_the_docs_is_true() {
    let mut examples = 0;
    for file in ["README.md", "docs/cli.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
        let text = std::fs::read_to_string(path).expect("the documentation is there");
        for block in text.split("```console\n$ parlor ").skip(1) {
            let (example, _) = block.split_once("```").expect("an example ends");
            let (command, shown) = example.split_once('\n').expect("an example shows something");
            let output = parlor(&arguments(command));
            let printed = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8_lossy(&printed);
            assert!(is_shown(&printed, shown), "{file}: parlor {command}\n{printed}\n{shown}");
            examples += 1;
        }
    }
    assert!(examples >= 11, "only {examples} examples were found");
}

/// Whether a text is what an example shows, in which `…` stands for whatever differs from run to run.
fn is_shown(text: &str, shown: &str) -> bool {
    let mut rest = text;
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else { return false };
    rest = after;
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        let last = index + 1 == parts.len();
        let found = if last { rest.ends_with(part).then_some(rest.len()) } else { rest.find(part) };
        let Some(at) = found else { return false };
        rest = &rest[(at + part.len()).min(rest.len())..];
    }
    !parts.is_empty() || rest.is_empty()
}

#[test]
fn what_differs_from_run_to_run_may_be_left_out_of_an_example() {
    for (text, shown, is) in [
        ("12 boards", "12 boards", true),
        ("12 boards", "12", false),
        ("12 boards in 3 s", "12 boards in …", true),
        ("12 boards in 3 s", "… boards in … s", true),
        ("12 boards in 3 s", "… boards in … minutes", false),
        ("12 boards", "13…", false),
    ] {
        assert_eq!(is_shown(text, shown), is, "{text:?} {shown:?}");
    }
}

#[test]
fn every_option_and_every_key_is_in_the_docs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let docs = std::fs::read_to_string(path).expect("the documentation is there");
    for command in [
        "play", "moves", "replay", "review", "perft", "solve", "analyze", "puzzles", "starts",
        "arena", "bench",
    ] {
        let help = parlor(&[command, "--help"]).stdout;
        let help = String::from_utf8_lossy(&help);
        let options = help.split_whitespace().filter(|word| word.starts_with("--"));
        for option in options.filter(|option| *option != "--help") {
            assert!(docs.contains(&format!("`{option}")), "{command} {option}");
        }
    }
    let lines = [
        terminal::keys_with_swap(),
        online::keys_playing_with_swap(),
        online::keys_tossing(),
        online::keys_over(),
        online::keys_waiting(),
        online::keys_seat_free(),
    ];
    let keys = lines.iter().flat_map(|keys| keys.split(" · "));
    for key in keys.filter_map(|key| key.split(' ').next()) {
        assert!(docs.contains(&format!("| `{key}` |")), "{key}");
    }
}

/// The words of a command, of which those in single quotes may have blanks.
fn arguments(command: &str) -> Vec<&str> {
    let quoted_and_not = command.split('\'').enumerate();
    quoted_and_not
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}
