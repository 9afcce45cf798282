use std::fmt;

use parlor_rules::Player;

/// A coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coin {
    Heads,
    Tails,
}

impl Coin {
    pub(super) fn toss() -> Self {
        if fastrand::bool() { Self::Heads } else { Self::Tails }
    }
}

impl fmt::Display for Coin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heads => "Heads",
            Self::Tails => "Tails",
        })
    }
}

/// Who starts when both players have tossed: the one with heads. `None` when both show the same.
pub(super) fn starter(tosses: [Coin; 2]) -> Option<Player> {
    match tosses {
        [Coin::Heads, Coin::Tails] => Some(Player::One),
        [Coin::Tails, Coin::Heads] => Some(Player::Two),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_starts_and_two_of_a_kind_decide_nothing() {
        assert_eq!(starter([Coin::Heads, Coin::Tails]), Some(Player::One));
        assert_eq!(starter([Coin::Tails, Coin::Heads]), Some(Player::Two));
        assert_eq!(starter([Coin::Heads; 2]), None);
        assert_eq!(starter([Coin::Tails; 2]), None);
    }
}
