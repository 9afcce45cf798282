use std::error::Error;
use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use crate::mancala::RulesError;
use crate::text::Quoted;
use crate::{AnyPosition, Game, Player, Turn, Variant};

/// A whole game: where it started and every turn since.
///
/// Printed, it is one line that can stand in a link as it is, because it uses only letters,
/// digits, `-`, `.`, `_` and `~`: rules, start and turns, with `~` between them. A start that is
/// the usual one is written as the letter of the player who began, a swap as `s`.
///
/// ```
/// use parlor_rules::mancala::{Position, Preset};
/// use parlor_rules::{AnyRecord, Player, Record};
///
/// let mut record = Record::new(Position::start(Preset::Gems.rules(), Player::One));
/// record.play("3".parse()?)?;
/// record.play("6".parse()?)?;
/// record.swap()?;
/// assert_eq!(record.to_string(), "gems~S~36s");
/// assert_eq!("gems~S~36s".parse::<AnyRecord>()?.to_string(), "gems~S~36s");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    start: G,
    plies: Vec<Ply<G::Move>>,
    position: G,
}

/// A whole game of whichever kind.
pub type AnyRecord = Record<AnyPosition>;

/// One turn in a record: what undo takes back at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply<M> {
    /// A move, or the turn that it was.
    Move(M),
    /// The players swapped sides by the pie rule. The board stayed as it was.
    Swap,
}

/// The players cannot swap sides now: the game has no pie rule, they have swapped already, nothing has
/// been played, or the second player has already moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSwap;

impl<G: Game> Record<G> {
    /// A game that has not been played yet.
    pub fn new(start: G) -> Self {
        Self { position: start.clone(), start, plies: Vec::new() }
    }

    /// Plays a move; a move that is not legal changes nothing.
    ///
    /// # Errors
    /// Says why the move is not legal.
    pub fn play(&mut self, choice: G::Move) -> Result<Turn<G>, G::Illegal> {
        let turn = self.position.play(choice)?;
        self.position = turn.position().clone();
        self.plies.push(Ply::Move(choice));
        Ok(turn)
    }

    /// Swaps the players' sides by the pie rule, which leaves the position as it is.
    ///
    /// # Errors
    /// If the players cannot swap now.
    pub fn swap(&mut self) -> Result<(), NoSwap> {
        let has_pie_rule = match self.start.variant() {
            Variant::Mancala(_) => true,
            Variant::TicTacToe => false,
        };
        let second_has_moved = || {
            self.turns().any(|ply| match ply {
                Ply::Move(turn) => turn.player() != self.start.turn(),
                Ply::Swap => true,
            })
        };
        let goes_on = self.position.outcome().is_none();
        if !has_pie_rule || self.plies.is_empty() || !goes_on || second_has_moved() {
            return Err(NoSwap);
        }
        self.plies.push(Ply::Swap);
        Ok(())
    }

    /// Takes the last turn back and says which it was.
    pub fn undo(&mut self) -> Option<Ply<G::Move>> {
        let undone = self.plies.pop()?;
        self.position = self.at(self.plies.len());
        Some(undone)
    }

    /// The position where the game started.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The turns, first to last.
    pub fn plies(&self) -> &[Ply<G::Move>] {
        &self.plies
    }

    /// The position after the last turn.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The position after the first `plies` turns.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub fn at(&self, plies: usize) -> G {
        self.plies[..plies].iter().fold(self.start.clone(), |position, ply| match *ply {
            Ply::Move(choice) => position.after(choice).expect("a record holds only legal moves"),
            Ply::Swap => position,
        })
    }

    /// Every turn of the game, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Ply<Turn<G>>> {
        let mut position = self.start.clone();
        self.plies.iter().map_while(move |ply| match *ply {
            Ply::Move(choice) => {
                let turn = position.play(choice).ok()?;
                position = turn.position().clone();
                Some(Ply::Move(turn))
            }
            Ply::Swap => Some(Ply::Swap),
        })
    }
}

impl<G: Game> Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.start.variant().to_string();
        write!(f, "{}{PART}", variant.replace(',', ".").replace('=', "_"))?;
        let first = self.start.turn();
        if self.start == self.start.restarted(first) {
            f.write_char(self.start.letter(first))?;
        } else {
            let start = self.start.to_string();
            f.write_str(&start.replace(['<', '>'], "").replace([',', ' '], "-"))?;
        }
        f.write_char(PART)?;
        self.plies.iter().try_for_each(|ply| {
            f.write_char(match *ply {
                Ply::Move(choice) => self.start.digit(choice),
                Ply::Swap => SWAP,
            })
        })
    }
}

/// Between the parts of a record.
const PART: char = '~';
/// A swap of sides by the pie rule, among the digits of moves.
const SWAP: char = 's';

impl FromStr for AnyRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let parts: Vec<&str> = text.trim().split(PART).collect();
        let &[variant, start, plies] = parts.as_slice() else {
            return Err(RecordError::Shape);
        };
        let variant = variant.replace('.', ",").replace('_', "=").parse()?;
        replay(read_start(variant, start)?, plies)
    }
}

fn read_start(variant: Variant, text: &str) -> Result<AnyPosition, RecordError> {
    let opening = AnyPosition::opening(variant);
    let by_letter = |&player: &Player| {
        let mut letters = text.chars();
        letters.next() == Some(opening.letter(player)) && letters.next().is_none()
    };
    if let Some(first) = Player::BOTH.into_iter().find(by_letter) {
        return Ok(opening.restarted(first));
    }
    let (board, turn) = text.rsplit_once('-').ok_or_else(|| not_a_start(text, &opening))?;
    let literal = match variant {
        Variant::Mancala(_) => format!("<{}> {turn}", board.replace('-', ",")),
        Variant::TicTacToe => format!("{board} {turn}"),
    };
    AnyPosition::parse(variant, &literal).map_err(|error| RecordError::Start(error.to_string()))
}

fn not_a_start(text: &str, opening: &AnyPosition) -> RecordError {
    let [one, two] = Player::BOTH.map(|player| opening.letter(player));
    let text = Quoted(text);
    RecordError::Start(format!("{text} is not a start: write {one} or {two}, or a position"))
}

fn replay(start: AnyPosition, plies: &str) -> Result<AnyRecord, RecordError> {
    let mut record = Record::new(start);
    for (number, letter) in (1..).zip(plies.chars()) {
        let wrong = |reason: String| RecordError::Move { number, reason };
        if letter == SWAP {
            record.swap().map_err(|error| wrong(error.to_string()))?;
            continue;
        }
        let choice = start
            .read_digit(letter)
            .ok_or_else(|| wrong(NotAMove(letter.to_string()).to_string()))?;
        record.play(choice).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(record)
}

impl Display for NoSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the players can swap sides once, before the second player has moved")
    }
}

impl Error for NoSwap {}

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
