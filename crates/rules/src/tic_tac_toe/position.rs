use std::error::Error;
use std::fmt;

use super::{LINES, PositionError, Square, Squares};
use crate::{Game, Outcome, Player, Variant};

/// A Tic-Tac-Toe position: the marks on the board, and whose turn it is.
///
/// ```
/// use parlor_rules::tic_tac_toe::Position;
/// use parlor_rules::{Game, Outcome, Player};
///
/// let mut position: Position = "XX.OO.... X".parse()?;
/// position = position.after("2".parse()?)?;
/// assert_eq!(position.outcome(), Some(Outcome::Win(Player::One)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [Squares; 2],
    turn: Player,
}

/// One thing that happens during a turn, as a person at the table sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A mark is made.
    Place {
        /// Whose mark.
        player: Player,
        /// Where.
        square: Square,
    },
    /// A line is complete. A single mark can complete two.
    Line(Squares),
    /// The game is over.
    End(Outcome),
}

/// Why a square cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// There is a mark on it.
    Taken(Square),
    /// The game is over.
    GameOver,
}

impl Position {
    /// The empty board.
    pub const fn start(first: Player) -> Self {
        Self { marks: [Squares::NONE; 2], turn: first }
    }

    /// A position given by the marks of both players.
    ///
    /// # Errors
    /// If no game leads to it: a square with two marks, one player more than a move ahead, or a
    /// line that was complete before the last move.
    pub fn new(marks: [Squares; 2], turn: Player) -> Result<Self, PositionError> {
        let position = Self { marks, turn };
        let [mine, theirs] = [position.marks(turn), position.marks(!turn)];
        if mine.intersects(theirs) {
            return Err(PositionError::TwoMarks);
        }
        if mine.len() > theirs.len() || theirs.len() > mine.len() + 1 {
            return Err(PositionError::Count);
        }
        if position.lines(turn).next().is_some() {
            return Err(PositionError::AlreadyWon);
        }
        Ok(position)
    }

    /// The squares that a player has marked.
    pub const fn marks(&self, player: Player) -> Squares {
        self.marks[player.index()]
    }

    /// Whose mark is on a square, if there is one.
    pub fn mark(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.marks(player).contains(square))
    }

    /// All squares of all complete lines: five where one mark completed two of them.
    pub fn winning_squares(&self) -> Squares {
        Player::BOTH
            .into_iter()
            .flat_map(|player| self.lines(player))
            .fold(Squares::NONE, Squares::union)
    }

    fn lines(&self, player: Player) -> impl Iterator<Item = Squares> {
        let marks = self.marks(player);
        LINES.into_iter().filter(move |&line| marks.contains_all(line))
    }

    fn taken(self) -> Squares {
        self.marks[0].union(self.marks[1])
    }
}

impl Game for Position {
    type Move = Square;
    type Step = Step;
    type Illegal = IllegalMove;

    fn letter(&self, player: Player) -> char {
        match player {
            Player::One => 'X',
            Player::Two => 'O',
        }
    }

    fn digit(&self, square: Square) -> char {
        char::from(b'0' + square.index())
    }

    fn read_digit(&self, digit: char) -> Option<Square> {
        Square::new(digit.to_digit(10)? as u8)
    }

    fn variant(&self) -> Variant {
        Variant::TicTacToe
    }

    fn restarted(&self, first: Player) -> Self {
        Self::start(first)
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the last move can have completed a line.
        if self.lines(!self.turn).next().is_some() {
            Some(Outcome::Win(!self.turn))
        } else {
            (self.taken() == Squares::ALL).then_some(Outcome::Tie)
        }
    }

    fn moves(&self) -> impl Iterator<Item = Square> {
        let free = if self.outcome().is_none() { self.taken().complement() } else { Squares::NONE };
        free.iter()
    }

    fn after(&self, square: Square) -> Result<Self, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if self.taken().contains(square) {
            return Err(IllegalMove::Taken(square));
        }
        let mut marks = self.marks;
        marks[self.turn.index()] = marks[self.turn.index()].with(square);
        Ok(Self { marks, turn: !self.turn })
    }

    fn steps(&self, square: Square, after: &Self) -> Vec<Step> {
        let player = self.turn;
        let mut steps = vec![Step::Place { player, square }];
        steps.extend(after.lines(player).map(Step::Line));
        steps.extend(after.outcome().map(Step::End));
        steps
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(square) => write!(f, "square {square} is taken"),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

impl Error for IllegalMove {}
