use parlor_rules::AnyPosition;
use parlor_table::Command;

/// What a key or a word asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Something to be done at the table.
    Submit(Command),
    /// A move by a number that no board has.
    NoSuchMove(String),
    NewGame,
    Names,
    /// Say which move is best.
    Hint,
    /// Show or hide what the moves are worth.
    Values,
    Help,
    Quit,
}

impl Action {
    /// Reads a key or a word; a number is a move in this position.
    pub(super) fn read(word: &str, position: &AnyPosition) -> Option<Self> {
        Some(match word.to_lowercase().as_str() {
            "u" | "undo" => Self::Submit(Command::Undo { to: None }),
            "r" | "redo" => Self::Submit(Command::Redo { to: None }),
            "s" | "swap" => Self::Submit(Command::Swap),
            "n" | "new" => Self::NewGame,
            "p" | "players" => Self::Names,
            "h" | "hint" => Self::Hint,
            "v" | "values" => Self::Values,
            "?" | "help" => Self::Help,
            "q" | "quit" => Self::Quit,
            number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                match position.read_choice(number) {
                    Ok(choice) => Self::Submit(Command::Move { choice }),
                    Err(_) => Self::NoSuchMove(number.to_owned()),
                }
            }
            _ => return None,
        })
    }
}
