//! Packages of Debian and its relatives.

use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{output, run, succeeds};

/// Installs packages, and removes none: a package that conflicts with what is installed is
/// refused by apt instead of taking its place.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    if !succeeds(apt_get().arg("--version")) {
        bail!("Something is missing that Debian calls {names}: install it, then try again.");
    }
    if output(Command::new("id").arg("-u"))? != "0" {
        bail!("Missing packages: run `sudo apt-get install --no-remove {names}`, then try again.");
    }
    println!("Installing Debian's {names}, missing here.");
    run(
        apt_get().args(["update", "--quiet"]),
        "apt could not read its package lists: run `apt-get update` to see why.",
    )?;
    run(
        apt_get()
            .args(["install", "--yes", "--no-remove", "--no-install-recommends"])
            .args(packages),
        &format!("apt could not install {names}: see above."),
    )
}

/// Debian keeps the programs of PostgreSQL's server off the `PATH`, in a folder for each version.
pub(crate) fn has_postgres() -> bool {
    let Ok(versions) = fs::read_dir("/usr/lib/postgresql") else { return false };
    versions.flatten().any(|version| version.path().join("bin/postgres").exists())
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}
