//! Parts of Rust that rustup installs.

use std::env;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::command::{run, run_within, succeeds};

/// Whether the running cargo is one of rustup's, which tells its children so.
pub(crate) fn manages_rust() -> bool {
    env::var_os("RUSTUP_TOOLCHAIN").is_some()
}

/// Whether the toolchain can be used as it is, without a download.
pub(crate) fn has_toolchain(name: &str) -> bool {
    succeeds(
        Command::new("rustup")
            .args(["run", name, "rustc", "--version"])
            .env("RUSTUP_AUTO_INSTALL", "0"),
    )
}

/// Adds a component to the toolchain in use.
pub(crate) fn add_component(name: &str) -> Result<()> {
    if !may_install() {
        bail!(
            "{name} is missing and RUSTUP_AUTO_INSTALL=0 forbids to install it: \
             run `rustup component add {name}`."
        );
    }
    println!("Adding {name}, which is missing, to this Rust toolchain.");
    run(
        Command::new("rustup").args(["component", "add", name]),
        &format!("{name} could not be added: run `rustup component add {name}` to see why."),
    )
}

/// Adds the standard library for another target. The time is limited: behind some walls, a download
/// neither comes nor fails, and there may be another way.
pub(crate) fn add_target(name: &str) -> Result<()> {
    if !may_install() {
        bail!("RUSTUP_AUTO_INSTALL=0 forbids to add {name} to this Rust.");
    }
    println!("Adding {name}, which is missing, to this Rust toolchain.");
    run_within(
        Duration::from_mins(3),
        Command::new("rustup").args(["target", "add", name]),
        &format!("rustup could not add {name}."),
    )
}

/// Setting `RUSTUP_AUTO_INSTALL=0` tells rustup to download nothing unasked.
pub(crate) fn may_install() -> bool {
    env::var("RUSTUP_AUTO_INSTALL").as_deref() != Ok("0")
}
