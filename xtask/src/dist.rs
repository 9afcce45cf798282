//! `cargo xtask dist`: a release, from what is in the work tree.
//!
//! It is meant to be reproducible: the same commit and the same compiler make the same bytes, in any
//! folder and at any time. So paths of this machine are kept out of the program, and every file in the
//! archive is of the time of the commit.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, root};
use crate::command::{output, run};
use crate::machine::npm::{PATRICK_HAND, VOLLKORN};
use crate::web::{self, Budget};

/// Makes `target/dist`.
pub(crate) fn dist() -> Result<()> {
    let time = time()?;
    let target = target()?;
    println!("Making the browser app.");
    web::web(Budget::Kept)?;
    println!("Building the program around it, for {target}.");
    let program = build(&target)?;
    println!("Packing it.");
    let folder = root().join("target/dist");
    let mut packager = cargo();
    packager
        .args(["run", "--quiet", "--locked", "--package", "packager", "--"])
        .args(["--target", &target, "--time", &time.to_string()])
        .args(["--typeface", &VOLLKORN.name_and_version()])
        .args(["--typeface", &PATRICK_HAND.name_and_version()])
        .arg("--program")
        .arg(program)
        .arg("--project")
        .arg(root())
        .arg("--to")
        .arg(&folder);
    run(&mut packager, "The release could not be packed: see above.")
}

/// Builds the program in a folder of its own, because it is built in another way than usual.
fn build(target: &str) -> Result<PathBuf> {
    let folder = root().join("target/dist/build");
    run(
        cargo()
            .args(["build", "--release", "--locked", "--package", "parlor", "--target", target])
            .arg("--target-dir")
            .arg(&folder)
            .env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo")
            .env("RUSTFLAGS", without_paths(&root(), &cargo_home()?))
            // What is compiled from C may have paths in it, too.
            .env("CFLAGS", format!("-ffile-prefix-map={}=/parlor", root().display())),
        "The program could not be built: see above.",
    )?;
    let program = folder.join(target).join("release/parlor");
    Ok(program.with_extension(env::consts::EXE_EXTENSION))
}

/// Options of the compiler that name folders as everyone may know them.
fn without_paths(project: &Path, cargo_home: &Path) -> String {
    // Of two that fit, the compiler takes the last: one folder may be inside the other.
    let (project, cargo_home) = (project.display(), cargo_home.display());
    format!("--remap-path-prefix={project}=/parlor --remap-path-prefix={cargo_home}=/cargo")
}

/// Where cargo keeps the sources of packages.
fn cargo_home() -> Result<PathBuf> {
    if let Some(folder) = env::var_os("CARGO_HOME") {
        return Ok(folder.into());
    }
    let home = env::home_dir().context("it is not known where cargo keeps its packages")?;
    Ok(home.join(".cargo"))
}

/// What programs are built for here.
fn target() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let target = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(target.context("the compiler does not say what it compiles for")?.to_owned())
}

/// When what is released was changed last: what `SOURCE_DATE_EPOCH` says, as is the custom, or the time
/// of the commit.
fn time() -> Result<u64> {
    if let Ok(time) = env::var("SOURCE_DATE_EPOCH") {
        return time.parse().context("SOURCE_DATE_EPOCH is not a number of seconds");
    }
    let mut git = Command::new("git");
    git.current_dir(root()).args(["log", "-1", "--format=%ct"]);
    let Ok(time) = output(&mut git) else {
        bail!("There is no commit here whose time could be taken: set SOURCE_DATE_EPOCH.");
    };
    let mut git = Command::new("git");
    if !output(git.current_dir(root()).args(["status", "--porcelain"]))?.is_empty() {
        println!("Note that the work tree has changes that are in no commit.");
    }
    time.parse().context("git says something else than a time")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_of_this_machine_is_told() {
        let options = without_paths(Path::new("/home/ada/parlor"), Path::new("/home/ada/.cargo"));
        assert_eq!(
            options,
            "--remap-path-prefix=/home/ada/parlor=/parlor --remap-path-prefix=/home/ada/.cargo=/cargo"
        );
    }
}
