use parlor_rules::mancala::{self, Pit};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{AnyRecord, Game, Outcome, Player, Record, Turn, Variant};

use crate::Refusal;

/// A game being played: its record, and the moves taken back that could be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    record: AnyRecord,
    /// The move taken back last stands last.
    undone: Vec<u8>,
}

/// A turn of whichever game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyTurn {
    /// A turn of Mancala.
    Mancala(Turn<mancala::Position>),
    /// A turn of Tic-Tac-Toe.
    TicTacToe(Turn<tic_tac_toe::Position>),
}

/// Does the same with a game of either kind.
macro_rules! either {
    ($any:expr, $record:ident => $result:expr) => {
        match $any {
            AnyRecord::Mancala($record) => $result,
            AnyRecord::TicTacToe($record) => $result,
        }
    };
}

impl Play {
    pub(crate) fn new(record: AnyRecord) -> Self {
        Self { record, undone: Vec::new() }
    }

    /// The record of the game so far.
    pub fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// The Mancala position, if it is Mancala that is played.
    pub fn mancala(&self) -> Option<&mancala::Position> {
        match &self.record {
            AnyRecord::Mancala(record) => Some(record.position()),
            AnyRecord::TicTacToe(_) => None,
        }
    }

    /// The Tic-Tac-Toe position, if it is Tic-Tac-Toe that is played.
    pub fn tic_tac_toe(&self) -> Option<&tic_tac_toe::Position> {
        match &self.record {
            AnyRecord::TicTacToe(record) => Some(record.position()),
            AnyRecord::Mancala(_) => None,
        }
    }

    /// Which game it is, and by which rules.
    pub fn variant(&self) -> Variant {
        either!(&self.record, record => record.position().variant())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        either!(&self.record, record => record.position().turn())
    }

    /// Who made the first move, or will make it.
    pub fn first(&self) -> Player {
        either!(&self.record, record => record.start().turn())
    }

    /// How the moves ended the game, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        either!(&self.record, record => record.position().outcome())
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<u8> {
        match &self.record {
            AnyRecord::Mancala(record) => record.position().moves().map(Pit::index).collect(),
            AnyRecord::TicTacToe(record) => record.position().moves().map(Square::index).collect(),
        }
    }

    /// Whether a move can be played now.
    pub fn is_legal(&self, choice: u8) -> bool {
        match &self.record {
            AnyRecord::Mancala(record) => {
                Pit::new(choice).is_some_and(|pit| record.position().after(pit).is_ok())
            }
            AnyRecord::TicTacToe(record) => {
                Square::new(choice).is_some_and(|square| record.position().after(square).is_ok())
            }
        }
    }

    /// The turn that a move would be, if it is legal.
    pub fn preview(&self, choice: u8) -> Option<AnyTurn> {
        match &self.record {
            AnyRecord::Mancala(record) => {
                record.position().play(Pit::new(choice)?).ok().map(AnyTurn::Mancala)
            }
            AnyRecord::TicTacToe(record) => {
                record.position().play(Square::new(choice)?).ok().map(AnyTurn::TicTacToe)
            }
        }
    }

    /// How many moves have been played.
    pub fn played(&self) -> usize {
        either!(&self.record, record => record.moves().len())
    }

    /// How many moves have been taken back and could be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The last turn, if any has been played.
    pub fn last_turn(&self) -> Option<AnyTurn> {
        let last = self.played().checked_sub(1)?;
        match &self.record {
            AnyRecord::Mancala(record) => {
                record.at(last).play(record.moves()[last]).ok().map(AnyTurn::Mancala)
            }
            AnyRecord::TicTacToe(record) => {
                record.at(last).play(record.moves()[last]).ok().map(AnyTurn::TicTacToe)
            }
        }
    }

    /// Whose turn it was after so many moves.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub fn turn_at(&self, moves: usize) -> Player {
        either!(&self.record, record => record.at(moves).turn())
    }

    pub(crate) fn restarted(&self, first: Player) -> Self {
        Self::new(match &self.record {
            AnyRecord::Mancala(record) => {
                AnyRecord::Mancala(Record::new(record.start().restarted(first)))
            }
            AnyRecord::TicTacToe(record) => {
                AnyRecord::TicTacToe(Record::new(record.start().restarted(first)))
            }
        })
    }

    pub(crate) fn play(&mut self, choice: u8) -> Result<(), Refusal> {
        self.forward(choice)?;
        self.undone.clear();
        Ok(())
    }

    pub(crate) fn take_back(&mut self, to: usize) -> Result<(), Refusal> {
        if to >= self.played() {
            return Err(Refusal::NoSuchMove);
        }
        while self.played() > to {
            let undone = match &mut self.record {
                AnyRecord::Mancala(record) => record.undo().map(Pit::index),
                AnyRecord::TicTacToe(record) => record.undo().map(Square::index),
            };
            self.undone.extend(undone);
        }
        Ok(())
    }

    pub(crate) fn redo(&mut self, to: usize) -> Result<(), Refusal> {
        if to <= self.played() || to > self.played() + self.undone.len() {
            return Err(Refusal::NoSuchMove);
        }
        while self.played() < to {
            let choice = self.undone.pop().ok_or(Refusal::NoSuchMove)?;
            self.forward(choice)?;
        }
        Ok(())
    }

    fn forward(&mut self, choice: u8) -> Result<(), Refusal> {
        let played = match &mut self.record {
            AnyRecord::Mancala(record) => {
                Pit::new(choice).is_some_and(|pit| record.play(pit).is_ok())
            }
            AnyRecord::TicTacToe(record) => {
                Square::new(choice).is_some_and(|square| record.play(square).is_ok())
            }
        };
        if played { Ok(()) } else { Err(Refusal::Illegal) }
    }
}
