//! How files of the bundle name each other, before and after fingerprinting.
//!
//! A reference is a plain file name right after a quote or a parenthesis and a prefix: `"./page.js"`
//! between assets, `"assets/page.js"` from the files beside them. A reference to a file that is not
//! there stops the build, so that it cannot become a missing file in a browser.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Result, bail};

use crate::file::File;

/// The names that assets were written with, and the names they got.
pub(crate) type Names = BTreeMap<String, String>;

/// The assets that this file refers to.
pub(crate) fn references<'a>(file: &'a File, prefix: &str) -> Result<Vec<&'a str>> {
    let Some(text) = file.as_text()? else {
        return Ok(Vec::new());
    };
    let ranges = ranges(text, prefix);
    Ok(ranges.into_iter().map(|range| &text[range]).collect())
}

/// Puts the new names where the old ones are.
pub(crate) fn fill_in(file: &mut File, prefix: &str, names: &Names) -> Result<()> {
    let Some(text) = file.as_text()? else {
        return Ok(());
    };
    let mut filled = String::with_capacity(text.len());
    let mut end = 0;
    for range in ranges(text, prefix) {
        let name = &text[range.clone()];
        let Some(new_name) = names.get(name) else {
            bail!("{} refers to {prefix}{name}, which is not in the bundle.", file.name);
        };
        filled.push_str(&text[end..range.start]);
        filled.push_str(new_name);
        end = range.end;
    }
    filled.push_str(&text[end..]);
    file.bytes = filled.into_bytes();
    Ok(())
}

fn ranges(text: &str, prefix: &str) -> Vec<Range<usize>> {
    text.match_indices(prefix)
        .filter(|(start, _)| text[..*start].ends_with(['"', '\'', '`', '(']))
        .map(|(start, _)| {
            let start = start + prefix.len();
            let length = text[start..]
                .find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c))
                .unwrap_or(text.len() - start);
            start..start + length
        })
        .filter(|range| !range.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names::from([("page.js".to_owned(), "page-1f.js".to_owned())])
    }

    #[track_caller]
    fn check(before: &str, prefix: &str, after: &str) {
        let mut file = File::text("start.js", before);
        fill_in(&mut file, prefix, &names()).unwrap();
        assert_eq!(file, File::text("start.js", after));
    }

    #[test]
    fn names_are_filled_in_wherever_they_are_referred_to() {
        check(
            r#"import start from "./page.js"; load('./page.js')"#,
            "./",
            r#"import start from "./page-1f.js"; load('./page-1f.js')"#,
        );
        check(
            "<script src=\"assets/page.js\"></script>",
            "assets/",
            "<script src=\"assets/page-1f.js\"></script>",
        );
    }

    #[test]
    fn what_only_looks_like_a_reference_stays() {
        check(r#""../page.js" // see ./page.js"#, "./", r#""../page.js" // see ./page.js"#);
    }

    #[test]
    fn a_reference_to_nothing_is_an_error_that_names_it() {
        let mut file = File::text("start.js", r#"import "./gone.js""#);
        let error = fill_in(&mut file, "./", &names()).unwrap_err();
        assert_eq!(error.to_string(), "start.js refers to ./gone.js, which is not in the bundle.");
    }
}
