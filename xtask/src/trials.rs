//! What real servers go through, `cargo xtask crash-test` and `cargo xtask load-test`, and what follows
//! from it, `cargo xtask scale`.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_EXTENSION};
use std::path::PathBuf;

use anyhow::Result;

use crate::cargo::{cargo, root};
use crate::command::run;
use crate::machine::npm::{self, BOARDGAME};
use crate::machine::{self, Tool};
use crate::web::{self, Budget};

/// Disturbs servers in the middle of their work, many times.
pub(crate) fn crash_test(arguments: &[String]) -> Result<()> {
    need_postgres(arguments)?;
    web::web(Budget::Told)?;
    build(Profile::Release)?;
    disturb(Profile::Release, arguments)
}

/// The same in short, with what the tests have built already: five kills with each database, and five
/// power losses. With PostgreSQL, five of eight disturbances are kills.
pub(crate) fn short_crash_test() -> Result<()> {
    build(Profile::Test)?;
    for arguments in [
        &["--disturbances", "5", "--tables", "10"][..],
        &["--nodes", "2", "--disturbances", "8", "--tables", "10"],
        &["--power-loss", "5", "--tables", "10"],
    ] {
        if arguments[0] == "--power-loss" && !cfg!(target_os = "linux") {
            println!(
                "Power loss is left out: what a server writes can be recorded on Linux alone."
            );
            continue;
        }
        let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        disturb(Profile::Test, &arguments)?;
    }
    Ok(())
}

/// Measures the server under load, and boardgame.io beside it if that is wanted.
pub(crate) fn load_test(compare: bool, arguments: &[String]) -> Result<()> {
    need_postgres(arguments)?;
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

/// Works out what many players would take.
pub(crate) fn scale(arguments: &[String]) -> Result<()> {
    run(
        cargo()
            .args(["run", "--quiet", "--package", "parlor-trials", "--bin", "scale", "--"])
            .args(arguments),
        "The model has no answer: see above.",
    )
}

/// Tests that start a PostgreSQL need one.
fn need_postgres(arguments: &[String]) -> Result<()> {
    let is_about_postgres = |word: &String| {
        ["--nodes", "--postgres", "--history"].iter().any(|&option| word.starts_with(option))
    };
    if arguments.iter().any(is_about_postgres) {
        machine::need(Tool::Postgres)?;
    }
    Ok(())
}

fn disturb(profile: Profile, arguments: &[String]) -> Result<()> {
    let recorder = format!("{DLL_PREFIX}parlor_disk_recorder{DLL_SUFFIX}");
    run(
        std::process::Command::new(program(profile, "crash-test"))
            .arg(program(profile, "parlor"))
            .arg("--recorder")
            .arg(folder(profile).join(recorder))
            .args(arguments),
        "Something was lost that was promised to be kept, or did not come back: see above.",
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
    )?;
    // It is loaded into a program by the dynamic linker, in a way that Linux has.
    if cfg!(target_os = "linux") {
        let recorder = ["build", "--package", "parlor-disk-recorder", "--profile", name];
        run(cargo().args(recorder), "The library could not be built: see above.")?;
    }
    Ok(())
}

fn program(profile: Profile, name: &str) -> PathBuf {
    folder(profile).join(name).with_extension(EXE_EXTENSION)
}

fn folder(profile: Profile) -> PathBuf {
    root().join(match profile {
        Profile::Release => "target/release",
        Profile::Test => "target/debug",
    })
}
