use parlor_rules::Player;
use parlor_table::Coin;

/// Tosses a coin.
pub(super) fn toss() -> Coin {
    if fastrand::bool() { Coin::Heads } else { Coin::Tails }
}

/// Who starts when both players have tossed: the one with heads. `None` when both show the same.
pub(super) fn starter(tosses: [Coin; 2]) -> Option<Player> {
    match tosses {
        [Coin::Heads, Coin::Tails] => Some(Player::One),
        [Coin::Tails, Coin::Heads] => Some(Player::Two),
        [Coin::Heads, Coin::Heads] | [Coin::Tails, Coin::Tails] => None,
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
