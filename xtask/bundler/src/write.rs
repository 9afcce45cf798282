//! The finished files on disk.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

use crate::budget::{Size, Sizes};
use crate::compress::{brotli, gzip};
use crate::file::File;

/// Makes the folder hold these files and nothing else.
pub(crate) fn plain(folder: &Path, files: &[File]) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
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
    plain(folder, files)?;
    let mut sizes = Sizes::default();
    for File { name, bytes } in files {
        let copy = |ending: &str, compressed: &[u8]| -> Result<usize> {
            if compressed.len() >= bytes.len() {
                return Ok(bytes.len());
            }
            write(&folder.join(format!("{name}.{ending}")), compressed)?;
            Ok(compressed.len())
        };
        let size = Size {
            plain: bytes.len(),
            gzip: copy("gz", &gzip(bytes)?)?,
            brotli: copy("br", &brotli(bytes)?)?,
        };
        sizes.add(name, size);
    }
    Ok(sizes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let could_not = || format!("could not write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(could_not)?;
    }
    fs::write(path, bytes).with_context(could_not)
}
