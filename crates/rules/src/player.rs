use std::ops::Not;

/// One of the two people at a game.
///
/// Player one is South on a Mancala board and X in Tic-Tac-Toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// 0 for player one, 1 for player two.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The other player.
impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// How a finished game ended. A game still under way has no outcome: `Option<Outcome>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// A tie.
    Tie,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Tie => None,
        }
    }
}
