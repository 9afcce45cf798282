//! Games and positions in whatever form people have them at hand.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};

use crate::mancala::RulesError;
use crate::text::Quoted;
use crate::tic_tac_toe::Square;
use crate::{AnyPosition, AnyPositionError, AnyRecord, RecordError, Variant, percent_decode};

/// A game or a position that was copied from somewhere, with the names that came along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// The game. A position is a game of no turns.
    pub record: AnyRecord,
    /// The names of both players, as they stand in a link; empty where there are none.
    pub names: [String; 2],
}

impl Pasted {
    /// Reads what was copied: a board literal of the Kalah Game Protocol or nine squares, each with or without
    /// the side to move and the rules before it; rules alone, for their start; a game's line; or a link that has
    /// one of these in it. A line and a link may stand among other words.
    ///
    /// `usual` are the rules of a board that names none; it may have another number of pits. Without a
    /// side to move, South moves, and in Tic-Tac-Toe the player who has fewer marks.
    ///
    /// ```
    /// use parlor_rules::{Pasted, Variant};
    ///
    /// let kalah: Variant = "kalah".parse()?;
    /// let board = Pasted::read("<3,0,0,1,2,3,1,2,3>", kalah)?;
    /// assert_eq!(board.record.to_string(), "kalah.pits_3~3-0-0-1-2-3-1-2-3-S~");
    /// let link = Pasted::read("https://example.org/#/game/gems~S~36/Ada/Ben", kalah)?;
    /// assert_eq!(link.record.to_string(), "gems~S~36");
    /// assert_eq!(link.names, ["Ada", "Ben"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &str, usual: Variant) -> Result<Self, PastedError> {
        let text = text.trim();
        read_whole(text, usual).or_else(|why| {
            let is_game = |word: &&str| word.contains('~') || word.contains("#/");
            let words = text.split_whitespace().filter(is_game);
            let mut bare = words.map(|word| word.trim_matches(|c| "\"'()<>,.;:!?".contains(c)));
            bare.find_map(|word| read_whole(word, usual).ok()).ok_or(why)
        })
    }
}

impl AnyRecord {
    /// Reads a game or a position that was copied from somewhere, as [`Pasted::read`] does.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read_pasted(text: &str, usual: Variant) -> Result<Self, PastedError> {
        Pasted::read(text, usual).map(|pasted| pasted.record)
    }
}

fn read_whole(text: &str, usual: Variant) -> Result<Pasted, PastedError> {
    let Link { game, names } = Link::find(text)?.unwrap_or_else(|| Link::without_names(text));
    Ok(Pasted { record: read(game.trim(), usual)?, names })
}

/// What a link stands for.
struct Link<'a> {
    game: Cow<'a, str>,
    names: [String; 2],
}

impl<'a> Link<'a> {
    /// The link that a text is, if it is one: the part of its address behind the page.
    fn find(text: &'a str) -> Result<Option<Self>, PastedError> {
        let Some((_, path)) = text.split_once("#/") else {
            let is_address = text.starts_with("http://") || text.starts_with("https://");
            return if is_address { Err(PastedError::NoGameInLink) } else { Ok(None) };
        };
        let mut parts = path.trim_start_matches('/').split('/');
        match parts.next().unwrap_or_default() {
            "table" => Err(PastedError::KeptByServer),
            // The page of a game stands for its start, whoever is to play it.
            game if game.parse::<Variant>().is_ok() => Ok(Some(Self::without_names(game))),
            _ => {
                let game = parts.next().filter(|game| !game.is_empty());
                let game = decode(game.ok_or(PastedError::NoGameInLink)?);
                let mut name = || decode(parts.next().unwrap_or_default()).into_owned();
                Ok(Some(Self { game, names: [name(), name()] }))
            }
        }
    }

    fn without_names(game: &'a str) -> Self {
        Self { game: game.into(), names: Default::default() }
    }
}

/// A part of a link as it was meant. What cannot be decoded was not encoded.
fn decode(text: &str) -> Cow<'_, str> {
    percent_decode(text).map_or(Cow::Borrowed(text), Cow::Owned)
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
