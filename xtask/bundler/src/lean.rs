//! Scripts and style sheets without what only readers of their source need: comments, indentation
//! and line breaks. Names stay as they are, for compression makes them short.

use anyhow::{Result, bail};

use crate::file::File;

/// The file as browsers need it. What is neither script nor style sheet stays as it is.
pub(crate) fn lean(mut file: File) -> Result<File> {
    let text = file.as_text()?.unwrap_or_default();
    let lean = match file.split_name().1 {
        "js" => script(text)?,
        "css" => style(text),
        _ => return Ok(file),
    };
    file.bytes = lean.into_bytes();
    Ok(file)
}

/// A script keeps its line breaks, which can end a statement. Its comments stand on lines of their
/// own.
fn script(text: &str) -> Result<String> {
    let mut lean = String::new();
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.starts_with("//") && !line.is_empty() {
            if line.matches('`').count() % 2 == 1 {
                bail!("A script has a text of several lines, which would lose its spaces: {line}");
            }
            lean.push_str(line);
            lean.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    Ok(lean)
}

fn style(text: &str) -> String {
    let mut lean = String::new();
    for line in without_comments(text).lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !lean.is_empty() && !lean.ends_with(['{', '}', ';', ',', '(']) {
            lean.push(' ');
        }
        lean.push_str(line);
    }
    lean
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once("*/").map_or("", |(_, after)| after));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, before: &str, after: &str) {
        assert_eq!(lean(File::text(name, before)).unwrap(), File::text(name, after));
    }

    #[test]
    fn a_script_loses_comments_and_indentation_and_nothing_else() {
        check(
            "start.js",
            "// Starts.\n\n/**\n * @param {any} x\n */\nfunction f(x) {\n    return `${x} // 1`\n}\n/* One. */\nf(2)\n",
            "function f(x) {\nreturn `${x} // 1`\n}\nf(2)\n",
        );
    }

    #[test]
    fn a_text_of_several_lines_is_refused() {
        assert!(lean(File::text("start.js", "const text = `one\n  two`;\n")).is_err());
    }

    #[test]
    fn a_style_sheet_becomes_one_line() {
        check(
            "style.css",
            "/* Type. */\nh1,\nh2 {\n  margin: 0;\n  grid:\n    \"top\" auto\n    / 1fr;\n}\n\np {\n  top: 0;\n}\n",
            "h1,h2 {margin: 0;grid: \"top\" auto / 1fr;}p {top: 0;}",
        );
    }

    #[test]
    fn other_files_stay_as_they_are() {
        check("icon.svg", "<!-- // -->\n  <svg/>\n", "<!-- // -->\n  <svg/>\n");
    }
}
