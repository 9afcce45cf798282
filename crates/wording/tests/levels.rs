//! The computer's characters.

use parlor_rules::Level;
use parlor_wording::{Occasion, level_description, level_name, remark};

#[test]
fn every_level_has_a_character_of_its_own() {
    let mut names: Vec<&str> = Level::all().map(level_name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Level::all().count());
    assert!(Level::all().all(|level| level_description(level).ends_with('.')));
}

#[test]
fn every_character_has_words_of_its_own_for_every_occasion() {
    let all =
        || Level::all().flat_map(|level| Occasion::ALL.map(|occasion| remark(level, occasion)));
    let mut different: Vec<&str> = all().collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), all().count());
    for words in all() {
        assert!(words.ends_with(['.', '!', '?']) && words.chars().count() <= 44, "{words}");
        assert!(!words.to_lowercase().contains("stone"), "there are none in Tic-Tac-Toe: {words}");
    }
}
