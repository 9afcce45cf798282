//! Where the app will be found, if that is known when it is made.
//!
//! The app itself does without it: every address in it is relative. But messengers that show a link
//! with its picture want the whole address of the picture, and a page that is shown wherever there is
//! nothing cannot know how deep below the app that is.

use anyhow::{Result, bail};

use crate::file::File;
use crate::visit::NOT_FOUND;

/// Stands in `index.html` before what has to be found from elsewhere.
const PLACE: &str = "{{site}}";

/// Writes the app's address where others need it. Without one these addresses stay relative, which
/// most of them can read.
pub(crate) fn fill_in(files: &mut [File], address: Option<&str>) -> Result<()> {
    let address = match address {
        Some(address) if !address.starts_with("http") => {
            bail!("The address of the site begins with https://, not like {address}.")
        }
        Some(address) => format!("{}/", address.trim_end_matches('/')),
        None => String::new(),
    };
    for file in files {
        let Some(text) = file.as_text()? else { continue };
        let filled = match &*file.name {
            "index.html" => text.replace(PLACE, &address),
            NOT_FOUND => text
                .replace("=\"assets/", &format!("=\"{address}assets/"))
                .replace("=\"./\"", &format!("=\"{address}./\"")),
            _ => continue,
        };
        file.bytes = filled.into_bytes();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, address: Option<&str>, before: &str, after: &str) {
        let mut files = [File::text(name, before)];
        fill_in(&mut files, address).unwrap();
        assert_eq!(files[0], File::text(name, after));
    }

    #[test]
    fn the_picture_of_a_link_has_a_whole_address_where_there_is_one() {
        let page = r#"<meta content="{{site}}preview.png">"#;
        let whole = r#"<meta content="https://games.example/parlor/preview.png">"#;
        check("index.html", Some("https://games.example/parlor"), page, whole);
        check("index.html", Some("https://games.example/parlor/"), page, whole);
        check("index.html", None, page, r#"<meta content="preview.png">"#);
    }

    #[test]
    fn a_page_for_nothing_finds_the_app_from_anywhere() {
        check(
            NOT_FOUND,
            Some("https://games.example"),
            r#"<link href="assets/style-1f.css"><a href="./">"#,
            r#"<link href="https://games.example/assets/style-1f.css"><a href="https://games.example/./">"#,
        );
    }

    #[test]
    fn an_address_is_a_whole_one() {
        assert!(fill_in(&mut [], Some("games.example")).is_err());
    }
}
