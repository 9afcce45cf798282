//! A game of either kind behind one type, so that a table, a log or a wire need not ask which.

use std::error::Error;
use std::fmt::{self, Display};

use crate::mancala::{self, Pit, PositionError};
use crate::tic_tac_toe::{self, Square};
use crate::{Game, NotAMove, Outcome, Player, Turn, Variant};

/// A position of whichever game.
///
/// ```
/// use parlor_rules::{AnyPosition, Choice, Game, Player, Variant};
///
/// let variant: Variant = "kalah".parse()?;
/// let start = AnyPosition::opening(variant);
/// let third_pit = Choice::new(2).expect("a board has a third place");
/// assert_eq!(start.play(third_pit)?.position().turn(), Player::One, "it goes again");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// A position of Mancala.
    Mancala(mancala::Position),
    /// A position of Tic-Tac-Toe.
    TicTacToe(tic_tac_toe::Position),
}

/// What a player chooses on their turn in whichever game: one of the nine places that a row of pits
/// or a board of squares has at most. Which place it is, the position knows: a pit counted from 0 in
/// the order of sowing, or a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(u8);

/// A turn of whichever game.
pub type AnyTurn = Turn<AnyPosition>;

/// A turn in the terms of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnOfGame {
    /// A turn of Mancala.
    Mancala(Turn<mancala::Position>),
    /// A turn of Tic-Tac-Toe.
    TicTacToe(Turn<tic_tac_toe::Position>),
}

/// One thing that happens during a turn of whichever game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyStep {
    /// It happens in a game of Mancala.
    Mancala(mancala::Step),
    /// It happens in a game of Tic-Tac-Toe.
    TicTacToe(tic_tac_toe::Step),
}

/// Why a move cannot be played, in whichever game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyIllegalMove {
    /// Why a pit cannot be played.
    Mancala(mancala::IllegalMove),
    /// Why a square cannot be played.
    TicTacToe(tic_tac_toe::IllegalMove),
}

/// Does the same with a position of either game.
macro_rules! either {
    ($any:expr, $position:ident => $result:expr) => {
        match $any {
            AnyPosition::Mancala($position) => $result,
            AnyPosition::TicTacToe($position) => $result,
        }
    };
}

impl Choice {
    /// How many places there are to choose from at most.
    pub const PLACES: u8 = 9;

    /// The place with this number, counted from 0. No game has more than nine.
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::PLACES { Some(Self(index)) } else { None }
    }

    /// Its number, counted from 0.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The pit that is chosen, if Mancala is played.
    ///
    /// # Panics
    /// Never: there are as many pits as places.
    pub const fn pit(self) -> Pit {
        Pit::new(self.0).expect("a place for each pit")
    }

    /// The square that is chosen, if Tic-Tac-Toe is played.
    ///
    /// # Panics
    /// Never: there are as many squares as places.
    pub const fn square(self) -> Square {
        Square::new(self.0).expect("a place for each square")
    }
}

const _: () = assert!(Choice::PLACES == mancala::Rules::MAX_PITS);

impl From<Pit> for Choice {
    fn from(pit: Pit) -> Self {
        Self(pit.index())
    }
}

impl From<Square> for Choice {
    fn from(square: Square) -> Self {
        Self(square.index())
    }
}

impl AnyPosition {
    /// The beginning of a game. Where a coin or the last game would decide who starts, player one
    /// does.
    pub fn opening(variant: Variant) -> Self {
        match variant {
            Variant::Mancala(rules) => Self::Mancala(mancala::Position::opening(rules)),
            Variant::TicTacToe => Self::TicTacToe(tic_tac_toe::Position::start(Player::One)),
        }
    }

    /// Reads a position of a game.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, AnyPositionError> {
        match variant {
            Variant::Mancala(rules) => mancala::Position::parse(rules, text)
                .map(Self::Mancala)
                .map_err(AnyPositionError::Mancala),
            Variant::TicTacToe => {
                text.parse().map(Self::TicTacToe).map_err(AnyPositionError::TicTacToe)
            }
        }
    }

    /// Reads a move as people write it, legal or not.
    ///
    /// # Errors
    /// If the text names no move of the game.
    pub fn read_choice(&self, text: &str) -> Result<Choice, NotAMove> {
        match self {
            Self::Mancala(_) => text.parse().map(|pit: Pit| pit.into()),
            Self::TicTacToe(_) => text.parse().map(|square: Square| square.into()),
        }
    }

    /// The position, if Mancala is played.
    pub const fn mancala(&self) -> Option<&mancala::Position> {
        match self {
            Self::Mancala(position) => Some(position),
            Self::TicTacToe(_) => None,
        }
    }

    /// The position, if Tic-Tac-Toe is played.
    pub const fn tic_tac_toe(&self) -> Option<&tic_tac_toe::Position> {
        match self {
            Self::TicTacToe(position) => Some(position),
            Self::Mancala(_) => None,
        }
    }
}

impl AnyPosition {
    /// Whether it is the start that the rules give, whoever begins.
    pub fn is_usual_start(&self) -> bool {
        *self == self.restarted(self.turn())
    }

    /// Whether a game begins like this, and not as usual: with an even start or a head start.
    pub fn is_unusual_start(&self) -> bool {
        self.is_start() && !self.is_usual_start()
    }

    /// Whether a game begins like this, and either player could have the first turn. Any other position is
    /// a moment of a game, and says itself whose turn it is.
    pub fn is_start(&self) -> bool {
        match self {
            Self::Mancala(position) => position.is_start(),
            Self::TicTacToe(_) => self.is_usual_start(),
        }
    }

    /// The same start with another first turn. A moment of a game stays as it is.
    #[must_use]
    pub fn begun_by(&self, first: Player) -> Self {
        match self {
            Self::Mancala(position) if position.is_start() => position.begun_by(first).into(),
            Self::TicTacToe(_) if self.is_start() => self.restarted(first),
            Self::Mancala(_) | Self::TicTacToe(_) => *self,
        }
    }

    /// The same start after the players have swapped sides: a head start goes along with its player. A
    /// moment of a game stays as it is.
    #[must_use]
    pub fn with_sides_swapped(&self) -> Self {
        match self {
            Self::Mancala(position) if position.is_start() => position.with_sides_swapped().into(),
            Self::Mancala(_) | Self::TicTacToe(_) => *self,
        }
    }
}

impl From<mancala::Position> for AnyPosition {
    fn from(position: mancala::Position) -> Self {
        Self::Mancala(position)
    }
}

impl From<tic_tac_toe::Position> for AnyPosition {
    fn from(position: tic_tac_toe::Position) -> Self {
        Self::TicTacToe(position)
    }
}

impl Game for AnyPosition {
    type Move = Choice;
    type Step = AnyStep;
    type Illegal = AnyIllegalMove;

    fn letter(&self, player: Player) -> char {
        either!(self, position => position.letter(player))
    }

    fn digit(&self, choice: Choice) -> char {
        match self {
            Self::Mancala(position) => position.digit(choice.pit()),
            Self::TicTacToe(position) => position.digit(choice.square()),
        }
    }

    fn read_digit(&self, digit: char) -> Option<Choice> {
        match self {
            Self::Mancala(position) => position.read_digit(digit).map(Choice::from),
            Self::TicTacToe(position) => position.read_digit(digit).map(Choice::from),
        }
    }

    fn variant(&self) -> Variant {
        either!(self, position => position.variant())
    }

    fn restarted(&self, first: Player) -> Self {
        either!(self, position => position.restarted(first).into())
    }

    fn turn(&self) -> Player {
        either!(self, position => position.turn())
    }

    fn outcome(&self) -> Option<Outcome> {
        either!(self, position => position.outcome())
    }

    fn moves(&self) -> impl Iterator<Item = Choice> {
        let (pits, squares) = (self.mancala(), self.tic_tac_toe());
        let pits = pits.into_iter().flat_map(Game::moves).map(Choice::from);
        pits.chain(squares.into_iter().flat_map(Game::moves).map(Choice::from))
    }

    fn after(&self, choice: Choice) -> Result<Self, AnyIllegalMove> {
        match self {
            Self::Mancala(position) => {
                position.after(choice.pit()).map(Self::Mancala).map_err(AnyIllegalMove::Mancala)
            }
            Self::TicTacToe(position) => position
                .after(choice.square())
                .map(Self::TicTacToe)
                .map_err(AnyIllegalMove::TicTacToe),
        }
    }

    fn steps(&self, choice: Choice, after: &Self) -> Vec<AnyStep> {
        match (self, after) {
            (Self::Mancala(before), Self::Mancala(after)) => {
                let steps = before.steps(choice.pit(), after);
                steps.into_iter().map(AnyStep::Mancala).collect()
            }
            (Self::TicTacToe(before), Self::TicTacToe(after)) => {
                let steps = before.steps(choice.square(), after);
                steps.into_iter().map(AnyStep::TicTacToe).collect()
            }
            (Self::Mancala(_), Self::TicTacToe(_)) | (Self::TicTacToe(_), Self::Mancala(_)) => {
                unreachable!("no turn leads from one game to the other")
            }
        }
    }

    fn perft(&self, turns: u32) -> u64 {
        either!(self, position => position.perft(turns))
    }
}

impl AnyTurn {
    /// The turn in the terms of its game, for those who draw it or put it into words.
    pub fn of_game(&self) -> TurnOfGame {
        match (self.before(), self.position()) {
            (AnyPosition::Mancala(before), AnyPosition::Mancala(after)) => {
                TurnOfGame::Mancala(Turn::new(*before, self.choice().pit(), *after))
            }
            (AnyPosition::TicTacToe(before), AnyPosition::TicTacToe(after)) => {
                TurnOfGame::TicTacToe(Turn::new(*before, self.choice().square(), *after))
            }
            (AnyPosition::Mancala(_), AnyPosition::TicTacToe(_))
            | (AnyPosition::TicTacToe(_), AnyPosition::Mancala(_)) => {
                unreachable!("no turn leads from one game to the other")
            }
        }
    }

    /// The turn, if Mancala was played.
    pub fn mancala(&self) -> Option<Turn<mancala::Position>> {
        match self.of_game() {
            TurnOfGame::Mancala(turn) => Some(turn),
            TurnOfGame::TicTacToe(_) => None,
        }
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        either!(self, position => position.fmt(f))
    }
}

impl Display for AnyIllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(reason) => reason.fmt(f),
            Self::TicTacToe(reason) => reason.fmt(f),
        }
    }
}

impl Error for AnyIllegalMove {}

/// Why something is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPositionError {
    /// Why it is not one of Mancala.
    Mancala(PositionError),
    /// Why it is not one of Tic-Tac-Toe.
    TicTacToe(tic_tac_toe::PositionError),
}

impl Display for AnyPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(error) => error.fmt(f),
            Self::TicTacToe(error) => error.fmt(f),
        }
    }
}

impl Error for AnyPositionError {}
