use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::notices;

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What the program is made of, as it is now.
fn components() -> Components {
    let typeface: Typeface = "@fontsource/vollkorn@5.3.0".parse().expect("a package");
    Components::of_program(project(), "x86_64-unknown-linux-gnu", &[typeface]).expect("cargo knows")
}

fn texts<'a>(values: &'a Value, member: &str) -> Vec<&'a str> {
    let values = values.as_array().expect("a list").iter();
    values.filter_map(|value| value[member].as_str()).collect()
}

#[test]
fn the_bill_names_everything_that_is_in_the_program_and_nothing_else() {
    let text = write(&components(), "2026-03-01T12:00:00Z");
    let bill: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&"CycloneDX".into(), &"1.6".into()));
    assert_eq!(bill["metadata"]["component"]["name"], "parlor");
    let names: BTreeSet<&str> = texts(&bill["components"], "name").into_iter().collect();
    for inside in ["parlor-rules", "parlor-web", "axum", "libsqlite3-sys", "wasm-bindgen"] {
        assert!(names.contains(inside), "{inside} is in the program");
    }
    assert!(names.contains("@fontsource/vollkorn"), "and so is this");
    for outside in ["proptest", "thirtyfour", "xtask", "parlor-trials", "packager"] {
        assert!(!names.contains(outside), "{outside} is not");
    }
    for component in bill["components"].as_array().expect("a list") {
        let name = &component["name"];
        assert!(component["licenses"][0].is_object(), "{name} has a licence");
        let own = name.as_str().is_some_and(|name| name.starts_with("parlor"));
        assert_eq!(component["purl"].is_string(), !own, "{name}");
    }
    let serde = bill["components"].as_array().expect("a list").iter();
    let serde = serde.clone().find(|component| component["name"] == "serde").expect("serde");
    let checksum = serde["hashes"][0]["content"].as_str().expect("a checksum");
    assert_eq!((&serde["hashes"][0]["alg"], checksum.len()), (&"SHA-256".into(), 64));
}

#[test]
fn everything_that_something_depends_on_is_in_the_bill() {
    let text = write(&components(), "2026-03-01T12:00:00Z");
    let bill: Value = serde_json::from_str(&text).expect("JSON");
    let references = texts(&bill["components"], "bom-ref");
    let mut known: BTreeSet<&str> = references.iter().copied().collect();
    assert_eq!(known.len(), references.len(), "each has a name of its own");
    let program = bill["metadata"]["component"]["bom-ref"].as_str().expect("a name");
    known.insert(program);
    let mut reached = BTreeSet::from([program]);
    let dependencies = bill["dependencies"].as_array().expect("a list");
    for dependency in dependencies {
        assert!(known.contains(dependency["ref"].as_str().expect("a name")));
        for needed in dependency["dependsOn"].as_array().expect("a list") {
            assert!(known.contains(needed.as_str().expect("a name")), "{dependency}");
        }
    }
    // Whatever is in the program is there because something needs it.
    loop {
        let before = reached.len();
        for dependency in dependencies {
            if reached.contains(dependency["ref"].as_str().expect("a name")) {
                let needed = dependency["dependsOn"].as_array().expect("a list").iter();
                reached.extend(needed.filter_map(Value::as_str));
            }
        }
        if reached.len() == before {
            break;
        }
    }
    assert_eq!(reached, known);
}

#[test]
fn the_licences_of_others_are_passed_on() {
    let notices = notices::write(project(), &components()).expect("they are on the disk");
    for part in
        ["axum 0", "Permission is hereby granted", "Apache License", "SIL OPEN FONT LICENSE"]
    {
        assert!(notices.contains(part), "{part}");
    }
    assert!(!notices.contains("parlor-rules"), "our own are in files of their own");
}
