use parlor_rules::AnyPosition;
use parlor_table::{Command, Request, Table, Wish, WishKind};
use parlor_wording::Voice;

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
    /// Give up the game, if they are sure.
    Resign,
    /// Take a free seat.
    Sit,
    /// Let the computer have a free seat.
    SeatComputer,
    /// Say one of the few things that can be said.
    React,
    /// Show the link to the table.
    ShowLink,
    Help,
    Quit,
}

impl Action {
    /// Reads a key or a word of people who share this terminal; a number is a move in this position.
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
            number => return Self::read_move(number, position),
        })
    }

    /// Reads a key or a word of the one person at this terminal, whose table a server keeps.
    pub(super) fn read_online(word: &str, table: &Table, voice: Voice) -> Option<Self> {
        let asked =
            table.request().filter(|(by, _)| !voice.is_to(*by)).map(|(_, asked)| kind(asked));
        Some(match (word.to_lowercase().as_str(), asked) {
            ("y" | "yes" | "agree", Some(kind)) => Self::Submit(Command::Accept(kind)),
            ("n" | "no", Some(_)) | ("decline", _) => Self::Submit(Command::Decline),
            ("n" | "rematch", _) => Self::Submit(Command::Restart),
            ("u" | "undo" | "takeback", _) => Self::Submit(Command::Undo { to: None }),
            ("s" | "swap", _) => Self::Submit(Command::Swap),
            ("t" | "toss", _) => Self::Submit(Command::Toss),
            ("d" | "draw" | "tie", _) => Self::Submit(Command::Ask(Wish::Draw)),
            ("l" | "leave", _) => Self::Submit(Command::Leave),
            ("x" | "resign", _) => Self::Resign,
            ("j" | "join", _) => Self::Sit,
            ("c" | "computer", _) => Self::SeatComputer,
            ("e" | "react", _) => Self::React,
            ("i" | "link", _) => Self::ShowLink,
            ("p" | "name", _) => Self::Names,
            ("h" | "hint", _) => Self::Hint,
            ("v" | "values", _) => Self::Values,
            ("?" | "help", _) => Self::Help,
            ("q" | "quit", _) => Self::Quit,
            (number, _) => return Self::read_move(number, table.play().position()),
        })
    }

    fn read_move(word: &str, position: &AnyPosition) -> Option<Self> {
        word.starts_with(|first: char| first.is_ascii_digit()).then(|| {
            position.read_choice(word).map_or_else(
                |_| Self::NoSuchMove(word.to_owned()),
                |choice| Self::Submit(Command::Move { choice }),
            )
        })
    }
}

const fn kind(request: Request) -> WishKind {
    match request {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    }
}
