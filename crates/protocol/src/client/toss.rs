use parlor_rules::Player;
use parlor_table::{Commitment, Hand, Nonce, Phase, SeatId, Table, Toss};

/// The toss in progress, as one of its players sees it.
pub(super) struct OwnToss<'a> {
    toss: &'a Toss,
    player: Player,
    /// Whether it is for this player to do something.
    is_next: bool,
}

impl<'a> OwnToss<'a> {
    /// The toss at a table, for the player who has this seat.
    pub(super) fn at(table: &'a Table, seat: SeatId) -> Option<Self> {
        let player = table.side(seat);
        let is_next = table.phase() == Phase::Tossing(player);
        Some(Self { toss: table.toss()?, player, is_next })
    }

    /// Whether both have committed, so that the nonces can be revealed.
    pub(super) fn awaits_reveal(&self) -> bool {
        self.toss.awaits_reveal()
    }

    /// The nonce that this player has committed to and not revealed yet, if this device has kept it.
    pub(super) fn covered_nonce(&self, kept: &[Nonce]) -> Option<Nonce> {
        let Hand::Closed(chosen) = self.toss.hand(self.player) else { return None };
        kept.iter().copied().find(|&nonce| Commitment::of(self.player, nonce) == chosen)
    }

    /// Whether this player may commit to a nonce: it is their turn to, or they committed on another
    /// device, which alone has the nonce, and the other player has not committed yet.
    pub(super) fn may_toss(&self, kept: &[Nonce]) -> bool {
        let is_early = matches!(self.toss.hand(self.player), Hand::Closed(_))
            && self.toss.hand(!self.player) == Hand::Empty;
        let may_toss_anew = is_early && self.covered_nonce(kept).is_none();
        self.is_next && !self.awaits_reveal() || may_toss_anew
    }
}
