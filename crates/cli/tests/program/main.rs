//! The real program, run as people and scripts run it.

#[cfg(target_os = "linux")]
mod crowd;
mod deploying;
mod documented;
mod drawing;
mod endgame_cache;
mod hostile;
mod json;
mod kgp;
mod online;
mod play;
mod refusals;
mod restoring;
mod saved_games;
mod serving;
mod thinking;
mod tournament;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program with nothing to read.
fn parlor(arguments: &[&str]) -> Output {
    parlor_reading(arguments, "")
}

/// Runs the program with something to read.
fn parlor_reading(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .env("PARLOR_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// What the program printed, which must have succeeded without a complaint.
fn printed(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

/// The JSON that the program printed.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&parlor(arguments))).expect("the output is JSON")
}
