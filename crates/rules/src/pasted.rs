//! Games and positions in whatever form people have them at hand.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};

use crate::mancala::RulesError;
use crate::text::Quoted;
use crate::tic_tac_toe::Square;
use crate::{AnyPosition, AnyPositionError, AnyRecord, RecordError, Variant};

impl AnyRecord {
    /// Reads a game or a position that was copied from somewhere: a board literal of the Kalah Game
    /// Protocol or nine squares, each with or without the side to move and the rules before it; rules
    /// alone, for their start; a game's line; or a link that has one of these in it. A position is a
    /// game of no turns.
    ///
    /// `usual` are the rules of a board that names none; it may have another number of pits. Without a
    /// side to move, South moves, and in Tic-Tac-Toe the player who has fewer marks.
    ///
    /// ```
    /// use parlor_rules::{AnyRecord, Variant};
    ///
    /// let kalah: Variant = "kalah".parse()?;
    /// let board = AnyRecord::read_pasted("<3,0,0,1,2,3,1,2,3>", kalah)?;
    /// assert_eq!(board.to_string(), "kalah.pits_3~3-0-0-1-2-3-1-2-3-S~");
    /// let link = AnyRecord::read_pasted("https://example.org/#/game/gems~S~36/Ada/Ben", kalah)?;
    /// assert_eq!(link.to_string(), "gems~S~36");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read_pasted(text: &str, usual: Variant) -> Result<Self, PastedError> {
        let text = text.trim();
        match in_link(text)? {
            Some(inside) => read(inside.trim(), usual),
            None => read(text, usual),
        }
    }
}

/// What a link stands for, if the text is one: the part of its address behind the page.
fn in_link(text: &str) -> Result<Option<Cow<'_, str>>, PastedError> {
    let Some((_, path)) = text.split_once("#/") else {
        let is_address = text.starts_with("http://") || text.starts_with("https://");
        return if is_address { Err(PastedError::NoGameInLink) } else { Ok(None) };
    };
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let inside = match parts.next() {
        Some("table") => return Err(PastedError::KeptByServer),
        // The page of a game stands for its start, whoever is to play it.
        Some(game) if game.parse::<Variant>().is_ok() => Some(game),
        Some(_) => parts.next(),
        None => None,
    };
    inside.map(decode).ok_or(PastedError::NoGameInLink).map(Some)
}

/// Reads `%7E` as `~`: programs that send links on may write any character like that.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return text.into();
    }
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => decoded.extend([char::from(code)].into_iter().chain(part[2..].chars())),
            None => decoded.extend(["%", part]),
        }
    }
    decoded.into()
}

fn read(text: &str, usual: Variant) -> Result<AnyRecord, PastedError> {
    if text.contains('~') {
        return text.parse().map_err(PastedError::Game);
    }
    if let Some(board) = text.find('<') {
        let (rules, board) = text.split_at(board);
        return read_mancala(rules.trim(), board, usual).map(AnyRecord::new);
    }
    let wrong = match text.parse() {
        Ok(variant) => return Ok(AnyRecord::new(AnyPosition::opening(variant))),
        Err(RulesError::UnknownName(_)) => PastedError::Shape(text.to_owned()),
        Err(error) => PastedError::Rules(error),
    };
    let squares = match text.split_once(char::is_whitespace) {
        Some((rules, squares)) if rules.parse() == Ok(Variant::TicTacToe) => squares.trim_start(),
        _ => text,
    };
    match squares.split_whitespace().next() {
        Some(board) if board.chars().count() == Square::all().count() => {
            let position =
                AnyPosition::parse(Variant::TicTacToe, &with_mark_to_move(squares, board));
            position.map(AnyRecord::new).map_err(PastedError::Board)
        }
        _ => Err(wrong),
    }
}

fn read_mancala(rules: &str, board: &str, usual: Variant) -> Result<AnyPosition, PastedError> {
    let variant = match (rules, usual) {
        ("", Variant::Mancala(_)) => with_pits_of(board, usual),
        ("", Variant::TicTacToe) => with_pits_of(board, "kalah".parse()?),
        (named, _) => named.parse()?,
    };
    let board = if board.trim_end().ends_with('>') {
        Cow::Owned(format!("{board} S"))
    } else {
        Cow::Borrowed(board)
    };
    AnyPosition::parse(variant, &board).map_err(PastedError::Board)
}

/// The rules, with as many pits as the board has; as they are, where it does not say or has too many.
fn with_pits_of(board: &str, variant: Variant) -> Variant {
    let Variant::Mancala(rules) = variant else { return variant };
    let pits = board.trim_start_matches('<').split([',', '>']).next().unwrap_or_default();
    let pits = pits.trim().parse().unwrap_or_else(|_| rules.pits());
    rules.change().pits(pits).build().map_or(variant, Variant::Mancala)
}

/// The board with the mark to move, which is that of the player who has fewer where none is given.
fn with_mark_to_move<'a>(position: &'a str, board: &str) -> Cow<'a, str> {
    if position.trim() != board {
        return position.into();
    }
    let count = |mark| board.chars().filter(|letter| letter.eq_ignore_ascii_case(mark)).count();
    let turn = if count(&'X') > count(&'O') { 'O' } else { 'X' };
    format!("{board} {turn}").into()
}

/// Why no game or position can be made out of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PastedError {
    /// It looks like nothing that stands for a game or a position.
    Shape(String),
    /// It looks like the line of a game, and is none.
    Game(RecordError),
    /// It looks like a position, and is none.
    Board(AnyPositionError),
    /// The rules make no sense.
    Rules(RulesError),
    /// It is a link to something else.
    NoGameInLink,
    /// It is a link to a table that a server keeps: the game is not in the link.
    KeptByServer,
}

impl From<RulesError> for PastedError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

impl Display for PastedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(text) => {
                let start: String = text.chars().take(40).collect();
                write!(
                    f,
                    "{} is neither a position, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S' or \
                     'X.O.X.... O', nor a game, such as 'kalah~S~36', nor a link to one",
                    Quoted(&start)
                )
            }
            Self::Game(error) => error.fmt(f),
            Self::Board(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::NoGameInLink => f.write_str("there is no game in this link"),
            Self::KeptByServer => f.write_str(
                "this link leads to an online table: open it, then share its game to get a link \
                 with the game in it",
            ),
        }
    }
}

impl Error for PastedError {}
