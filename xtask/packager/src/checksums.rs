use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The checksums of files, as `sha256sum --check` reads them.
pub(crate) fn write(files: &[(String, Vec<u8>)]) -> String {
    let mut text = String::new();
    for (name, bytes) in files {
        for byte in Sha256::digest(bytes) {
            // Nothing fails that is written to memory.
            let _ = write!(text, "{byte:02x}");
        }
        let _ = writeln!(text, "  {name}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_that_everybody_computes() {
        let files = [("a.txt".to_owned(), b"abc".to_vec()), ("b".to_owned(), Vec::new())];
        assert_eq!(
            write(&files),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n\
             e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
        );
    }
}
