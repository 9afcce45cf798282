//! From Rust to the WebAssembly modules.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::Result;

use super::toolchain::{TARGET, Toolchain};
use crate::cargo::{cargo, root};
use crate::command::run;

/// The modules as the compiler left them, before wasm-bindgen has seen them.
pub(super) struct Modules {
    /// What a first visit fetches.
    pub(super) page: PathBuf,
    /// What is fetched when one of its screens is asked for.
    pub(super) study: PathBuf,
}

/// Compiles the page and the second module, each with the computer player.
pub(super) fn compile(toolchain: &Toolchain) -> Result<Modules> {
    if let Toolchain::FromSource { .. } = toolchain {
        println!("Compiling for the browser, the standard library too (the first time, minutes).");
    } else {
        println!("Compiling for the browser.");
    }
    let folder = target_folder().join(toolchain.folder());
    let mut build = clean(cargo());
    build
        .args(["build", "--profile", "web", "--target", TARGET])
        .args(["--package", "parlor-web-page", "--package", "parlor-web-study", "--target-dir"])
        .arg(&folder)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(toolchain));
    toolchain.equip(&mut build);
    run(&mut build, "The browser app does not compile: see above.")?;

    let folder = folder.join(TARGET).join("web");
    let [page, study] =
        ["parlor_web_page.wasm", "parlor_web_study.wasm"].map(|name| folder.join(name));
    Ok(Modules { page, study })
}

/// Without what the outer cargo, or the person's own settings for it, would impose on the inner one:
/// another compiler would be used, or the right one with another's libraries.
fn clean(mut cargo: Command) -> Command {
    for variable in [
        "RUSTUP_TOOLCHAIN",
        "RUSTC",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "CARGO_BUILD_RUSTC",
        "CARGO_BUILD_RUSTC_WRAPPER",
        "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER",
        "CARGO_BUILD_TARGET",
        "CARGO_BUILD_RUSTFLAGS",
        "RUSTFLAGS",
        "LD_LIBRARY_PATH",
    ] {
        cargo.env_remove(variable);
    }
    cargo
}

/// What the compiler is told beside the profile. Some messages name source files: the names start
/// where the reader's interest does, say nothing about the machine that compiled them, and so the
/// module is the same on every machine.
fn flags(toolchain: &Toolchain) -> OsString {
    let mut folders = vec![root()];
    let registries = cargo_home().join("registry/src");
    if let Ok(entries) = fs::read_dir(registries) {
        folders.extend(entries.flatten().map(|entry| entry.path()));
    }
    let mut flags: Vec<OsString> = toolchain.options().into_iter().map(OsString::from).collect();
    // A coin toss hashes some lines of text: the small form of SHA-256 is fast enough for that.
    flags.push("--cfg=sha2_backend_soft=\"compact\"".into());
    for folder in folders {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push("=");
        flags.push(flag);
    }
    flags.join(OsStr::new("\u{1f}"))
}

fn cargo_home() -> PathBuf {
    env::var_os("CARGO_HOME").map_or_else(
        || {
            let home = env::var_os("HOME").unwrap_or_default();
            Path::new(&home).join(".cargo")
        },
        PathBuf::from,
    )
}

fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
