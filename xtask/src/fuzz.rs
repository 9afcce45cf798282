//! `cargo xtask fuzz`: every reader of untrusted bytes meets bytes that no test thought of.

use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use crate::cargo::root;
use crate::command::{output, run};
use crate::machine::{self, Tool};

/// Runs each target for so many seconds.
pub(crate) fn fuzz(seconds: u32) -> Result<()> {
    if !root().join("fuzz/Cargo.toml").exists() {
        bail!("There is nothing to fuzz: the folder `fuzz` has no Cargo.toml.");
    }
    machine::need(Tool::NightlyRust)?;
    machine::need(Tool::CargoFuzz)?;

    let targets = output(cargo_fuzz().arg("list"))?;
    for target in targets.lines() {
        println!("\n== {target}, {seconds} s");
        // What is found goes to the corpus, which is not committed; the seeds are.
        let [corpus, seeds] = ["corpus", "seeds"].map(|inputs| format!("fuzz/{inputs}/{target}"));
        fs::create_dir_all(root().join(&corpus))?;
        run(
            cargo_fuzz()
                .args(["run", target, &corpus, &seeds, "--", "-dict=fuzz/notation.dict"])
                .arg(format!("-max_total_time={seconds}")),
            &format!("The fuzz target `{target}` found something: its input is named above."),
        )?;
    }
    println!("\nNo target found anything.");
    Ok(())
}

/// Fuzzing needs a nightly compiler, and rustup is what chooses it.
fn cargo_fuzz() -> Command {
    let mut command = Command::new("rustup");
    command
        .args(["run", "nightly", "cargo", "fuzz"])
        .env_remove("LD_LIBRARY_PATH")
        .current_dir(root());
    command
}
