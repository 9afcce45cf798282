//! `cargo xtask test`: everything that has to hold before a change is shared.

use anyhow::Result;

use crate::cargo::cargo;
use crate::command::run;
use crate::machine::npm::{self, AXE};
use crate::machine::{self, Tool};
use crate::stages::Stages;
use crate::trials;
use crate::web;

/// Runs the checks, the quick ones first, and stops at the first that fails.
pub(crate) fn test(full: bool) -> Result<()> {
    machine::need(Tool::Rustfmt)?;
    machine::need(Tool::Clippy)?;
    machine::need(Tool::Browser)?;
    machine::need(Tool::Postgres)?;
    npm::need(AXE)?;

    let mut stages = Stages::new();
    stages.stage("formatting", formatting)?;
    stages.stage("lints", lints)?;
    // Tests open the app in a browser, as it will be served.
    stages.stage("browser app", web::site)?;
    stages.stage("tests", tests)?;
    stages.stage("crash test", trials::short_crash_test)?;
    if full {
        stages.stage("slow tests", slow_tests)?;
    }
    stages.stage("docs", docs)?;
    println!("\nEverything passed:\n{stages}");
    Ok(())
}

fn formatting() -> Result<()> {
    run(
        cargo().args(["fmt", "--all", "--check"]),
        "The formatting differs from rustfmt's: run `cargo fmt --all`.",
    )
}

fn lints() -> Result<()> {
    run(
        cargo().args(["clippy", "--workspace", "--all-targets", "--"]).args(["-D", "warnings"]),
        "The compiler or clippy has something to say about the code: see above.",
    )
}

fn tests() -> Result<()> {
    run(cargo().args(["test", "--workspace"]), "A test failed or did not compile: see above.")
}

/// Leaves examples in the docs out: there, `ignore` means "not meant to run".
fn slow_tests() -> Result<()> {
    run(
        cargo().args(["test", "--workspace", "--release"]).args([
            "--lib",
            "--bins",
            "--tests",
            "--",
            "--ignored",
        ]),
        "A slow test failed or did not compile: see above.",
    )
}

fn docs() -> Result<()> {
    run(
        cargo().args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
        "The docs have a warning, most likely a broken link: see above.",
    )
}
