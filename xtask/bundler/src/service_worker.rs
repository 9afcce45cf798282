//! The lists of files that the service worker keeps for playing offline.

use anyhow::{Context, Result, bail};

use crate::file::File;
use crate::fingerprint::digest;
use crate::visit::Fetched;

const NAME: &str = "sw.js";
const VERSION: &str = "{{version}}";

/// Where the lists stand, and when the files of each are fetched.
const LISTS: [(&str, Fetched); 2] =
    [("\"{{files}}\"", Fetched::AtOnce), ("\"{{study}}\"", Fetched::WithStudy)];

/// Writes the files that are kept, and the bundle's version, into the service worker. The version is a digest of all
/// files: a browser that has the same bundle finds the same worker, byte for byte.
pub(crate) fn fill_in(files: &mut [File]) -> Result<()> {
    let version = digest(&*files)[..16].to_owned();
    let lists = LISTS.map(|(place, when)| (place, list(files, when)));
    let worker = files
        .iter_mut()
        .find(|file| file.name == NAME)
        .with_context(|| format!("{NAME} is missing"))?;
    let text = worker.as_text()?.unwrap_or_default();
    let places = lists.iter().map(|(place, list)| (*place, list)).chain([(VERSION, &version)]);
    let mut filled = text.to_owned();
    for (place, words) in places {
        if !filled.contains(place) {
            bail!("{NAME} has no place for {place}");
        }
        filled = filled.replace(place, words);
    }
    worker.bytes = filled.into_bytes();
    Ok(())
}

/// The names of the files that are fetched at one time, each in quotes.
fn list(files: &[File], when: Fetched) -> String {
    let names = files.iter().map(|file| &*file.name);
    let wanted = names.filter(|name| *name != NAME && Fetched::when(name) == when);
    let quoted: Vec<String> = wanted.map(|name| format!("\"{name}\"")).collect();
    quoted.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_lists_every_file_that_the_app_needs_but_itself() {
        let mut files = [
            File::text("index.html", "<p>Parlor</p>"),
            File::text(NAME, r#""{{version}}"; [["{{files}}"], ["{{study}}"]]"#),
            File::text("assets/page-1f.js", ""),
            File::text("assets/chalk-1f.woff2", ""),
            File::text("assets/study-1f.wasm", ""),
            File::text("preview.png", ""),
        ];
        fill_in(&mut files).unwrap();
        let text = files[1].as_text().unwrap().unwrap();
        let lists = r#"[["index.html", "assets/page-1f.js"], ["assets/study-1f.wasm"]]"#;
        assert!(text.ends_with(lists), "{text}");
        assert!(!text.contains("{{"));
    }
}
