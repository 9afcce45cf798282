use parlor_rules::mancala::{Board, Rest, Row, Rules};

/// No position has more moves than a row has pits.
pub(crate) const MAX_MOVES: usize = Rules::MAX_PITS as usize;

/// What the player to move gains from the sweep at the end, compared with the other.
#[inline]
pub(crate) fn final_margin<R: Row>(rules: &Rules, board: Board<R>) -> i16 {
    match rules.rest() {
        Rest::ToOwner => i16::from(board.mine.sum()) - i16::from(board.theirs.sum()),
        Rest::Stays => 0,
    }
}
