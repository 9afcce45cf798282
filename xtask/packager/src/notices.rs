//! The licences of everything by others that is in the program, which ask for being passed on with it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::component::Components;

const FOREWORD: &str = "\
Parlor is made of its own code and of the work of others. These are their licences, each with the
packages that it is of. The standard library of Rust, which is in every program written in Rust, is
under the MIT licence or the Apache License, Version 2.0, at your option.
";

/// How the names of files begin that are about licences.
const FILES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// All of them in one text. Licences that are the same to the letter stand there once.
pub(crate) fn write(project: &Path, components: &Components) -> Result<String> {
    let mut texts = BTreeMap::<String, Vec<String>>::new();
    let mut without = Vec::new();
    for component in components.crates.iter().filter(|component| !component.is_own()) {
        let name = format!("{} {}", component.name, component.version);
        let licences = licences_in(&component.folder)?;
        if licences.is_empty() {
            without.push(format!("{name}: {}", component.licence.as_deref().unwrap_or("unknown")));
        }
        for text in licences {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for text in licences_of_typefaces(project)? {
        texts.entry(text).or_default().push("a typeface of the browser app".to_owned());
    }
    let mut by_packages: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, packages)| (packages, text)).collect();
    by_packages.sort();

    let mut all = FOREWORD.to_owned();
    for (packages, text) in by_packages {
        let line = "=".repeat(80);
        write!(all, "\n{line}\n{}\n{line}\n\n{}\n", packages.join(", "), text.trim_end())?;
    }
    if !without.is_empty() {
        write!(all, "\nThese packages name their licence and bring no text of it:\n\n")?;
        for package in without {
            writeln!(all, "{package}")?;
        }
    }
    Ok(all)
}

/// The texts of the licences of a package.
fn licences_in(folder: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("could not read {}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let is_licence = |path: &&std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file() && FILES.iter().any(|beginning| name.starts_with(beginning))
    };
    paths.iter().filter(is_licence).map(|path| text(path)).collect()
}

fn licences_of_typefaces(project: &Path) -> Result<Vec<String>> {
    ["chalk-licence.txt", "walnut-licence.txt"]
        .iter()
        .map(|file| text(&project.join("crates/web/typefaces").join(file)))
        .collect()
}

/// A text with the ends of lines that everybody has.
fn text(path: &Path) -> Result<String> {
    let bytes = crate::read(path)?;
    Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
}
