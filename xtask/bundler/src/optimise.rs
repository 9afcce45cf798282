//! A last polish by `wasm-opt`, where it is installed.

use std::path::Path;
use std::process::Command;
use std::{env, fs, process};

use anyhow::{Context, Result};

/// What the compiler uses and every browser of the last years knows. Not `--all-features`: new
/// versions of `wasm-opt` then write modules that browsers refuse.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The module, a little better if this machine has `wasm-opt` and as it was if not: the gain is
/// about one percent, too little to make it a requirement.
pub(crate) fn optimise(module: Vec<u8>) -> Result<Vec<u8>> {
    let folder = env::temp_dir().join(format!("parlor-bundler-{}", process::id()));
    fs::create_dir_all(&folder).context("could not make a folder for wasm-opt")?;
    let result = run_wasm_opt(&folder, &module);
    fs::remove_dir_all(&folder).context("could not remove wasm-opt's folder")?;
    Ok(result?.unwrap_or(module))
}

fn run_wasm_opt(folder: &Path, module: &[u8]) -> Result<Option<Vec<u8>>> {
    let (before, after) = (folder.join("before.wasm"), folder.join("after.wasm"));
    fs::write(&before, module)?;
    let status = Command::new("wasm-opt")
        .arg("-Oz")
        .args(FEATURES)
        .arg(&before)
        .arg("-o")
        .arg(&after)
        .status();
    match status {
        Err(_) => Ok(None),
        Ok(status) if status.success() => Ok(Some(fs::read(after)?)),
        Ok(_) => {
            println!("This machine's wasm-opt cannot read the module: it stays as it is.");
            Ok(None)
        }
    }
}
