use parlor_rules::Player;

use crate::{Commitment, Nonce};

/// A side of the coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coin {
    /// Heads: this player starts, if the other tossed Tails.
    Heads,
    /// Tails.
    Tails,
}

/// The coin toss before a game: player one tosses, then player two, until the coins differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toss {
    /// The round under way, or the one that decided.
    coins: [Option<Coin>; 2],
    /// The coin that both showed in the round before, which is why they toss again.
    same: Option<Coin>,
    /// What the players have shown in this round of a toss that can be checked.
    hands: [Hand; 2],
    /// The player who kept the other waiting too long.
    forfeited: Option<Player>,
}

/// What a player has shown in a round of a toss that can be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// Nothing yet.
    #[default]
    Empty,
    /// That they have chosen.
    Closed(Commitment),
    /// What they had chosen.
    Open(Nonce),
}

impl Toss {
    /// What a player has tossed in this round.
    pub const fn coin(&self, player: Player) -> Option<Coin> {
        self.coins[player.index()]
    }

    /// The coin that both showed in the round before, if both toss again because of it.
    pub const fn same(&self) -> Option<Coin> {
        self.same
    }

    /// What a player has shown in this round of a toss that can be checked.
    pub const fn hand(&self, player: Player) -> Hand {
        self.hands[player.index()]
    }

    /// The player who kept the other waiting too long, and so does not start.
    pub const fn forfeited(&self) -> Option<Player> {
        self.forfeited
    }

    /// Who is to toss, or to show what they chose; `None` when it is decided.
    pub const fn next(&self) -> Option<Player> {
        use Hand::{Closed, Empty, Open};
        if self.forfeited.is_some() {
            return None;
        }
        match self.hands {
            [Empty, Closed(_)] | [Closed(_), Closed(_) | Open(_)] => return Some(Player::One),
            [Closed(_), Empty] | [Open(_), Closed(_)] => return Some(Player::Two),
            _ => {}
        }
        match self.coins {
            [None, _] => Some(Player::One),
            [Some(_), None] => Some(Player::Two),
            [Some(_), Some(_)] => None,
        }
    }

    /// The player who starts: the one who tossed Heads against Tails.
    pub const fn winner(&self) -> Option<Player> {
        match (self.forfeited, self.coins) {
            (Some(Player::Two), _) | (_, [Some(Coin::Heads), Some(Coin::Tails)]) => {
                Some(Player::One)
            }
            (Some(Player::One), _) | (_, [Some(Coin::Tails), Some(Coin::Heads)]) => {
                Some(Player::Two)
            }
            _ => None,
        }
    }

    /// Both nonces of this round, when both have been shown.
    pub const fn nonces(&self) -> Option<[Nonce; 2]> {
        match self.hands {
            [Hand::Open(one), Hand::Open(two)] => Some([one, two]),
            _ => None,
        }
    }

    /// Whether both players have chosen and one has not shown it yet.
    pub const fn awaits_reveal(&self) -> bool {
        use Hand::{Closed, Open};
        let waiting = matches!(self.hands, [Closed(_), Closed(_) | Open(_)] | [Open(_), Closed(_)]);
        waiting && self.forfeited.is_none()
    }

    /// Who keeps the other player waiting who has done their part: they have not shown what they
    /// chose though the other one has; or, where they play against a clock, it is theirs to choose.
    /// While neither has shown anything, neither is to blame.
    pub const fn awaited(&self, clocked: bool) -> Option<Player> {
        use Hand::{Closed, Empty, Open};
        if self.forfeited.is_some() {
            return None;
        }
        match self.hands {
            [Closed(_), Open(_)] => Some(Player::One),
            [Open(_), Closed(_)] => Some(Player::Two),
            [Empty, _] | [_, Empty] if clocked => self.next(),
            _ => None,
        }
    }

    /// Whether a coin of this player may fall now.
    pub(crate) fn may_fall(&self, player: Player) -> bool {
        let hands_agree = self.hands == [Hand::Empty; 2] || self.nonces().is_some();
        hands_agree && self.next() == Some(player)
    }

    /// Notes that a player has chosen, if it is their turn to; or that they have chosen anew, as
    /// long as the other one has not chosen either. After that it would be too late: a server
    /// that keeps the log may know the other number before it is broadcast.
    pub(crate) fn commit(&mut self, player: Player, commitment: Commitment) -> Option<()> {
        let may = match self.hand(player) {
            Hand::Empty => self.next() == Some(player),
            Hand::Closed(_) => self.hand(!player) == Hand::Empty,
            Hand::Open(_) => false,
        };
        (may && self.coins == [None; 2])
            .then(|| self.hands[player.index()] = Hand::Closed(commitment))
    }

    /// Notes what a player had chosen, if both have chosen.
    pub(crate) fn reveal(&mut self, player: Player, nonce: Nonce) -> Option<()> {
        let closed = matches!(self.hand(player), Hand::Closed(_));
        (closed && self.hand(!player) != Hand::Empty)
            .then(|| self.hands[player.index()] = Hand::Open(nonce))
    }

    /// Notes that a player kept the other waiting too long.
    pub(crate) fn forfeit(&mut self, player: Player, clocked: bool) -> Option<()> {
        // In older logs a player could forfeit while neither had shown anything.
        let closed = matches!(self.hand(player), Hand::Closed(_)) && self.awaits_reveal();
        (closed || self.awaited(clocked) == Some(player)).then(|| self.forfeited = Some(player))
    }

    /// Records a toss. Two equal coins open the next round.
    pub(crate) fn record(&mut self, player: Player, coin: Coin) {
        self.coins[player.index()] = Some(coin);
        if self.coins == [Some(coin); 2] {
            *self = Self { same: Some(coin), ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_against_tails_starts() {
        let mut toss = Toss::default();
        toss.record(Player::One, Coin::Tails);
        assert_eq!((toss.next(), toss.winner()), (Some(Player::Two), None));
        toss.record(Player::Two, Coin::Heads);
        assert_eq!((toss.next(), toss.winner()), (None, Some(Player::Two)));
    }

    #[test]
    fn equal_coins_are_tossed_again() {
        let mut toss = Toss::default();
        toss.record(Player::One, Coin::Tails);
        toss.record(Player::Two, Coin::Tails);
        assert_eq!((toss.next(), toss.winner()), (Some(Player::One), None));
        assert_eq!(toss.same(), Some(Coin::Tails));
    }
}
