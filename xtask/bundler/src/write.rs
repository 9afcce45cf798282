//! The finished files on disk.

use std::path::Path;
use std::{fs, io};

use anyhow::{Context, Result};

use crate::budget::{Size, Sizes};
use crate::compress::{brotli, gzip};
use crate::file::File;

/// Makes the folder hold these files and nothing else. If it does already it is left as it is: what
/// is built out of it need not be built again.
pub(crate) fn plain(folder: &Path, files: &[File]) -> Result<()> {
    if holds(folder, files) {
        return Ok(());
    }
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("could not empty {}", folder.display()));
        }
        _ => {}
    }
    for file in files {
        write(&folder.join(&file.name), &file.bytes)?;
    }
    Ok(())
}

/// The same, with `FILE.br` and `FILE.gz` beside each file that they make smaller.
pub(crate) fn with_compressed_copies(folder: &Path, files: &[File]) -> Result<Sizes> {
    let mut all = files.to_vec();
    let mut sizes = Sizes::default();
    for File { name, bytes } in files {
        let mut copy = |ending: &str, compressed: Vec<u8>| {
            let size = compressed.len();
            if size >= bytes.len() {
                return bytes.len();
            }
            all.push(File { name: format!("{name}.{ending}"), bytes: compressed });
            size
        };
        let size = Size {
            plain: bytes.len(),
            gzip: copy("gz", gzip(bytes)?),
            brotli: copy("br", brotli(bytes)?),
        };
        sizes.add(name, size);
    }
    plain(folder, &all)?;
    Ok(sizes)
}

fn holds(folder: &Path, files: &[File]) -> bool {
    let is_there =
        |file: &File| fs::read(folder.join(&file.name)).is_ok_and(|bytes| bytes == file.bytes);
    count(folder).is_ok_and(|count| count == files.len()) && files.iter().all(is_there)
}

/// How many files there are in a folder and those in it.
fn count(folder: &Path) -> io::Result<usize> {
    let mut files = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files += if entry.file_type()?.is_dir() { count(&entry.path())? } else { 1 };
    }
    Ok(files)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let could_not = || format!("could not write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(could_not)?;
    }
    fs::write(path, bytes).with_context(could_not)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn a_folder_is_written_anew_only_if_something_differs() {
        let folder = std::env::temp_dir().join(format!("parlor-write-{}", std::process::id()));
        let files = [File::text("index.html", "page"), File::text("assets/a.js", "script")];
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let page = || fs::File::options().write(true).open(folder.join("index.html"));
        let is_old = || {
            let page = fs::metadata(folder.join("index.html")).expect("the page is there");
            page.modified().expect("a time") == long_ago
        };
        let make_old = || page().expect("the page").set_modified(long_ago).expect("a time");

        plain(&folder, &files).expect("a new folder");
        make_old();
        plain(&folder, &files).expect("the same again");
        assert!(is_old(), "nothing has changed");

        plain(&folder, &files[..1]).expect("a file less");
        assert!(!is_old() && !folder.join("assets").exists());
        make_old();
        plain(&folder, &[File::text("index.html", "other")]).expect("another page");
        assert!(!is_old());
        fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
