//! Makes a release out of a program that has been built: an archive with what belongs to it, a
//! software bill of materials (SBOM), and checksums. `cargo xtask dist` runs it.
//!
//! The same program, files and time make the same bytes, on any machine.

mod archive;
mod cargo;
mod checksums;
mod component;
mod notices;
mod sbom;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Parser;

use archive::{Archive, Kind};
use component::{Components, Typeface};

/// Makes a release in a folder.
#[derive(Parser)]
struct Arguments {
    /// The program, with the browser app inside.
    #[arg(long)]
    program: PathBuf,
    /// What it was built for, such as `x86_64-unknown-linux-gnu`.
    #[arg(long)]
    target: String,
    /// When it was changed last, in seconds since 1970: the time of everything in the archive.
    #[arg(long)]
    time: u64,
    /// A package of npm that a typeface of the app was made from, such as `@fontsource/vollkorn@5.3.0`.
    #[arg(long = "typeface")]
    typefaces: Vec<Typeface>,
    /// The project's folder.
    #[arg(long)]
    project: PathBuf,
    /// The folder to put the release in.
    #[arg(long)]
    to: PathBuf,
}

/// The version of the whole workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let Arguments { program, target, time, typefaces, project, to } = &arguments;
    let name = format!("parlor-{VERSION}-{target}");
    let program = fs::read(program)
        .with_context(|| format!("could not read the program at {}", program.display()))?;
    let components = Components::of_program(project, target, typefaces)?;
    let when = humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(*time));
    let bill = sbom::write(&components, &when.to_string());

    let mut archive = Archive::new(&name, *time);
    archive.add("parlor", Kind::Program, program);
    archive.add("parlor.cdx.json", Kind::Text, bill.clone().into_bytes());
    archive.add(
        "THIRD-PARTY-LICENCES.txt",
        Kind::Text,
        notices::write(project, &components)?.into(),
    );
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        archive.add(file, Kind::Text, read(&project.join(file))?);
    }
    for folder in ["docs", "deploy"] {
        archive.add_folder(project, folder)?;
    }

    fs::create_dir_all(to).with_context(|| format!("could not make {}", to.display()))?;
    let files = [
        (format!("{name}.tar.gz"), archive.compressed()?),
        (format!("{name}.cdx.json"), bill.into_bytes()),
    ];
    let sums = checksums::write(&files);
    for (file, bytes) in files.iter().chain([&("SHA256SUMS".to_owned(), sums.into_bytes())]) {
        fs::write(to.join(file), bytes).with_context(|| format!("could not write {file}"))?;
        println!("{:>12} bytes  {}", bytes.len(), to.join(file).display());
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("could not read {}", path.display()))
}
