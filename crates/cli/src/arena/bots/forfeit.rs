use parlor_wording::terminal::arena;

/// Why a player loses a game that is not over on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forfeit {
    /// It yielded, or its time was over, and it had sent no move.
    NoMove,
    /// The same, and what it had sent was not legal.
    IllegalMove,
    /// It was not connected when it had to move, or no longer.
    Disconnected,
}

impl Forfeit {
    /// How JSON names it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::NoMove => "no move",
            Self::IllegalMove => "illegal move",
            Self::Disconnected => "disconnected",
        }
    }

    /// What people are told.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::NoMove => arena::sent_no_move(),
            Self::IllegalMove => arena::sent_no_legal_move(),
            Self::Disconnected => arena::was_disconnected(),
        }
    }
}
