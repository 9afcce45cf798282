//! Names that change whenever the contents do, so that browsers may keep a file for ever.

use std::fmt::Write;

use anyhow::{Result, bail};
use sha2::{Digest, Sha256};

use crate::file::File;
use crate::references::{Names, fill_in, references};

/// Between one asset and another.
const PREFIX: &str = "./";

/// Assets under their new names: `page.js` becomes `page-0123456789.js`.
#[derive(Default)]
pub(crate) struct Assets {
    /// The files, with the new names also where they refer to each other.
    pub(crate) files: Vec<File>,
    /// Which name became which.
    pub(crate) names: Names,
}

impl Assets {
    /// Takes in files that refer to no other, whatever their contents look like.
    pub(crate) fn add_leaves(&mut self, leaves: impl IntoIterator<Item = File>) {
        for leaf in leaves {
            self.rename(leaf);
        }
    }

    /// Takes in files that may refer to each other and to those already here. A file is renamed
    /// after the files that it refers to, for their new names are part of its contents.
    pub(crate) fn add(&mut self, mut waiting: Vec<File>) -> Result<()> {
        while !waiting.is_empty() {
            let names: Vec<_> = waiting.iter().map(|file| file.name.clone()).collect();
            let mut blocked = Vec::new();
            for mut file in waiting {
                let refers_to = references(&file, PREFIX)?;
                if refers_to.into_iter().any(|name| names.iter().any(|other| other == name)) {
                    blocked.push(file);
                } else {
                    fill_in(&mut file, PREFIX, &self.names)?;
                    self.rename(file);
                }
            }
            if blocked.len() == names.len() {
                bail!("Some assets refer to each other in a circle: {}.", names.join(", "));
            }
            waiting = blocked;
        }
        Ok(())
    }

    fn rename(&mut self, mut file: File) {
        let (stem, ending) = file.split_name();
        let new_name = format!("{stem}-{}.{ending}", &digest([&file])[..10]);
        self.names.insert(file.name, new_name.clone());
        file.name = new_name;
        self.files.push(file);
    }
}

/// A number, in hexadecimal, that any change to these files changes.
pub(crate) fn digest<'a>(files: impl IntoIterator<Item = &'a File>) -> String {
    let mut digest = Sha256::new();
    for file in files {
        digest.update(file.name.as_bytes());
        digest.update([0]);
        digest.update(file.bytes.len().to_le_bytes());
        digest.update(&file.bytes);
    }
    let mut text = String::new();
    for byte in digest.finalize() {
        write!(text, "{byte:02x}").expect("a string takes everything");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprinted(leaf: &str) -> Names {
        let files =
            vec![File::text("start.js", r#"import "./page.js""#), File::text("page.js", leaf)];
        let mut assets = Assets::default();
        assets.add(files).unwrap();
        assets.names
    }

    #[test]
    fn a_change_renames_the_file_and_all_that_refer_to_it() {
        let (before, after) = (fingerprinted("1"), fingerprinted("2"));
        assert_ne!(before["page.js"], after["page.js"]);
        assert_ne!(before["start.js"], after["start.js"]);
    }

    #[test]
    fn the_same_contents_get_the_same_names() {
        assert_eq!(fingerprinted("1"), fingerprinted("1"));
    }

    #[test]
    fn a_circle_is_refused() {
        let files = vec![
            File::text("a.js", r#"import "./b.js""#),
            File::text("b.js", r#"import "./a.js""#),
        ];
        assert!(Assets::default().add(files).is_err());
    }
}
