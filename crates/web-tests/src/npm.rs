use std::path::{Path, PathBuf};

/// The folder of a package that `cargo xtask test` got from npm.
///
/// # Panics
/// If it is not there: a check that cannot be made has not passed.
pub fn npm_package(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let package = root.join("target/web/npm/node_modules").join(name);
    assert!(package.exists(), "{name} is missing: `cargo xtask test` installs it");
    package
}
