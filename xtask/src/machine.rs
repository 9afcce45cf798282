//! What this machine has, and getting what is missing.
//!
//! Every tool has one test for being there and one or more ways to get it. A way is used only if
//! it is this machine's own (rustup where rustup manages Rust, apt on Debian for root), and what
//! is about to be installed is said first.

pub(crate) mod apt;
pub(crate) mod npm;
pub(crate) mod rustup;

use std::process::Command;

use anyhow::{Result, bail};

use crate::cargo::cargo;
use crate::command::{run, succeeds};

/// Something that a task cannot do without.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tool {
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
    /// A nightly toolchain, which fuzzing needs for its instrumentation.
    NightlyRust,
    /// `cargo fuzz`.
    CargoFuzz,
    /// Chromium and the driver through which tests use it.
    Browser,
    /// PostgreSQL's server, of which tests start one of their own.
    Postgres,
    /// `node` and `npm`, from which tools come that look at pages.
    Npm,
}

/// Makes sure that the tool is there, or says in one sentence how to get it.
pub(crate) fn need(tool: Tool) -> Result<()> {
    if tool.is_here() {
        return Ok(());
    }
    tool.install()?;
    if !tool.is_here() {
        bail!("{tool:?} was installed, but does not start.");
    }
    Ok(())
}

impl Tool {
    fn is_here(self) -> bool {
        match self {
            Tool::Rustfmt => succeeds(cargo().args(["fmt", "--version"])),
            Tool::Clippy => succeeds(cargo().args(["clippy", "--version"])),
            Tool::NightlyRust => rustup::has_toolchain("nightly"),
            Tool::CargoFuzz => succeeds(cargo().args(["fuzz", "--version"])),
            Tool::Browser => has_program("chromium") && has_program("chromedriver"),
            Tool::Postgres => apt::has_postgres() || has_program("initdb"),
            Tool::Npm => has_program("node") && has_program("npm"),
        }
    }

    fn install(self) -> Result<()> {
        match self {
            Tool::Rustfmt => component("rustfmt", "rustfmt-web"),
            Tool::Clippy => component("clippy", "rust-web-clippy"),
            Tool::NightlyRust => bail!(
                "Fuzzing needs a nightly Rust: run `rustup toolchain install nightly`, then try again."
            ),
            Tool::CargoFuzz => {
                println!("Installing cargo-fuzz, which is missing (takes about a minute).");
                run(
                    cargo().args(["install", "--locked", "cargo-fuzz"]),
                    "cargo-fuzz could not be installed: run `cargo install cargo-fuzz` to see why.",
                )
            }
            Tool::Browser => apt::install(&["chromium", "chromium-driver"]),
            Tool::Postgres => apt::install(&["postgresql"]),
            Tool::Npm => apt::install(&["nodejs", "npm"]),
        }
    }
}

/// A part of Rust that comes from whatever this machine's Rust came from.
fn component(name: &str, debian_package: &str) -> Result<()> {
    if rustup::manages_rust() {
        rustup::add_component(name)
    } else {
        apt::install(&[debian_package])
    }
}

fn has_program(name: &str) -> bool {
    succeeds(Command::new(name).arg("--version"))
}
