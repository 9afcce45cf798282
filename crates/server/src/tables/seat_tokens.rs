use parlor_table::SeatId;

use crate::tokens::TokenHash;

/// The token of each seat. A seat belongs to the holder of its token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatTokens([Option<TokenHash>; 2]);

impl SeatTokens {
    pub(crate) fn new(tokens: [Option<TokenHash>; 2]) -> Self {
        Self(tokens)
    }

    /// Which seat the token with this hash opens.
    pub(crate) fn seat_of(&self, token: &TokenHash) -> Option<SeatId> {
        let opens = |seat: SeatId| self.0[seat.index()].is_some_and(|known| known.matches(token));
        // Both are compared, whichever matches: the time that it takes tells nothing.
        let [first, second] = SeatId::BOTH.map(opens);
        if first { Some(SeatId::First) } else { second.then_some(SeatId::Second) }
    }

    /// The token of a seat, if a person has it.
    pub(crate) fn of(&self, seat: SeatId) -> Option<TokenHash> {
        self.0[seat.index()]
    }

    pub(crate) fn set(&mut self, seat: SeatId, token: Option<TokenHash>) {
        self.0[seat.index()] = token;
    }
}
