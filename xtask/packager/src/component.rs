use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};

use crate::cargo::{Metadata, NameAndVersion, Package, checksums, packages_in};

/// Everything that a program is made of.
pub(crate) struct Components {
    /// The program itself.
    pub(crate) program: Component,
    /// The packages of Rust in it and in its browser app, our own included.
    pub(crate) crates: Vec<Component>,
    pub(crate) typefaces: Vec<Typeface>,
}

/// A package of Rust.
pub(crate) struct Component {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) description: Option<String>,
    /// An SPDX expression.
    pub(crate) licence: Option<String>,
    /// The SHA-256 of the package, if it comes from the registry.
    pub(crate) checksum: Option<String>,
    /// Where its source is on this machine.
    pub(crate) folder: PathBuf,
    /// What it needs, of what is in the program.
    pub(crate) needs: BTreeSet<NameAndVersion>,
}

/// A package of npm that a typeface of the app was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typeface {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// The program, and the app that is embedded in it.
const PROGRAM: &str = "parlor";
const APP: &str = "parlor-web";
const APP_TARGET: &str = "wasm32-unknown-unknown";

impl Components {
    /// What the program is made of on a target.
    pub(crate) fn of_program(project: &Path, target: &str, typefaces: &[Typeface]) -> Result<Self> {
        let checksums = checksums(project)?;
        let mut all = BTreeMap::<NameAndVersion, Component>::new();
        for (package, target) in [(PROGRAM, target), (APP, APP_TARGET)] {
            let inside = packages_in(project, package, target)?;
            let metadata = Metadata::read(project, target)?;
            let dependencies = metadata.dependencies();
            for package in &metadata.packages {
                let name = package.name_and_version();
                if !inside.contains(&name) {
                    continue;
                }
                let checksum = checksums.get(&name).cloned();
                let component =
                    all.entry(name.clone()).or_insert_with(|| Component::of(package, checksum));
                let needs = dependencies.get(&name).into_iter().flatten();
                component.needs.extend(needs.filter(|needed| inside.contains(*needed)).cloned());
            }
        }
        let app = all.keys().find(|(name, _)| name == APP).cloned().context("there is no app")?;
        let program = all.keys().find(|(name, _)| name == PROGRAM).cloned();
        let program = program.and_then(|program| all.remove(&program));
        let mut program = program.context("there is no program")?;
        program.needs.insert(app);
        Ok(Self { program, crates: all.into_values().collect(), typefaces: typefaces.to_vec() })
    }
}

impl Component {
    fn of(package: &Package, checksum: Option<String>) -> Self {
        // Before there were expressions, people wrote a slash.
        let licence = package.license.as_deref().map(|licence| licence.replace('/', " OR "));
        let folder = package.manifest_path.parent().map(Path::to_owned).unwrap_or_default();
        Self {
            name: package.name.clone(),
            version: package.version.clone(),
            description: package.description.clone(),
            licence,
            checksum: checksum.filter(|_| package.source.is_some()),
            folder,
            needs: BTreeSet::new(),
        }
    }

    /// Whether it is of this workspace.
    pub(crate) fn is_own(&self) -> bool {
        self.checksum.is_none()
    }
}

/// Reads `@fontsource/vollkorn@5.3.0`.
impl FromStr for Typeface {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.rsplit_once('@') {
            Some((name, version)) if !name.is_empty() && !version.is_empty() => {
                Ok(Self { name: name.to_owned(), version: version.to_owned() })
            }
            _ => Err("write a package of npm and its version, such as @fontsource/vollkorn@5.3.0"),
        }
    }
}
