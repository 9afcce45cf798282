//! Positions as text.

use std::error::Error;
use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use super::{Position, Square, Squares};
use crate::text::Quoted;
use crate::{Game, Player};

/// A position: nine characters by rows, then the mark to move.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_char(self.mark(square).map_or('.', |player| self.letter(player)))?;
        }
        write!(f, " {}", self.letter(self.turn()))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let (board, turn) = text.trim().split_once(' ').ok_or(PositionError::Shape)?;
        if board.chars().count() != 9 {
            return Err(PositionError::Shape);
        }
        let mut marks = [Squares::NONE; 2];
        for (square, letter) in Square::all().zip(board.chars()) {
            if letter != '.' {
                let player = parse_mark(letter).ok_or(PositionError::Mark(letter))?;
                marks[player.index()] = marks[player.index()].with(square);
            }
        }
        let mut letters = turn.trim().chars();
        match (letters.next().and_then(parse_mark), letters.next()) {
            (Some(turn), None) => Self::new(marks, turn),
            _ => Err(PositionError::Turn(turn.trim().to_owned())),
        }
    }
}

const fn parse_mark(letter: char) -> Option<Player> {
    match letter {
        'X' | 'x' => Some(Player::One),
        'O' | 'o' => Some(Player::Two),
        _ => None,
    }
}

/// Why something is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It does not have the shape of nine squares and a mark to move.
    Shape,
    /// A square holds something that is no mark.
    Mark(char),
    /// The mark to move is neither X nor O.
    Turn(String),
    /// A square holds both marks.
    TwoMarks,
    /// The numbers of marks do not fit the mark to move.
    Count,
    /// The game was won before the last move.
    AlreadyWon,
}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => f.write_str(
                "a position looks like 'X.O.X.... O': nine squares by rows, then X or O to move",
            ),
            Self::Mark(letter) => {
                let letter = letter.to_string();
                write!(f, "{} is not a mark: write X, O or .", Quoted(&letter))
            }
            Self::Turn(text) => write!(f, "{} is not a mark to move: write X or O", Quoted(text)),
            Self::TwoMarks => f.write_str("a square holds two marks"),
            Self::Count => f.write_str("the numbers of X and O do not fit the mark to move"),
            Self::AlreadyWon => f.write_str("the mark to move has three in a row already"),
        }
    }
}

impl Error for PositionError {}
