//! Endgame tables that the program keeps.

use std::fs;
use std::path::{Path, PathBuf};

use crate::json;

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    folder
}

/// What a position is worth, by a program that keeps its tables in a folder.
fn value(rules: &str, folder: &Path) -> i64 {
    let folder = folder.to_str().expect("the folder has a plain name");
    let options = ["--cache", folder, "--endgame", "10", "--value-only", "--json"];
    let report = json(&[&["solve", "--rules", rules], &options[..]].concat());
    report["value"].as_i64().expect("the value is a number")
}

fn only_table(folder: &Path) -> PathBuf {
    let tables: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    assert_eq!(tables.len(), 1, "{tables:?}");
    tables[0].clone()
}

#[test]
fn a_table_is_kept_and_taken_over() {
    let folder = folder("kept");
    assert_eq!(value("kalah,stones=3", &folder), 2);
    let table = only_table(&folder);
    let kept = fs::metadata(&table).expect("the table is there").modified().ok();
    assert_eq!(value("kalah,stones=2", &folder), 6, "the same table for fewer stones");
    assert_eq!(fs::metadata(only_table(&folder)).expect("it is there").modified().ok(), kept);
}

#[test]
fn a_damaged_or_foreign_table_is_replaced() {
    let (folder, other) = (folder("damaged"), folder("foreign"));
    assert_eq!(value("kalah,stones=3", &folder), 2);
    assert_eq!(value("gems,stones=3", &other), 2);
    let table = only_table(&folder);
    let good = fs::read(&table).expect("the table can be read");

    let mut damaged = good.clone();
    for byte in damaged.iter_mut().rev().take(10_000) {
        *byte = byte.wrapping_add(3);
    }
    let foreign = fs::read(only_table(&other)).expect("the table can be read");
    for bad in [&damaged[..], &foreign, &good[..1000], b"", b"nonsense"] {
        fs::write(&table, bad).expect("the table can be written");
        assert_eq!(value("kalah,stones=3", &folder), 2);
        assert!(fs::read(&table).expect("the table can be read") == good);
    }
}

#[test]
fn nothing_is_kept_where_nothing_can_be() {
    assert_eq!(value("kalah,stones=2", Path::new("/dev/null/nowhere")), 6);
}
