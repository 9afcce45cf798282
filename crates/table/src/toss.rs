use parlor_rules::Player;

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
}

impl Coin {
    /// What people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heads => "Heads",
            Self::Tails => "Tails",
        }
    }
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

    /// Whose toss it is, or `None` when it is decided.
    pub const fn next(&self) -> Option<Player> {
        match self.coins {
            [None, _] => Some(Player::One),
            [Some(_), None] => Some(Player::Two),
            [Some(_), Some(_)] => None,
        }
    }

    /// The player who tossed Heads against Tails, and so starts.
    pub const fn winner(&self) -> Option<Player> {
        match self.coins {
            [Some(Coin::Heads), Some(Coin::Tails)] => Some(Player::One),
            [Some(Coin::Tails), Some(Coin::Heads)] => Some(Player::Two),
            _ => None,
        }
    }

    /// Records a toss. Two equal coins open the next round.
    pub(crate) fn record(&mut self, player: Player, coin: Coin) {
        self.coins[player.index()] = Some(coin);
        if self.coins == [Some(coin); 2] {
            *self = Self { coins: [None; 2], same: Some(coin) };
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
