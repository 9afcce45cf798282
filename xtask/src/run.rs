//! `cargo xtask run`: from a fresh clone to a game on the screen.

use std::process::Command;

use anyhow::Result;

use crate::cargo::cargo;
use crate::web::{self, Budget};

/// What the program does by default.
const MAIN_JOB: &str = "serve";

/// Makes the browser app, builds the program around it, and becomes the program.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    println!("Making the browser app. The first time takes some minutes.");
    web::web(Budget::Told)?;
    println!("Building the program that serves it.");
    become_the_program(
        cargo().args(["run", "--release", "--package", "parlor", "--", MAIN_JOB]).args(arguments),
    )
}

/// Replaces this process where the system can, so that Ctrl-C and exit codes are the program's own.
#[cfg(unix)]
fn become_the_program(program: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(program.exec().into())
}

#[cfg(not(unix))]
fn become_the_program(program: &mut Command) -> Result<()> {
    crate::command::run(program, "Parlor stopped with an error.")
}
