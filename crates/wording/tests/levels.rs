//! The computer's characters.

use parlor_rules::Level;
use parlor_wording::{level_description, level_name};

#[test]
fn every_level_has_a_character_of_its_own() {
    let mut names: Vec<&str> = Level::all().map(level_name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Level::all().count());
    assert!(Level::all().all(|level| level_description(level).ends_with('.')));
}
