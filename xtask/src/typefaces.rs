//! `cargo xtask typefaces`: makes the files of type that come with the app.
//!
//! They are open-licensed typefaces from npm, cut down to the characters that the app writes with. The
//! files that come of it are kept in `crates/web/assets`, so that building the app needs no npm, and the
//! licence of each in `crates/web/typefaces`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::root;
use crate::command::run;
use crate::machine::npm::{self, PATRICK_HAND, Package, SUBSET_FONT, VOLLKORN};

/// A file of type: what it is called, and where it comes from.
struct Typeface {
    /// Which look is written in it.
    look: &'static str,
    package: Package,
    /// The file in the package.
    file: &'static str,
}

const TYPEFACES: [Typeface; 2] = [
    Typeface { look: "walnut", package: VOLLKORN, file: "files/vollkorn-latin-400-normal.woff2" },
    Typeface {
        look: "chalk",
        package: PATRICK_HAND,
        file: "files/patrick-hand-latin-400-normal.woff2",
    },
];

/// Gets every typeface and makes its file anew.
pub(crate) fn typefaces() -> Result<()> {
    npm::need(SUBSET_FONT)?;
    let web = root().join("crates/web");
    fs::create_dir_all(web.join("typefaces"))?;
    for Typeface { look, package, file } in TYPEFACES {
        npm::need(package)?;
        let to = web.join("assets").join(format!("{look}.woff2"));
        run(
            Command::new("node")
                .arg(root().join("xtask/src/typefaces/subset.mjs"))
                .arg(npm::folder())
                .arg(package.folder().join(file))
                .arg(&to),
            "The typeface could not be cut down: see above.",
        )?;
        let licence = web.join("typefaces").join(format!("{look}-licence.txt"));
        fs::copy(package.folder().join("LICENSE"), licence).context("the licence is missing")?;
        println!("{}: {} bytes", to.display(), fs::metadata(&to)?.len());
    }
    Ok(())
}
