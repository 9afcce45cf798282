use parlor_rules::{
    AnyIllegalMove, AnyPosition, AnyRecord, AnyTurn, Choice, Game, Outcome, Player, Ply, Record,
    Variant, mancala, tic_tac_toe,
};

use crate::Refusal;

/// A game being played: its record, and the turns taken back that could be played again.
///
/// A turn is a move or a swap of sides by the pie rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    record: AnyRecord,
    /// The turn taken back last stands last.
    undone: Vec<Ply<Choice>>,
    /// The last move of the record, kept so that the game need not be played again to see it.
    last_turn: Option<AnyTurn>,
}

impl Play {
    pub(crate) fn new(record: AnyRecord) -> Self {
        let last_turn = last_turn(&record);
        Self { record, undone: Vec::new(), last_turn }
    }

    /// The record of the game so far.
    pub fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// The position on the board.
    pub fn position(&self) -> &AnyPosition {
        self.record.position()
    }

    /// The Mancala position, if it is Mancala that is played.
    pub fn mancala(&self) -> Option<&mancala::Position> {
        self.position().mancala()
    }

    /// The Tic-Tac-Toe position, if it is Tic-Tac-Toe that is played.
    pub fn tic_tac_toe(&self) -> Option<&tic_tac_toe::Position> {
        self.position().tic_tac_toe()
    }

    /// Which game it is, and by which rules.
    pub fn variant(&self) -> Variant {
        self.position().variant()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        self.position().turn()
    }

    /// Who made the first move, or will make it.
    pub fn first(&self) -> Player {
        self.record.start().turn()
    }

    /// How the moves ended the game, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<Choice> {
        self.position().moves().collect()
    }

    /// The turn that a move would be, if it is legal.
    pub fn preview(&self, choice: Choice) -> Option<AnyTurn> {
        self.position().play(choice).ok()
    }

    /// How many turns have been played.
    pub fn played(&self) -> usize {
        self.record.plies().len()
    }

    /// How many turns have been taken back and could be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The last move, if any has been played.
    pub fn last_turn(&self) -> Option<&AnyTurn> {
        self.last_turn.as_ref()
    }

    /// Whose turn it was after so many turns.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub fn turn_at(&self, plies: usize) -> Player {
        self.record.at(plies).turn()
    }

    /// The same start again.
    pub(crate) fn restarted(&self, first: Player) -> Self {
        Self::new(Record::new(self.next_start().begun_by(first)))
    }

    /// The usual start of the rules, whatever this game began with.
    pub(crate) fn restarted_as_usual(&self, first: Player) -> Self {
        Self::new(Record::new(self.record.start().restarted(first)))
    }

    /// The same start again, after the players have swapped sides.
    pub(crate) fn restarted_with_sides_swapped(&self, first: Player) -> Self {
        Self::new(Record::new(self.next_start().with_sides_swapped().begun_by(first)))
    }

    /// The start of the next game: that of this one, unless it went on from a moment of another.
    fn next_start(&self) -> AnyPosition {
        let start = self.record.start();
        if start.is_start() { *start } else { start.restarted(start.turn()) }
    }

    pub(crate) fn play(&mut self, choice: Choice) -> Result<AnyTurn, Refusal> {
        let turn = self.record.play(choice)?;
        self.undone.clear();
        self.last_turn = Some(turn.clone());
        Ok(turn)
    }

    pub(crate) fn swap(&mut self) -> Result<(), Refusal> {
        self.record.swap().map_err(|_| Refusal::NoSwap)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes turns back and says whether the players have their other sides again.
    pub(crate) fn take_back(&mut self, to: usize) -> Result<bool, Refusal> {
        if to >= self.played() {
            return Err(Refusal::NoSuchMove);
        }
        let swaps = self.swaps_since(to);
        while self.played() > to {
            self.undone.extend(self.record.undo());
        }
        self.last_turn = last_turn(&self.record);
        Ok(swaps)
    }

    /// Plays turns again and says whether the players have their other sides again.
    pub(crate) fn redo(&mut self, to: usize) -> Result<bool, Refusal> {
        let from = self.played();
        if to <= from || to > from + self.undone.len() {
            return Err(Refusal::NoSuchMove);
        }
        while self.played() < to {
            match self.undone.pop().ok_or(Refusal::NoSuchMove)? {
                Ply::Move(choice) => self.last_turn = Some(self.record.play(choice)?),
                Ply::Swap => self.record.swap().map_err(|_| Refusal::NoSuchMove)?,
            }
        }
        Ok(self.swaps_since(from))
    }

    /// Whether the players swapped sides after so many turns. A game has one swap at most.
    pub(crate) fn swaps_since(&self, plies: usize) -> bool {
        self.record.plies()[plies..].contains(&Ply::Swap)
    }
}

fn last_turn(record: &AnyRecord) -> Option<AnyTurn> {
    let is_move = |ply: &Ply<Choice>| match ply {
        Ply::Move(_) => true,
        Ply::Swap => false,
    };
    let last = record.plies().iter().rposition(is_move)?;
    match record.plies()[last] {
        Ply::Move(choice) => record.at(last).play(choice).ok(),
        Ply::Swap => None,
    }
}

impl From<AnyIllegalMove> for Refusal {
    fn from(reason: AnyIllegalMove) -> Self {
        use AnyIllegalMove::{Mancala, TicTacToe};
        match reason {
            Mancala(mancala::IllegalMove::NoSuchPit { .. }) => Self::Illegal,
            Mancala(mancala::IllegalMove::EmptyPit(_)) => Self::EmptyPit,
            TicTacToe(tic_tac_toe::IllegalMove::Taken(_)) => Self::SquareTaken,
            Mancala(mancala::IllegalMove::GameOver)
            | TicTacToe(tic_tac_toe::IllegalMove::GameOver) => Self::GameOver,
        }
    }
}
