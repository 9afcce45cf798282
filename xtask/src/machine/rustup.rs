//! Parts of Rust that rustup installs.

use std::env;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{run, succeeds};

/// Whether the running cargo is one of rustup's, which tells its children so.
pub(super) fn manages_rust() -> bool {
    env::var_os("RUSTUP_TOOLCHAIN").is_some()
}

/// Whether the toolchain can be used as it is, without a download.
pub(super) fn has_toolchain(name: &str) -> bool {
    succeeds(
        Command::new("rustup")
            .args(["run", name, "rustc", "--version"])
            .env("RUSTUP_AUTO_INSTALL", "0"),
    )
}

/// Adds a component to the toolchain in use.
pub(super) fn add_component(name: &str) -> Result<()> {
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

/// Whoever sets `RUSTUP_AUTO_INSTALL=0` wants rustup to download nothing unasked.
pub(super) fn may_install() -> bool {
    env::var("RUSTUP_AUTO_INSTALL").as_deref() != Ok("0")
}
