//! A file of the bundle while it is being made.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A name and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct File {
    /// Its path in the bundle, with `/` between folders.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
}

impl File {
    /// A file with a text in it.
    pub(crate) fn text(name: &str, text: &str) -> Self {
        File { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    /// The contents, if this is a kind of file that can refer to others.
    pub(crate) fn as_text(&self) -> Result<Option<&str>> {
        let (_, ending) = self.split_name();
        if !["html", "js", "css", "svg", "webmanifest", "json", "txt"].contains(&ending) {
            return Ok(None);
        }
        let text = str::from_utf8(&self.bytes)
            .with_context(|| format!("{} should be text, but is not", self.name))?;
        Ok(Some(text))
    }

    /// The name before and after its last dot.
    pub(crate) fn split_name(&self) -> (&str, &str) {
        self.name.rsplit_once('.').unwrap_or((&self.name, ""))
    }

    /// The same file in a folder of the bundle.
    pub(crate) fn inside(mut self, folder: &str) -> Self {
        self.name = format!("{folder}/{}", self.name);
        self
    }
}

/// The files that lie in a folder, by name. There are no folders in it: names are what one file
/// knows of another.
pub(crate) fn read_folder(folder: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let unreadable = || format!("could not read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            bail!("{} has a name that is not text", entry.path().display());
        };
        let bytes = fs::read(entry.path())
            .with_context(|| format!("could not read {}", entry.path().display()))?;
        files.push(File { name, bytes });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
