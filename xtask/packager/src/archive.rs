use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use tar::{Builder, Header};

/// A `.tar.gz` whose bytes depend on nothing but what is in it: files are sorted, belong to nobody, and
/// are all of the same time.
pub(crate) struct Archive {
    folder: String,
    time: u64,
    files: BTreeMap<String, (Kind, Vec<u8>)>,
}

/// Who may do what with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It can be run.
    Program,
    /// It can be read.
    Text,
}

impl Kind {
    const fn mode(self) -> u32 {
        match self {
            Self::Program => 0o755,
            Self::Text => 0o644,
        }
    }
}

impl Archive {
    /// An archive of one folder.
    pub(crate) fn new(folder: &str, time: u64) -> Self {
        Self { folder: folder.to_owned(), time, files: BTreeMap::new() }
    }

    /// Adds a file, by its path in the folder.
    pub(crate) fn add(&mut self, path: &str, kind: Kind, bytes: Vec<u8>) {
        self.files.insert(path.to_owned(), (kind, bytes));
    }

    /// Adds all files in a folder of the project, under the same path.
    pub(crate) fn add_folder(&mut self, project: &Path, folder: &str) -> Result<()> {
        let path = project.join(folder);
        let entries =
            fs::read_dir(&path).with_context(|| format!("could not read {}", path.display()))?;
        for entry in entries {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.add_folder(project, &path)?;
            } else {
                self.add(&path, Kind::Text, crate::read(&entry.path())?);
            }
        }
        Ok(())
    }

    pub(crate) fn compressed(&self) -> Result<Vec<u8>> {
        let compressor = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        let mut archive = Builder::new(compressor);
        for (path, (kind, bytes)) in &self.files {
            let mut header = Header::new_ustar();
            header.set_mode(kind.mode());
            header.set_uid(0);
            header.set_gid(0);
            header.set_mtime(self.time);
            header.set_size(bytes.len() as u64);
            archive.append_data(&mut header, format!("{}/{path}", self.folder), &bytes[..])?;
        }
        Ok(archive.into_inner()?.finish()?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn an_archive_depends_on_what_is_in_it_and_on_nothing_else() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        fs::create_dir_all(folder.path().join("docs/pictures")).expect("a folder");
        for file in ["docs/b.md", "docs/a.md", "docs/pictures/c.svg"] {
            fs::write(folder.path().join(file), file).expect("a file");
        }
        let pack = |program_first: bool| {
            let mut archive = Archive::new("parlor-1", 1_700_000_000);
            let program = |archive: &mut Archive| {
                archive.add("parlor", Kind::Program, b"runs".to_vec());
            };
            if program_first {
                program(&mut archive);
            }
            archive.add_folder(folder.path(), "docs").expect("a folder");
            if !program_first {
                program(&mut archive);
            }
            archive.compressed().expect("it is written to memory")
        };
        let bytes = pack(true);
        assert_eq!(bytes, pack(false));

        let mut unpacked = Vec::new();
        let mut archive = tar::Archive::new(GzDecoder::new(&bytes[..]));
        for entry in archive.entries().expect("an archive") {
            let mut entry = entry.expect("an entry");
            let path = entry.path().expect("a path").to_string_lossy().into_owned();
            let header = entry.header();
            let mode = header.mode().expect("a mode");
            assert_eq!(header.mtime().expect("a time"), 1_700_000_000);
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("text");
            unpacked.push((path, mode, text));
        }
        let expected = [
            ("parlor-1/docs/a.md", 0o644, "docs/a.md"),
            ("parlor-1/docs/b.md", 0o644, "docs/b.md"),
            ("parlor-1/docs/pictures/c.svg", 0o644, "docs/pictures/c.svg"),
            ("parlor-1/parlor", 0o755, "runs"),
        ];
        assert_eq!(unpacked, expected.map(|(path, mode, text)| (path.into(), mode, text.into())));
    }
}
