/// What a person can ask for during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Play a move, given by its number.
    Play(String),
    Undo,
    Redo,
    NewGame,
    Names,
    /// Say which move is best.
    Hint,
    /// Show or hide what the moves are worth.
    Values,
    Help,
    Quit,
}

impl Command {
    /// Reads a key or a word.
    pub(super) fn read(word: &str) -> Option<Self> {
        Some(match word.to_lowercase().as_str() {
            "u" | "undo" => Self::Undo,
            "r" | "redo" => Self::Redo,
            "n" | "new" => Self::NewGame,
            "p" | "players" => Self::Names,
            "h" | "hint" => Self::Hint,
            "v" | "values" => Self::Values,
            "?" | "help" => Self::Help,
            "q" | "quit" => Self::Quit,
            number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                Self::Play(number.to_owned())
            }
            _ => return None,
        })
    }
}
