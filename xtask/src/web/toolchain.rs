//! A compiler for WebAssembly with a standard library, in whichever way this machine can have one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Result, bail};

use crate::command::{output, succeeds};
use crate::machine;

/// The target that browsers run.
pub(super) const TARGET: &str = "wasm32-unknown-unknown";

/// Names the way to use, instead of the first that works: `installed`, `rustup` or `debian`.
const FORCE: &str = "PARLOR_WASM_TOOLCHAIN";

/// Options that leave out of a module what is of no use in a browser: where in the source a panic
/// happened, and how values look to programmers.
const LEAVE_OUT: [&str; 2] = ["-Zlocation-detail=none", "-Zfmt-debug=none"];

/// Options that leave out all that is done to describe a panic. The standard library has to be built
/// with them, too.
const STOP_AT_ONCE: [&str; 2] = ["-Zunstable-options", "-Cpanic=immediate-abort"];

/// Lets a released compiler take options that are not settled yet.
const UNSETTLED: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// A compiler and what it needs to link.
pub(super) enum Toolchain {
    /// The toolchain in use, which has the standard library for WebAssembly.
    Complete {
        /// Its compiler.
        rustc: PathBuf,
    },
    /// Debian's compiler, which builds the standard library from its sources.
    FromSource {
        /// Its compiler.
        rustc: PathBuf,
        /// Debian's compiler brings no linker for WebAssembly.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Looks for the standard library where it costs least, and gets it if it is nowhere.
    pub(super) fn find() -> Result<Self> {
        match env::var(FORCE).as_deref() {
            Err(_) => Self::first_that_works(),
            Ok("installed") => match Self::installed()? {
                Some(toolchain) => Ok(toolchain),
                None => bail!("This Rust has no {TARGET}: run `rustup target add {TARGET}`."),
            },
            Ok("rustup") => Self::with_rustup(),
            Ok("debian") => Self::with_debian(),
            Ok(other) => bail!("{FORCE} is `{other}`: use `installed`, `rustup` or `debian`."),
        }
    }

    fn first_that_works() -> Result<Self> {
        if let Some(toolchain) = Self::installed()? {
            return Ok(toolchain);
        }
        if machine::rustup::manages_rust() && machine::rustup::may_install() {
            match Self::with_rustup() {
                Ok(toolchain) => return Ok(toolchain),
                Err(error) => println!("{error:#} Trying Debian's packages."),
            }
        }
        Self::with_debian().map_err(|error| {
            error.context(format!(
                "The browser app needs Rust's standard library for WebAssembly: \
                 run `rustup target add {TARGET}`"
            ))
        })
    }

    fn installed() -> Result<Option<Self>> {
        let library =
            output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
        Ok(if holds_the_standard_library(Path::new(&library)) {
            let rustc = sysroot(Path::new("rustc"))?.join("bin/rustc");
            Some(Toolchain::Complete { rustc })
        } else {
            None
        })
    }

    fn with_rustup() -> Result<Self> {
        machine::rustup::add_target(TARGET)?;
        match Self::installed()? {
            Some(toolchain) => Ok(toolchain),
            None => bail!("rustup added {TARGET}, but its standard library is not there."),
        }
    }

    fn with_debian() -> Result<Self> {
        let rustc = PathBuf::from("/usr/bin/rustc");
        if !has_library_sources(&rustc) {
            machine::apt::install(&["rustc-web", "rust-web-src"])?;
        }
        if !has_library_sources(&rustc) {
            bail!("Debian's {} came without the library's sources.", rustc.display());
        }
        let linker = linker()?;
        Ok(Toolchain::FromSource { rustc, linker })
    }

    /// Each toolchain has a target folder of its own, so that none undoes the other's work.
    pub(super) fn folder(&self) -> &'static str {
        match self {
            Toolchain::Complete { .. } => "wasm",
            Toolchain::FromSource { .. } => "wasm-from-source",
        }
    }

    /// Tells a cargo, whose environment is otherwise clean, to use this toolchain.
    pub(super) fn equip(&self, cargo: &mut Command) {
        let (name, value) = UNSETTLED;
        cargo.env(name, value).env("RUSTC", self.rustc());
        if let Toolchain::FromSource { linker, .. } = self {
            cargo
                .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"])
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }

    /// The options with which this toolchain makes small modules. Without them a module is a tenth
    /// larger and otherwise the same, so a compiler that does not know one is spared it.
    pub(super) fn options(&self) -> Vec<&'static str> {
        let whole = match self {
            Toolchain::Complete { .. } => &[LEAVE_OUT][..],
            Toolchain::FromSource { .. } => &[LEAVE_OUT, STOP_AT_ONCE],
        };
        whole.iter().filter(|options| self.takes(&options[..])).flatten().copied().collect()
    }

    /// Whether its modules are as small as they can be: those with the standard library as it is
    /// delivered are a tenth larger.
    pub(super) fn makes_small_modules(&self) -> bool {
        match self {
            Toolchain::Complete { .. } => false,
            Toolchain::FromSource { .. } => true,
        }
    }

    fn takes(&self, options: &[&str]) -> bool {
        let (name, value) = UNSETTLED;
        let mut question = Command::new(self.rustc());
        question.args(options).args(["--print", "cfg", "--target", TARGET]).env(name, value);
        succeeds(&mut question)
    }

    fn rustc(&self) -> &Path {
        match self {
            Toolchain::Complete { rustc } | Toolchain::FromSource { rustc, .. } => rustc,
        }
    }
}

fn holds_the_standard_library(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libstd-") && name.ends_with(".rlib")
        })
    })
}

fn has_library_sources(rustc: &Path) -> bool {
    rustc.exists()
        && sysroot(rustc)
            .is_ok_and(|sysroot| sysroot.join("lib/rustlib/src/rust/library/Cargo.lock").exists())
}

/// The linker that rustup's toolchain brings, or else Debian's.
fn linker() -> Result<PathBuf> {
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let rust_lld = sysroot(Path::new("rustc"))?.join("lib/rustlib").join(host).join("bin/rust-lld");
    if rust_lld.exists() {
        return Ok(rust_lld);
    }
    let debian = PathBuf::from("/usr/bin/wasm-ld-22");
    if !debian.exists() {
        machine::apt::install(&["lld-22"])?;
    }
    Ok(debian)
}

fn sysroot(rustc: &Path) -> Result<PathBuf> {
    let mut command = Command::new(rustc);
    command.args(["--print", "sysroot"]);
    Ok(output(command.env_remove("LD_LIBRARY_PATH"))?.into())
}
