//! A last polish by `wasm-opt`.

use std::path::Path;
use std::process::Command;
use std::{env, fs, process};

use anyhow::{Context, Result, bail};

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

/// What makes our module smallest once it is compressed. The first kilobyte of its memory is the far
/// end of its stack, and no address of data. Expressions that occur twice and zeros in the data are
/// left alone: brotli writes them in fewer bytes than it takes to avoid them. Not
/// `--traps-never-happen`: a panic is a trap.
const PASSES: [&str; 5] = [
    "-Os",
    "--low-memory-unused",
    "--skip-pass=local-cse",
    "--skip-pass=memory-packing",
    "--converge",
];

/// The module, a little smaller.
pub(crate) fn optimise(wasm_opt: &Path, module: &[u8]) -> Result<Vec<u8>> {
    let folder = env::temp_dir().join(format!("parlor-bundler-{}", process::id()));
    fs::create_dir_all(&folder).context("could not make a folder for wasm-opt")?;
    let result = run(wasm_opt, &folder, module);
    fs::remove_dir_all(&folder).context("could not remove wasm-opt's folder")?;
    result
}

fn run(wasm_opt: &Path, folder: &Path, module: &[u8]) -> Result<Vec<u8>> {
    let (before, after) = (folder.join("before.wasm"), folder.join("after.wasm"));
    fs::write(&before, module)?;
    let mut command = Command::new(wasm_opt);
    command.args(FEATURES).args(PASSES).arg(&before).arg("-o").arg(&after);
    let status = command.status().context("could not start wasm-opt")?;
    if !status.success() {
        bail!("wasm-opt could not read the module: see above");
    }
    Ok(fs::read(after)?)
}
