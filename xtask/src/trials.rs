//! What the real server goes through: `cargo xtask crash-test` and `cargo xtask load-test`.

use std::path::PathBuf;

use anyhow::Result;

use crate::cargo::{cargo, root};
use crate::command::run;
use crate::machine::npm::{self, BOARDGAME};
use crate::web::{self, Budget};

/// Kills the server in the middle of its work, many times.
pub(crate) fn crash_test(arguments: &[String]) -> Result<()> {
    web::web(Budget::Told)?;
    build(Profile::Release)?;
    kill(Profile::Release, arguments)
}

/// The same in short, with what the tests have built already.
pub(crate) fn short_crash_test() -> Result<()> {
    build(Profile::Test)?;
    kill(Profile::Test, &["--kills", "5", "--tables", "10"].map(str::to_owned))
}

/// Measures the server under load, and boardgame.io beside it if that is wanted.
pub(crate) fn load_test(compare: bool, arguments: &[String]) -> Result<()> {
    web::web(Budget::Told)?;
    build(Profile::Release)?;
    let mut test = std::process::Command::new(program(Profile::Release, "load-test"));
    test.arg(program(Profile::Release, "parlor")).args(arguments);
    if compare {
        npm::need(BOARDGAME)?;
        test.arg("--compare").arg(npm::folder());
    }
    run(&mut test, "The load test could not be finished: see above.")
}

fn kill(profile: Profile, arguments: &[String]) -> Result<()> {
    run(
        std::process::Command::new(program(profile, "crash-test"))
            .arg(program(profile, "parlor"))
            .args(arguments),
        "The server lost something that it had promised to keep: see above.",
    )
}

/// How the programs are built.
#[derive(Clone, Copy)]
enum Profile {
    /// As people use them.
    Release,
    /// As the tests use them.
    Test,
}

fn build(profile: Profile) -> Result<()> {
    // Cargo chooses the features of dependencies for all packages that it is told to build together.
    // The same packages as before mean the same features, and nothing is built twice.
    let (name, packages): (_, &[&str]) = match profile {
        Profile::Release => ("release", &["--package", "parlor", "--package", "parlor-trials"]),
        Profile::Test => ("test", &["--workspace"]),
    };
    let programs = ["parlor", "crash-test", "load-test"].map(|name| ["--bin", name]);
    run(
        cargo().arg("build").args(packages).args(programs.as_flattened()).args(["--profile", name]),
        "The programs could not be built: see above.",
    )
}

fn program(profile: Profile, name: &str) -> PathBuf {
    let folder = match profile {
        Profile::Release => "target/release",
        Profile::Test => "target/debug",
    };
    root().join(folder).join(name).with_extension(std::env::consts::EXE_EXTENSION)
}
