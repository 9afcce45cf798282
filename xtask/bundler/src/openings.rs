//! The page of each game as it begins, in templates of `index.html`: what is seen before the program is
//! there. `cargo xtask openings` writes them down as the app draws them.

use std::fmt::Write;

use anyhow::{Context, Result, bail};

use crate::file::File;

/// Where they stand.
const PLACE: &str = "{{openings}}";

/// Puts each page into a template that has the game in its id.
pub(crate) fn fill_in(files: &mut [File], openings: &[File]) -> Result<()> {
    let mut templates = String::new();
    for opening in openings {
        let (game, _) = opening.split_name();
        let page = opening.as_text()?.unwrap_or_default();
        writeln!(templates, "<template id=\"opening-{game}\">{page}</template>")?;
    }
    let index = files.iter_mut().find(|file| file.name == "index.html");
    let index = index.context("index.html is missing")?;
    let text = index.as_text()?.unwrap_or_default();
    if !text.contains(PLACE) {
        bail!("index.html has no place for {PLACE}");
    }
    index.bytes = text.replace(PLACE, &templates).into_bytes();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_a_template() {
        let mut files = [File::text("index.html", "<body>{{openings}}</body>")];
        fill_in(&mut files, &[File::text("kalah.html", "<p>board</p>")]).unwrap();
        let page = "<body><template id=\"opening-kalah\"><p>board</p></template>\n</body>";
        assert_eq!(files[0], File::text("index.html", page));
        assert!(fill_in(&mut files, &[]).is_err());
    }
}
