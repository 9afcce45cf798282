//! `cargo xtask solved`: what has been proved is kept in `docs/solved.json`. The table of
//! `docs/solved.md`, for people, and the list in the engine, for the page, are made from it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::cargo::root;

/// The data.
const JSON: &str = "docs/solved.json";

/// The game of each column, by its id in the notation and by its name.
const COLUMNS: [(&str, &str); 4] =
    [("gems", "Gems"), ("kalah", "Kalah"), ("homepits", "Home Pits"), ("island", "Island")];

const TABLE_BEGINS: &str = "<!-- made from solved.json by `cargo xtask solved` -->\n";
const TABLE_ENDS: &str = "<!-- the end of what is made -->\n";

#[derive(Deserialize)]
struct Solved {
    starts: Vec<Start>,
}

/// A start that was proved.
#[derive(Deserialize)]
struct Start {
    rules: String,
    value: i16,
    /// Whether the value is known from elsewhere.
    published: bool,
    boards: u64,
    threads: usize,
    seconds: f64,
}

/// Writes everything anew that is made from the data.
pub(crate) fn solved() -> Result<()> {
    for Made { path, text } in all_made(&root())? {
        fs::write(root().join(path), text).with_context(|| format!("cannot write {path}"))?;
        println!("{path}");
    }
    Ok(())
}

/// A file as the data has it.
struct Made {
    path: &'static str,
    text: String,
}

fn all_made(root: &Path) -> Result<[Made; 2]> {
    let read = |path| {
        fs::read_to_string(root.join(path)).with_context(|| format!("{path} cannot be read"))
    };
    let Solved { starts } = serde_json::from_str(&read(JSON)?).context(JSON)?;
    let page = read("docs/solved.md")?;
    Ok([
        Made { path: "docs/solved.md", text: with_table(&page, &table(&starts)?)? },
        Made { path: "crates/engine/src/solved/values.rs", text: list(&starts) },
    ])
}

/// The page with another table.
fn with_table(page: &str, table: &str) -> Result<String> {
    let missing = || format!("docs/solved.md has lost `{}`", TABLE_BEGINS.trim());
    let (before, rest) = page.split_once(TABLE_BEGINS).with_context(missing)?;
    let (_, after) = rest.split_once(TABLE_ENDS).with_context(missing)?;
    Ok(format!("{before}{TABLE_BEGINS}{table}{TABLE_ENDS}{after}"))
}

/// A row for each number of stones a pit, a column for each game.
fn table(starts: &[Start]) -> Result<String> {
    let mut rows: BTreeMap<u8, [Option<&Start>; COLUMNS.len()]> = BTreeMap::new();
    for start in starts {
        let (column, stones) =
            start.place().with_context(|| format!("no column: {}", start.rules))?;
        rows.entry(stones).or_default()[column] = Some(start);
    }
    let mut table = String::from("\n| stones a pit |");
    for (_, name) in COLUMNS {
        write!(table, " **{name}** |")?;
    }
    writeln!(table, "\n|---{}|", "|---".repeat(COLUMNS.len()))?;
    for (stones, row) in rows {
        write!(table, "| {stones} |")?;
        for start in row {
            write!(table, " {} |", start.map_or_else(|| "not proved".to_owned(), Start::cell))?;
        }
        table.push('\n');
    }
    table.push('\n');
    Ok(table)
}

/// The list of values in the engine.
fn list(starts: &[Start]) -> String {
    let values: Vec<String> = starts
        .iter()
        .map(|Start { rules, value, .. }| format!("    ({rules:?}, {value}),\n"))
        .collect();
    let values = values.concat();
    format!(
        "//! Made from `docs/solved.json` by `cargo xtask solved`.\n\n\
         /// The rules of each start that was proved, and its value to the player who moves first.\n\
         pub(super) const VALUES: &[(&str, i16)] = &[\n{values}];\n"
    )
}

impl Start {
    /// The column of the game, and the stones in each pit. `None` if there is no such column.
    fn place(&self) -> Option<(usize, u8)> {
        let (game, stones) = self.rules.split_once(",stones=")?;
        let column = COLUMNS.iter().position(|(id, _)| *id == game)?;
        Some((column, stones.parse().ok()?))
    }

    /// What the table says: the value, in bold if it is new, and what it took.
    fn cell(&self) -> String {
        let value = if self.value == 0 { "0".to_owned() } else { format!("{:+}", self.value) };
        let value = if self.published { value } else { format!("**{value}**") };
        let threads = match self.threads {
            1 => String::new(),
            2 => ", two threads".to_owned(),
            more => format!(", {more} threads"),
        };
        let time = match self.seconds {
            seconds if seconds < 0.05 => String::new(),
            seconds if seconds < 9.95 => format!("; {seconds:.1} s"),
            seconds => format!("; {seconds:.0} s"),
        };
        format!("{value} ({}{time}{threads})", with_commas(self.boards))
    }
}

/// A number with a comma before every three digits.
fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_list_are_what_the_data_has() {
        for Made { path, text } in all_made(&root()).expect("the data can be read") {
            let kept = fs::read_to_string(root().join(path)).expect("it can be read");
            assert_eq!(kept, text, "{path} is old: run `cargo xtask solved`");
        }
    }

    #[test]
    fn numbers_are_written_with_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")]
        {
            assert_eq!(with_commas(number), text);
        }
    }
}
