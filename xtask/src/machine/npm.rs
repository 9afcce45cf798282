//! Packages of npm that make the browser app smaller, look at it, that its typefaces come from, or that
//! Parlor is compared with. They are kept in a folder of their own, and in one version, so that a new
//! one does not fail a change that did nothing wrong.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::cargo::root;
use crate::command::run;
use crate::machine::{self, Tool};

/// A package, in the version that is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Package {
    name: &'static str,
    version: &'static str,
}

/// Makes WebAssembly modules smaller, with its program `wasm-opt`. Debian 12 has an old version, which
/// mixes up the tables of modules that have two: browsers then refuse them.
pub(crate) const BINARYEN: Package = Package { name: "binaryen", version: "132.0.0" };

/// Finds what people cannot read, hear or reach on a page.
pub(crate) const AXE: Package = Package { name: "axe-core", version: "4.14.0" };

/// Judges a page as a whole.
pub(crate) const LIGHTHOUSE: Package = Package { name: "lighthouse", version: "13.5.0" };

/// Another server for games of turns, which Parlor's is measured against.
pub(crate) const BOARDGAME: Package = Package { name: "boardgame.io", version: "0.50.2" };

/// The old-style serif that Walnut is written in.
pub(crate) const VOLLKORN: Package = Package { name: "@fontsource/vollkorn", version: "5.3.0" };

/// The handwriting that Chalk is written in.
pub(crate) const PATRICK_HAND: Package =
    Package { name: "@fontsource/patrick-hand", version: "5.3.0" };

/// Cuts typefaces down to the characters that are needed.
pub(crate) const SUBSET_FONT: Package = Package { name: "subset-font", version: "2.9.0" };

impl Package {
    /// Name and version, as npm takes them.
    pub(crate) fn name_and_version(self) -> String {
        format!("{}@{}", self.name, self.version)
    }

    /// Where its files are.
    pub(crate) fn folder(self) -> PathBuf {
        folder().join("node_modules").join(self.name)
    }
}

/// Where packages are.
pub(crate) fn folder() -> PathBuf {
    root().join("target/web/npm")
}

/// Where a program of a package is.
pub(crate) fn program(name: &str) -> PathBuf {
    folder().join("node_modules/.bin").join(name)
}

/// Makes sure that the package is in `target/web/npm`.
pub(crate) fn need(package: Package) -> Result<()> {
    let folder = folder();
    let about = package.folder().join("package.json");
    let version = format!("\"version\": \"{}\"", package.version);
    if fs::read_to_string(about).is_ok_and(|about| about.contains(&version)) {
        return Ok(());
    }
    machine::need(Tool::Npm)?;
    let name = package.name;
    println!("Getting {} from npm into target/web/npm, missing here.", package.name_and_version());
    fs::create_dir_all(&folder)?;
    run(
        Command::new("npm")
            .args(["install", "--save-exact", "--no-audit", "--no-fund", "--loglevel=error"])
            .arg("--prefix")
            .arg(&folder)
            .arg(package.name_and_version()),
        &format!("npm could not get {name}: see above."),
    )
}
