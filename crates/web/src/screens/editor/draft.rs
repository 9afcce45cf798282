use std::cmp::Ordering;

use parlor_rules::mancala::{self, Rules};
use parlor_rules::tic_tac_toe::{self, Square, Squares};
use parlor_rules::{AnyPosition, AnyPositionError, Game as _, Player, Variant};

/// A position that is being put together, possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) board: Board,
    pub(super) turn: Player,
}

/// What lies on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Board {
    /// The stones in each slot.
    Mancala { rules: Rules, slots: Vec<u8> },
    /// The mark in each square.
    TicTacToe([Option<Player>; 9]),
}

impl Draft {
    pub(super) fn of(position: &AnyPosition) -> Self {
        let board = match position {
            AnyPosition::Mancala(position) => {
                Board::Mancala { rules: *position.rules(), slots: position.slots() }
            }
            AnyPosition::TicTacToe(position) => {
                let mut marks = [None; 9];
                for (place, square) in marks.iter_mut().zip(Square::all()) {
                    *place = position.mark(square);
                }
                Board::TicTacToe(marks)
            }
        };
        Self { board, turn: position.turn() }
    }

    pub(super) fn start(variant: Variant) -> Self {
        Self::of(&AnyPosition::opening(variant))
    }

    pub(super) fn variant(&self) -> Variant {
        match self.board {
            Board::Mancala { rules, .. } => Variant::Mancala(rules),
            Board::TicTacToe(_) => Variant::TicTacToe,
        }
    }

    /// The position, if it is one.
    pub(super) fn position(&self) -> Result<AnyPosition, AnyPositionError> {
        match &self.board {
            Board::Mancala { rules, slots } => mancala::Position::new(*rules, slots, self.turn)
                .map(AnyPosition::Mancala)
                .map_err(AnyPositionError::Mancala),
            Board::TicTacToe(marks) => {
                let of_both = Player::BOTH.map(|player| {
                    let marked = Square::all().zip(marks);
                    let own = marked.filter(|(_, mark)| **mark == Some(player));
                    own.fold(Squares::NONE, |squares, (square, _)| squares.with(square))
                });
                tic_tac_toe::Position::new(of_both, self.turn)
                    .map(AnyPosition::TicTacToe)
                    .map_err(AnyPositionError::TicTacToe)
            }
        }
    }

    /// By other rules. A board of the same size keeps its stones; another begins anew.
    pub(super) fn with_rules(&self, variant: Variant) -> Self {
        // A board that nobody has touched is that of its rules.
        if *self == Self::start(self.variant()) {
            return Self::start(variant);
        }
        match (&self.board, variant) {
            (Board::Mancala { rules: now, slots }, Variant::Mancala(rules))
                if now.pits() == rules.pits() =>
            {
                Self { board: Board::Mancala { rules, slots: slots.clone() }, turn: self.turn }
            }
            (Board::TicTacToe(_), Variant::TicTacToe) => self.clone(),
            (Board::Mancala { .. } | Board::TicTacToe(_), _) => Self::start(variant),
        }
    }

    pub(super) fn cleared(&self) -> Self {
        let board = match &self.board {
            Board::Mancala { rules, slots } => {
                Board::Mancala { rules: *rules, slots: vec![0; slots.len()] }
            }
            Board::TicTacToe(_) => Board::TicTacToe([None; 9]),
        };
        Self { board, turn: self.turn }
    }

    /// The stones in a slot.
    pub(super) fn stones(&self, place: usize) -> u8 {
        match &self.board {
            Board::Mancala { slots, .. } => slots.get(place).copied().unwrap_or_default(),
            Board::TicTacToe(_) => 0,
        }
    }

    /// The mark in a square.
    pub(super) fn mark(&self, place: usize) -> Option<Player> {
        match &self.board {
            Board::Mancala { .. } => None,
            Board::TicTacToe(marks) => marks.get(place).copied().flatten(),
        }
    }

    /// One stone more, or the next mark.
    pub(super) fn add(&mut self, place: usize) {
        let next = match self.mark(place) {
            None => Some(Player::One),
            Some(Player::One) => Some(Player::Two),
            Some(Player::Two) => None,
        };
        self.put(place, self.stones(place).saturating_add(1), next);
    }

    /// One stone less, or no mark.
    pub(super) fn remove(&mut self, place: usize) {
        self.put(place, self.stones(place).saturating_sub(1), None);
    }

    /// As many stones as were typed; 1 is X, 2 is O, and 0 an empty square.
    pub(super) fn set(&mut self, place: usize, digit: u8) {
        let mark = match digit {
            0 => None,
            1 => Some(Player::One),
            2 => Some(Player::Two),
            3.. => self.mark(place),
        };
        self.put(place, digit, mark);
    }

    /// A stone, or a mark, that is moved.
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        match &mut self.board {
            Board::Mancala { slots, .. } => {
                if from != to && to < slots.len() && slots.get(from).is_some_and(|held| *held > 0) {
                    slots[from] -= 1;
                    slots[to] = slots[to].saturating_add(1);
                }
            }
            Board::TicTacToe(marks) => {
                if to < marks.len()
                    && let Some(mark) = marks.get_mut(from).and_then(Option::take)
                {
                    marks[to] = Some(mark);
                    self.turn = next_to_mark(marks).unwrap_or(self.turn);
                }
            }
        }
    }

    /// Puts so many stones into a slot, or this mark into a square.
    fn put(&mut self, place: usize, stones: u8, mark: Option<Player>) {
        match &mut self.board {
            Board::Mancala { slots, .. } => {
                if let Some(slot) = slots.get_mut(place) {
                    *slot = stones;
                }
            }
            Board::TicTacToe(marks) => {
                if let Some(square) = marks.get_mut(place) {
                    *square = mark;
                }
                self.turn = next_to_mark(marks).unwrap_or(self.turn);
            }
        }
    }
}

/// In Tic-Tac-Toe the marks say whose turn it is, except where both have as many.
fn next_to_mark(marks: &[Option<Player>; 9]) -> Option<Player> {
    let [one, two] =
        Player::BOTH.map(|player| marks.iter().filter(|mark| **mark == Some(player)).count());
    match one.cmp(&two) {
        Ordering::Greater => Some(Player::Two),
        Ordering::Less => Some(Player::One),
        Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> Draft {
        let kalah = "kalah".parse().expect("rules");
        let record = parlor_rules::AnyRecord::read_pasted(text, kalah).expect("a position");
        Draft::of(record.position())
    }

    #[test]
    fn stones_are_added_taken_away_and_moved() {
        let mut board = draft("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N");
        board.add(0);
        board.remove(1);
        board.shift(2, 6);
        board.shift(6, 6);
        board.set(12, 9);
        let position = board.position().expect("a position");
        assert_eq!(position.to_string(), "<6,1,0,5,3,3,4,4,4,4,4,4,4,4,9> N");
        assert_eq!(Draft::of(&position), board);
    }

    #[test]
    fn marks_say_whose_turn_it_is() {
        let mut board = draft("tic-tac-toe");
        board.add(4);
        assert_eq!((board.mark(4), board.turn), (Some(Player::One), Player::Two));
        board.add(4);
        assert_eq!((board.mark(4), board.turn), (Some(Player::Two), Player::One));
        board.shift(4, 0);
        assert_eq!(
            board.position().map(|position| position.to_string()),
            Ok("O........ X".to_owned())
        );
        board.set(8, 2);
        assert!(board.position().is_err(), "two more than the other");
        // Where both have as many, either may be next, and stays so.
        let mut even = draft("X...O.... X");
        even.turn = Player::Two;
        even.shift(0, 8);
        assert_eq!((even.mark(0), even.mark(8), even.turn), (None, Some(Player::One), Player::Two));
    }

    fn slots(draft: &Draft) -> &[u8] {
        match &draft.board {
            Board::Mancala { slots, .. } => slots,
            Board::TicTacToe(_) => panic!("not a board of Mancala"),
        }
    }

    #[test]
    fn other_rules_keep_a_board_that_fits() {
        let changed = draft("<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>");
        let gems = changed.with_rules("gems".parse().expect("rules"));
        assert_eq!(slots(&gems), slots(&changed));
        let small = changed.with_rules("gems,pits=3".parse().expect("rules"));
        assert_eq!(slots(&small), [4, 4, 4, 0, 4, 4, 4, 0]);
        let untouched = draft("kalah").with_rules("homepits".parse().expect("rules"));
        assert_eq!(untouched.stones(0), 6, "its own start");
    }
}
