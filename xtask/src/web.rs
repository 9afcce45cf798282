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
use compile::compile;
use toolchain::Toolchain;

/// Makes `target/web/bundle`: what a server sends, with a compressed copy of each file.
pub(crate) fn web() -> Result<()> {
    bundle(None)
}

/// Makes the bundle and `target/web/site`: the same app for any static host.
pub(crate) fn site() -> Result<()> {
    let site = output("site");
    bundle(Some(&site))?;
    println!("The folder {} can be put on any web server.", site.display());
    Ok(())
}

fn bundle(site: Option<&Path>) -> Result<()> {
    let modules = compile(&Toolchain::find()?)?;
    let mut bundler = cargo();
    bundler
        .args(["run", "--quiet", "--package", "bundler", "--"])
        .arg("--page")
        .arg(&modules.page)
        .arg("--engine")
        .arg(&modules.engine)
        .arg("--files")
        .arg(root().join("crates/web"))
        .arg("--bundle")
        .arg(output("bundle"));
    if let Some(site) = site {
        bundler.arg("--site").arg(site);
    }
    run(&mut bundler, "The browser bundle could not be made: see above.")
}

/// Always inside the project, wherever cargo keeps its own files: the server looks for it there.
fn output(folder: &str) -> PathBuf {
    root().join("target/web").join(folder)
}
