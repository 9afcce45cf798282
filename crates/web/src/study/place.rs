use parlor_puzzles::Puzzle;
use parlor_wording as wording;

use crate::route::{BrokenLink, EDITOR, LEARN, LinkedGame, PUZZLES, REVIEW, STATISTICS};
use crate::screens::puzzles;

/// What an address asks of the second module: the part of it after `#/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The lesson and the rules.
    Learn,
    /// A game, move by move; without one it is asked for.
    Review(Option<LinkedGame>),
    /// The puzzle of the day, and the list of all.
    Puzzles,
    /// One of them.
    Puzzle(Puzzle),
    /// The board editor, with a link to a position.
    Editor(String),
    Statistics,
    Nowhere(BrokenLink),
}

impl Place {
    pub(super) fn parse(path: &str) -> Self {
        let (head, rest) = path.split_once('/').unwrap_or((path, ""));
        match (head, rest, puzzles::find(rest)) {
            (LEARN, ..) => Self::Learn,
            (REVIEW, "", _) => Self::Review(None),
            (REVIEW, game, _) => match LinkedGame::parse(game) {
                Ok(game) => Self::Review(Some(game)),
                Err(broken) => Self::Nowhere(broken),
            },
            (PUZZLES, "", _) => Self::Puzzles,
            (PUZZLES, _, Some(puzzle)) => Self::Puzzle(puzzle),
            (EDITOR, "", _) => Self::Editor(String::new()),
            // A messenger may have encoded it: it is read like a link that is pasted.
            (EDITOR, ..) => Self::Editor(format!("#/{path}")),
            (STATISTICS, ..) => Self::Statistics,
            _ => Self::Nowhere(BrokenLink(wording::links::no_page(path))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_asks_for_a_screen() {
        assert_eq!(Place::parse("learn"), Place::Learn);
        assert_eq!(Place::parse("review"), Place::Review(None));
        assert!(matches!(Place::parse("review/kalah~S~36/Ada/Ben"), Place::Review(Some(_))));
        assert_eq!(Place::parse("editor"), Place::Editor(String::new()));
        for path in ["editor/kalah~N~", "editor/kalah%7EN%7E"] {
            let Place::Editor(link) = Place::parse(path) else { panic!("{path}") };
            let kalah = "kalah".parse().expect("rules");
            let read = parlor_rules::AnyRecord::read_pasted(&link, kalah).expect("a position");
            assert_eq!(read.to_string(), "kalah~N~");
        }
        for path in ["review/kalah~S~99", "nowhere"] {
            assert!(matches!(Place::parse(path), Place::Nowhere(_)), "{path}");
        }
    }
}
