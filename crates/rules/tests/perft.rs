//! Counts of move sequences, kept as files in `tests/perft`.
//!
//! A file names its rules and its position; then each line is a number of turns and how many
//! sequences of exactly so many turns there are. `games`, `one`, `two` and `ties` count complete
//! games instead.

use std::path::Path;

use parlor_rules::mancala;
use parlor_rules::{Game, Tally, Variant, tic_tac_toe};

use crate::notated;

#[test]
fn every_file_is_right() {
    for file in files() {
        match file.variant() {
            Variant::Mancala(_) => file.check(&file.mancala()),
            Variant::TicTacToe => file.check(&file.tic_tac_toe()),
        }
    }
}

#[test]
fn the_naive_implementation_counts_the_same() {
    check_naively(300_000);
}

#[test]
#[ignore = "takes minutes: the naive implementation counts everything in every file"]
fn the_naive_implementation_counts_the_same_to_full_depth() {
    check_naively(u64::MAX);
}

/// Counts everything in the files that is no more than `most`.
fn check_naively(most: u64) {
    for file in files().iter().filter(|file| matches!(file.variant(), Variant::Mancala(_))) {
        let naive = notated::naive(&file.mancala());
        for (turns, sequences) in file.counts().filter(|&(_, sequences)| sequences <= most) {
            assert_eq!(naive.perft(turns), sequences, "{} to {turns} turns", file.name);
        }
    }
}

struct File {
    name: String,
    text: String,
}

fn files() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let files: Vec<File> = std::fs::read_dir(folder)
        .expect("the folder of counts")
        .map(|entry| {
            let path = entry.expect("a file of counts").path();
            let text = std::fs::read_to_string(&path).expect("a file of counts is text");
            File { name: path.display().to_string(), text }
        })
        .collect();
    assert!(!files.is_empty());
    files
}

impl File {
    fn check<G: Game>(&self, position: &G) {
        for (turns, sequences) in self.counts() {
            assert_eq!(position.perft(turns), sequences, "{} to {turns} turns", self.name);
        }
        if let Some(games) = self.find("games") {
            let tally = Tally::of(position);
            let number = |key| self.find(key).map(|text| text.parse().expect("a number of games"));
            assert_eq!(Some(tally.games().to_string().as_str()), Some(games), "{}", self.name);
            assert_eq!(Some(tally.one), number("one"), "{}", self.name);
            assert_eq!(Some(tally.two), number("two"), "{}", self.name);
            assert_eq!(Some(tally.ties), number("ties"), "{}", self.name);
        }
    }

    fn variant(&self) -> Variant {
        self.get("rules").parse().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn mancala(&self) -> mancala::Position {
        notated::position(self.get("rules"), self.get("position"))
    }

    fn tic_tac_toe(&self) -> tic_tac_toe::Position {
        self.get("position").parse().unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn counts(&self) -> impl Iterator<Item = (u32, u64)> {
        self.lines().filter_map(|(key, value)| {
            let turns = key.parse().ok()?;
            Some((turns, value.parse().expect("a number of sequences")))
        })
    }

    fn get(&self, key: &str) -> &str {
        self.find(key).unwrap_or_else(|| panic!("{} has no line '{key} …'", self.name))
    }

    fn find(&self, key: &str) -> Option<&str> {
        self.lines().find(|&(found, _)| found == key).map(|(_, value)| value)
    }

    fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.text.lines().filter(|line| !line.starts_with('#')).filter_map(|l| l.split_once(' '))
    }
}
