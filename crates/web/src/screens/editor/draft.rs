use parlor_rules::mancala;
use parlor_rules::tic_tac_toe::{self, Square, Squares};
use parlor_rules::{AnyPosition, AnyPositionError, Game as _, Player, Variant};

/// A position that is being put together, possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) variant: Variant,
    /// The stones in each slot; in Tic-Tac-Toe a square holds 0, 1 for X or 2 for O.
    pub(super) places: Vec<u8>,
    pub(super) turn: Player,
}

impl Draft {
    pub(super) fn of(position: &AnyPosition) -> Self {
        let places = match position {
            AnyPosition::Mancala(position) => position.slots(),
            AnyPosition::TicTacToe(position) => {
                let mark =
                    |square| position.mark(square).map_or(0, |player| player.index() as u8 + 1);
                Square::all().map(mark).collect()
            }
        };
        Self { variant: position.variant(), places, turn: position.turn() }
    }

    pub(super) fn start(variant: Variant) -> Self {
        Self::of(&AnyPosition::opening(variant))
    }

    /// The position, if it is one.
    pub(super) fn position(&self) -> Result<AnyPosition, AnyPositionError> {
        match self.variant {
            Variant::Mancala(rules) => mancala::Position::new(rules, &self.places, self.turn)
                .map(AnyPosition::Mancala)
                .map_err(AnyPositionError::Mancala),
            Variant::TicTacToe => {
                let marks = Player::BOTH.map(|player| {
                    let marked = Square::all().zip(&self.places);
                    let own = marked.filter(|(_, place)| **place == player.index() as u8 + 1);
                    own.fold(Squares::NONE, |marks, (square, _)| marks.with(square))
                });
                tic_tac_toe::Position::new(marks, self.turn)
                    .map(AnyPosition::TicTacToe)
                    .map_err(AnyPositionError::TicTacToe)
            }
        }
    }

    /// By other rules. A board of the same size keeps its stones; another begins anew.
    pub(super) fn with_rules(&self, variant: Variant) -> Self {
        let start = Self::start(variant);
        let is_same_game = matches!(
            (self.variant, variant),
            (Variant::Mancala(_), Variant::Mancala(_)) | (Variant::TicTacToe, Variant::TicTacToe)
        );
        // A board that nobody has touched is that of its rules.
        if is_same_game
            && start.places.len() == self.places.len()
            && *self != Self::start(self.variant)
        {
            Self { variant, ..self.clone() }
        } else {
            start
        }
    }

    pub(super) fn cleared(&self) -> Self {
        Self { places: vec![0; self.places.len()], ..self.clone() }
    }

    /// One stone more, or the next mark.
    pub(super) fn add(&mut self, place: usize) {
        let most = self.most();
        if let Some(stones) = self.places.get_mut(place) {
            *stones = match self.variant {
                Variant::Mancala(_) => stones.saturating_add(1).min(most),
                Variant::TicTacToe => (*stones + 1) % (most + 1),
            };
        }
        self.follow_marks();
    }

    /// One stone less, or no mark.
    pub(super) fn remove(&mut self, place: usize) {
        if let Some(stones) = self.places.get_mut(place) {
            *stones = match self.variant {
                Variant::Mancala(_) => stones.saturating_sub(1),
                Variant::TicTacToe => 0,
            };
        }
        self.follow_marks();
    }

    /// As many stones as were typed.
    pub(super) fn set(&mut self, place: usize, stones: u8) {
        let most = self.most();
        if let Some(now) = self.places.get_mut(place) {
            *now = stones.min(most);
        }
        self.follow_marks();
    }

    /// A stone, or a mark, that is moved.
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        if from == to
            || to >= self.places.len()
            || self.places.get(from).is_none_or(|stones| *stones == 0)
        {
            return;
        }
        match self.variant {
            Variant::Mancala(_) => {
                self.remove(from);
                self.add(to);
            }
            Variant::TicTacToe => {
                self.places[to] = std::mem::take(&mut self.places[from]);
                self.follow_marks();
            }
        }
    }

    fn most(&self) -> u8 {
        match self.variant {
            Variant::Mancala(_) => mancala::Position::MAX_STONES,
            Variant::TicTacToe => 2,
        }
    }

    /// In Tic-Tac-Toe the marks say whose turn it is, except where both have as many.
    fn follow_marks(&mut self) {
        if self.variant == Variant::TicTacToe {
            let count = |mark: u8| {
                self.places.iter().map(|&place| usize::from(place == mark)).sum::<usize>()
            };
            match count(1).cmp(&count(2)) {
                std::cmp::Ordering::Greater => self.turn = Player::Two,
                std::cmp::Ordering::Less => self.turn = Player::One,
                std::cmp::Ordering::Equal => (),
            }
        }
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
        assert_eq!((board.places[4], board.turn), (1, Player::Two));
        board.add(4);
        assert_eq!((board.places[4], board.turn), (2, Player::One));
        board.shift(4, 0);
        assert_eq!(
            board.position().map(|position| position.to_string()),
            Ok("O........ X".to_owned())
        );
        board.set(8, 2);
        assert!(board.position().is_err(), "two more than the other");
    }

    #[test]
    fn other_rules_keep_a_board_that_fits() {
        let changed = draft("<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>");
        let gems = changed.with_rules("gems".parse().expect("rules"));
        assert_eq!(gems.places, changed.places);
        let small = changed.with_rules("gems,pits=3".parse().expect("rules"));
        assert_eq!(small.places, [4, 4, 4, 0, 4, 4, 4, 0]);
        let untouched = draft("kalah").with_rules("homepits".parse().expect("rules"));
        assert_eq!(untouched.places[0], 6, "its own start");
    }
}
