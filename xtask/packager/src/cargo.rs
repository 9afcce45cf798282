//! What cargo knows about the packages of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A package by name and version, of which there is one.
pub(crate) type NameAndVersion = (String, String);

/// The answer of `cargo metadata`, as far as it is needed here.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) description: Option<String>,
    /// An SPDX expression, by and large.
    pub(crate) license: Option<String>,
    /// The registry that it is from; none for our own.
    pub(crate) source: Option<String>,
    pub(crate) manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `dev` and `build` have a name; a dependency as such has none.
    kind: Option<String>,
}

impl Metadata {
    /// What is known of the workspace and all that it may need on a target.
    pub(crate) fn read(project: &Path, target: &str) -> Result<Self> {
        let text = output(
            cargo(project)
                .args(["metadata", "--format-version", "1", "--locked"])
                .args(["--filter-platform", target]),
        )?;
        serde_json::from_str(&text).context("cargo says something else than it used to")
    }

    /// What each package depends on when it runs.
    pub(crate) fn dependencies(&self) -> BTreeMap<NameAndVersion, BTreeSet<NameAndVersion>> {
        let names: BTreeMap<&str, NameAndVersion> = self
            .packages
            .iter()
            .map(|package| (package.id.as_str(), package.name_and_version()))
            .collect();
        let is_normal =
            |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
        let of_node = |node: &Node| {
            let on = node.deps.iter().filter(is_normal);
            let on = on.filter_map(|dependency| names.get(dependency.pkg.as_str()).cloned());
            Some((names.get(node.id.as_str())?.clone(), on.collect()))
        };
        self.resolve.nodes.iter().filter_map(of_node).collect()
    }
}

impl Package {
    pub(crate) fn name_and_version(&self) -> NameAndVersion {
        (self.name.clone(), self.version.clone())
    }
}

/// The packages that go into one package of the workspace on a target, itself included. Unlike the
/// metadata, this leaves out what only other packages have asked for.
pub(crate) fn packages_in(
    project: &Path,
    package: &str,
    target: &str,
) -> Result<BTreeSet<NameAndVersion>> {
    let text = output(
        cargo(project)
            .args(["tree", "--locked", "--package", package, "--target", target])
            .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]),
    )?;
    text.lines().filter(|line| !line.is_empty()).map(name_and_version).collect()
}

/// Reads `serde v1.0.229 (proc-macro) (*)`.
fn name_and_version(line: &str) -> Result<NameAndVersion> {
    let mut words = line.split(' ');
    match (words.next(), words.next().and_then(|version| version.strip_prefix('v'))) {
        (Some(name), Some(version)) => Ok((name.to_owned(), version.to_owned())),
        _ => bail!("cargo calls a package `{line}`, which cannot be understood"),
    }
}

/// The checksums of the packages that come from a registry, out of the lock file.
pub(crate) fn checksums(project: &Path) -> Result<BTreeMap<NameAndVersion, String>> {
    let text = String::from_utf8(crate::read(&project.join("Cargo.lock"))?)?;
    let of_block = |block: &str| {
        let field = |name: &str| {
            let value = block.lines().find_map(|line| line.strip_prefix(name))?;
            Some(value.strip_prefix(" = \"")?.strip_suffix('"')?.to_owned())
        };
        Some(((field("name")?, field("version")?), field("checksum")?))
    };
    Ok(text.split("[[package]]").filter_map(of_block).collect())
}

fn cargo(project: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(project);
    command
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().context("could not start cargo")?;
    if !output.status.success() {
        bail!("cargo failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read_as_cargo_writes_them() {
        for (line, name, version) in [
            ("serde v1.0.229", "serde", "1.0.229"),
            ("serde_derive v1.0.229 (proc-macro) (*)", "serde_derive", "1.0.229"),
            ("parlor v0.1.0 (/home/ada/my parlor/crates/cli)", "parlor", "0.1.0"),
        ] {
            let read = name_and_version(line).expect(line);
            assert_eq!(read, (name.to_owned(), version.to_owned()));
        }
        assert!(name_and_version("serde").is_err());
    }
}
