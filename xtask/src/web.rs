//! `cargo xtask web` and `cargo xtask site`: the browser app, ready to be served.
//!
//! The work is done in two halves. Here, the WebAssembly modules are compiled. The crate `bundler`
//! then makes the bundle out of them and of the plain files in `crates/web`; it is a program of its
//! own because it has large dependencies, which the other tasks need not wait for.

mod compile;
mod toolchain;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cargo::{cargo, root};
use crate::command::run;
use crate::machine::npm::{self, BINARYEN};
use compile::compile;
use toolchain::Toolchain;

/// What becomes of a bundle that is larger than it should be.
#[derive(Clone, Copy)]
pub(crate) enum Budget {
    /// It is an error: a developer has to know. All is done to make it small, with tools from npm.
    Kept,
    /// It is a warning: a player can do nothing about it, and a few percent are not worth their
    /// waiting for those tools.
    Told,
}

/// Makes `target/web/bundle`: what a server sends, with a compressed copy of each file.
pub(crate) fn web(budget: Budget) -> Result<()> {
    bundle(None, budget)
}

/// Makes the bundle and `target/web/site`: the same app for any static host.
pub(crate) fn site() -> Result<()> {
    let site = output("site");
    bundle(Some(&site), Budget::Kept)?;
    println!("The folder {} can be put on any web server.", site.display());
    Ok(())
}

fn bundle(site: Option<&Path>, budget: Budget) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let modules = compile(&toolchain)?;
    let mut bundler = cargo();
    bundler
        .args(["run", "--quiet", "--package", "bundler", "--"])
        .arg("--page")
        .arg(&modules.page)
        .arg("--study")
        .arg(&modules.study)
        .arg("--files")
        .arg(root().join("crates/web"))
        .arg("--bundle")
        .arg(output("bundle"));
    if let Some(site) = site {
        bundler.arg("--site").arg(site);
    }
    if let Budget::Kept = budget {
        npm::need(BINARYEN)?;
        bundler.arg("--wasm-opt").arg(npm::program("wasm-opt"));
        if toolchain.makes_small_modules() {
            bundler.arg("--within-budget");
        }
    }
    run(&mut bundler, "The browser bundle could not be made: see above.")
}

/// Always inside the project, wherever cargo keeps its own files: the server looks for it there.
fn output(folder: &str) -> PathBuf {
    root().join("target/web").join(folder)
}
