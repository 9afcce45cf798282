//! All style sheets in one: a browser asks once for it, and like compresses well beside like.

use anyhow::{Context, Result};

use crate::file::File;

/// Puts every style sheet where another imports it with `@import "./NAME";` on a line of its own.
pub(crate) fn join(files: Vec<File>) -> Result<Vec<File>> {
    let (sheets, mut others): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.split_name().1 == "css");
    let mut imported = Vec::new();
    let mut joined = Vec::new();
    for sheet in &sheets {
        let mut text = String::new();
        for line in sheet.as_text()?.unwrap_or_default().lines() {
            if let Some(name) = imported_name(line) {
                let other = sheets.iter().find(|other| other.name == name);
                let other = other.with_context(|| format!("{} imports {name}", sheet.name))?;
                text.push_str(other.as_text()?.unwrap_or_default());
                imported.push(name.to_owned());
            } else {
                text.push_str(line);
                text.push('\n');
            }
        }
        joined.push(File::text(&sheet.name, &text));
    }
    joined.retain(|sheet| !imported.contains(&sheet.name));
    others.append(&mut joined);
    Ok(others)
}

fn imported_name(line: &str) -> Option<&str> {
    line.strip_prefix("@import \"./")?.strip_suffix("\";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_stands_where_it_was_imported() {
        let files = vec![
            File::text("base.css", "body { margin: 0 }\n"),
            File::text("icon.svg", "<svg/>"),
            File::text("style.css", "@import \"./base.css\";\np { top: 0 }\n"),
        ];
        let joined = join(files).unwrap();
        let names: Vec<_> = joined.iter().map(|file| &*file.name).collect();
        assert_eq!(names, ["icon.svg", "style.css"]);
        assert_eq!(joined[1].bytes, b"body { margin: 0 }\np { top: 0 }\n");
    }

    #[test]
    fn an_import_of_nothing_is_refused() {
        assert!(join(vec![File::text("style.css", "@import \"./gone.css\";")]).is_err());
    }
}
