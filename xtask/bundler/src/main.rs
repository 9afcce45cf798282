//! Makes the browser bundle out of the WebAssembly modules and of the plain files beside them.
//!
//! ```text
//! modules ──────wasm-bindgen, wasm-opt──┐
//! files/assets ─────────────────────────┴─fingerprint──► bundle/assets   never change: cache for ever
//! files/site ────names of the assets filled in─────────► bundle          keep their names: ask again
//! files/openings ─────into index.html────────────────────┘
//! ```
//!
//! Every file then gets a brotli and a gzip copy, and what is fetched at once is held against a budget.

mod address;
mod budget;
mod compress;
mod file;
mod fingerprint;
mod lean;
mod module;
mod openings;
mod optimise;
mod references;
mod service_worker;
mod styles;
mod visit;
mod write;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use file::File;
use fingerprint::Assets;

/// Makes the browser bundle.
#[derive(Parser)]
struct Arguments {
    /// The page's module, as the compiler left it.
    #[arg(long)]
    page: PathBuf,
    /// The module that is fetched when one of its screens is asked for, as the compiler left it.
    #[arg(long)]
    study: PathBuf,
    /// The program `wasm-opt`, to make the modules smaller.
    #[arg(long)]
    wasm_opt: Option<PathBuf>,
    /// The folder with `assets` (fingerprinted), `site` (names kept) and `openings` (templates).
    #[arg(long)]
    files: PathBuf,
    /// Where the bundle goes, with a compressed copy of each file.
    #[arg(long)]
    bundle: PathBuf,
    /// Where to put it once more, without the copies: static hosts compress by themselves.
    #[arg(long)]
    site: Option<PathBuf>,
    /// Where people will find the app, such as `https://games.example/`: with it, links to the app are
    /// shown with their picture also where a relative address is not enough.
    #[arg(long, env = "PARLOR_SITE_ADDRESS")]
    address: Option<String>,
    /// Fail if the bundle is too large, instead of saying so.
    #[arg(long)]
    within_budget: bool,
}

fn main() -> ExitCode {
    match make(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn make(arguments: &Arguments) -> Result<()> {
    let mut assets = Assets::default();
    for (name, compiled) in [("parlor", &arguments.page), ("study", &arguments.study)] {
        let module = module::bind(name, compiled, arguments.wasm_opt.as_deref())?;
        assets.add_leaves(lean_all(module)?);
    }
    let plain = styles::join(file::read_folder(&arguments.files.join("assets"))?)?;
    assets.add(lean_all(plain)?)?;

    let mut files = lean_all(file::read_folder(&arguments.files.join("site"))?)?;
    for file in &mut files {
        references::fill_in(file, "assets/", &assets.names)?;
    }
    openings::fill_in(&mut files, &file::read_folder(&arguments.files.join("openings"))?)?;
    address::fill_in(&mut files, arguments.address.as_deref())?;
    files.extend(assets.files.into_iter().map(|file| file.inside("assets")));
    service_worker::fill_in(&mut files)?;
    files.sort_by(|a, b| a.name.cmp(&b.name));

    if let Some(site) = &arguments.site {
        write::plain(site, &files)?;
    }
    let sizes = write::with_compressed_copies(&arguments.bundle, &files)?;
    println!("{sizes}");
    match sizes.check() {
        Err(too_large) if !arguments.within_budget => println!("Warning: {too_large}"),
        checked => checked?,
    }
    Ok(())
}

fn lean_all(files: impl IntoIterator<Item = File>) -> Result<Vec<File>> {
    files.into_iter().map(lean::lean).collect()
}
