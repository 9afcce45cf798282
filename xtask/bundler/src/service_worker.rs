//! The list of files that the service worker keeps for playing offline.

use anyhow::{Context, Result, bail};

use crate::file::File;
use crate::fingerprint::digest;
use crate::visit::Fetched;

const NAME: &str = "sw.js";
const VERSION: &str = "{{version}}";
const FILES: &str = "{{files}}";

/// Writes the files that are kept, and the bundle's version, into the service worker. The version is a digest of all
/// files: a browser that has the same bundle finds the same worker, byte for byte.
pub(crate) fn fill_in(files: &mut [File]) -> Result<()> {
    let version = digest(&*files)[..16].to_owned();
    let list: Vec<_> = files
        .iter()
        .filter(|file| file.name != NAME && Fetched::when(&file.name) == Fetched::AtOnce)
        .map(|file| format!("\"{}\"", file.name))
        .collect();
    let worker = files
        .iter_mut()
        .find(|file| file.name == NAME)
        .with_context(|| format!("{NAME} is missing"))?;
    let text = worker.as_text()?.unwrap_or_default();
    let quoted_files = format!("\"{FILES}\"");
    for place in [VERSION, &quoted_files] {
        if !text.contains(place) {
            bail!("{NAME} has no place for {place}");
        }
    }
    let text = text.replace(VERSION, &version).replace(&quoted_files, &list.join(", "));
    worker.bytes = text.into_bytes();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_lists_every_file_that_the_app_needs_but_itself() {
        let mut files = [
            File::text("index.html", "<p>Parlor</p>"),
            File::text(NAME, r#"const VERSION = "{{version}}"; const FILES = ["{{files}}"];"#),
            File::text("assets/page-1f.js", ""),
            File::text("assets/chalk-1f.woff2", ""),
            File::text("preview.png", ""),
        ];
        fill_in(&mut files).unwrap();
        let text = files[1].as_text().unwrap().unwrap();
        assert!(text.ends_with(r#"const FILES = ["index.html", "assets/page-1f.js"];"#));
        assert!(!text.contains("{{"));
    }
}
