use std::error::Error;
use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use crate::mancala::{self, RulesError};
use crate::text::Quoted;
use crate::{Game, Player, Turn, Variant, tic_tac_toe};

/// A whole game: where it started and every move since.
///
/// Printed, it is one line that can stand in a link as it is, because it uses only letters,
/// digits, `-`, `.`, `_` and `~`: rules, start and moves, with `~` between them. A start that is
/// the usual one is written as the letter of the player who began.
///
/// ```
/// use parlor_rules::mancala::{Position, Preset};
/// use parlor_rules::{AnyRecord, Player, Record};
///
/// let mut record = Record::new(Position::start(Preset::Gems.rules(), Player::One));
/// record.play("3".parse()?)?;
/// record.play("6".parse()?)?;
/// assert_eq!(record.to_string(), "gems~S~36");
/// assert_eq!("gems~S~36".parse(), Ok(AnyRecord::Mancala(record)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    position: G,
}

impl<G: Game> Record<G> {
    /// A game that has not been played yet.
    pub fn new(start: G) -> Self {
        Self { position: start.clone(), start, moves: Vec::new() }
    }

    /// Plays a move; a move that is not legal changes nothing.
    ///
    /// # Errors
    /// Says why the move is not legal.
    pub fn play(&mut self, choice: G::Move) -> Result<Turn<G>, G::Illegal> {
        let turn = self.position.play(choice)?;
        self.position = turn.position().clone();
        self.moves.push(choice);
        Ok(turn)
    }

    /// Takes the last move back and says which it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        let undone = self.moves.pop()?;
        self.position = self.at(self.moves.len());
        Some(undone)
    }

    /// The position where the game started.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The moves, first to last.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The position after the last move.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The position after the first `moves` moves.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub fn at(&self, moves: usize) -> G {
        self.moves[..moves].iter().fold(self.start.clone(), |position, &choice| {
            position.after(choice).expect("a record holds only legal moves")
        })
    }

    /// Every turn of the game, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Turn<G>> {
        let mut position = self.start.clone();
        self.moves.iter().map_while(move |&choice| {
            let turn = position.play(choice).ok()?;
            position = turn.position().clone();
            Some(turn)
        })
    }
}

impl<G: Game> Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.start.variant().to_string();
        write!(f, "{}{PART}", variant.replace(',', ".").replace('=', "_"))?;
        let first = self.start.turn();
        if self.start == self.start.restarted(first) {
            write!(f, "{}", G::letter(first))?;
        } else {
            let start = self.start.to_string();
            f.write_str(&start.replace(['<', '>'], "").replace([',', ' '], "-"))?;
        }
        f.write_char(PART)?;
        self.moves.iter().try_for_each(|choice| choice.fmt(f))
    }
}

/// Between the parts of a record.
const PART: char = '~';

/// A whole game of whichever kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyRecord {
    /// A game of Mancala.
    Mancala(Record<mancala::Position>),
    /// A game of Tic-Tac-Toe.
    TicTacToe(Record<tic_tac_toe::Position>),
}

impl Display for AnyRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(record) => record.fmt(f),
            Self::TicTacToe(record) => record.fmt(f),
        }
    }
}

impl FromStr for AnyRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let parts: Vec<&str> = text.trim().split(PART).collect();
        let &[variant, start, moves] = parts.as_slice() else {
            return Err(RecordError::Shape);
        };
        match variant.replace('.', ",").replace('_', "=").parse()? {
            Variant::Mancala(rules) => {
                let start = match start {
                    "S" => mancala::Position::start(rules, Player::One),
                    "N" => mancala::Position::start(rules, Player::Two),
                    _ => {
                        let (board, turn) =
                            start.rsplit_once('-').ok_or_else(|| not_a_start(start, 'S', 'N'))?;
                        let literal = format!("<{}> {turn}", board.replace('-', ","));
                        mancala::Position::parse(rules, &literal)
                            .map_err(|error| RecordError::Start(error.to_string()))?
                    }
                };
                replay(start, moves).map(Self::Mancala)
            }
            Variant::TicTacToe => {
                let start = match start {
                    "X" => tic_tac_toe::Position::start(Player::One),
                    "O" => tic_tac_toe::Position::start(Player::Two),
                    _ => {
                        let (board, turn) =
                            start.rsplit_once('-').ok_or_else(|| not_a_start(start, 'X', 'O'))?;
                        format!("{board} {turn}")
                            .parse::<tic_tac_toe::Position>()
                            .map_err(|error| RecordError::Start(error.to_string()))?
                    }
                };
                replay(start, moves).map(Self::TicTacToe)
            }
        }
    }
}

fn not_a_start(text: &str, one: char, two: char) -> RecordError {
    let text = Quoted(text);
    RecordError::Start(format!("{text} is not a start: write {one} or {two}, or a position"))
}

fn replay<G: Game<Move: FromStr<Err = NotAMove>>>(
    start: G,
    moves: &str,
) -> Result<Record<G>, RecordError> {
    let mut record = Record::new(start);
    for (number, letter) in (1..).zip(moves.chars()) {
        let wrong = |reason: String| RecordError::Move { number, reason };
        let choice =
            letter.to_string().parse::<G::Move>().map_err(|error| wrong(error.to_string()))?;
        record.play(choice).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(record)
}

/// Text that names no move of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAMove(pub(crate) String);

impl Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a move", Quoted(&self.0))
    }
}

impl Error for NotAMove {}

/// Why something is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It does not have three parts.
    Shape,
    /// The rules make no sense.
    Rules(RulesError),
    /// The start is not a position of the game.
    Start(String),
    /// A move cannot be played.
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// Why it cannot.
        reason: String,
    },
}

impl Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str("a game looks like 'kalah~S~36': rules, start and moves"),
            Self::Rules(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Move { number, reason } => write!(f, "move {number}: {reason}"),
        }
    }
}

impl Error for RecordError {}

impl From<RulesError> for RecordError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}
