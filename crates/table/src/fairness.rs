//! A coin toss between two people who do not see each other's hands.
//!
//! Each player makes up a [`Nonce`] and shows only its hash, the [`Commitment`]. When both have,
//! both show their nonces, and the coins follow from the two together. Neither can choose a
//! result: when a nonce is made up the other one is unknown, and when it is known one's own is
//! fixed. Nor can the server that keeps the log. Everything can be done again with pen, paper and
//! `sha256sum`:
//!
//! ```text
//! commitment of player 1   SHA-256 of "1 " and their nonce, as 32 hexadecimal digits
//! coins                    SHA-256 of both nonces with a space between, player 1's first
//! player 1's coin          Heads if the first hexadecimal digit of that is even
//! player 2's coin          Heads if the second one is
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::Player;
use sha2::{Digest, Sha256};

use crate::{Coin, Event};

/// A secret number that a player makes up for one round of the toss: 128 bits that
/// cannot be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce(pub u128);

/// What a player shows of their nonce before the other player has shown theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// What this player shows of this nonce.
    pub fn of(player: Player, nonce: Nonce) -> Self {
        Self(sha256(&format!("{} {nonce}", number(player))))
    }
}

/// The coins that follow from both nonces, player one's first.
pub fn coins([one, two]: [Nonce; 2]) -> [Coin; 2] {
    let first = sha256(&format!("{one} {two}"))[0];
    [first >> 4, first & 0xf].map(|digit| if digit % 2 == 0 { Coin::Heads } else { Coin::Tails })
}

fn sha256(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// What was wrong with a toss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// A player showed another nonce than the one they had committed to.
    OtherNonce(Player),
    /// A coin shows what does not follow from the nonces.
    OtherCoin(Player),
    /// A coin was tossed that no nonces were shown for.
    NoNonces(Player),
    /// A player chose anew when the other one had chosen already.
    ChoseAgain(Player),
}

impl Display for Unfair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherNonce(player) => {
                write!(f, "player {} showed another number than they chose", number(*player))
            }
            Self::OtherCoin(player) => {
                write!(f, "the coin of player {} shows the wrong side", number(*player))
            }
            Self::NoNonces(player) => {
                write!(f, "the toss of player {} cannot be checked", number(*player))
            }
            Self::ChoseAgain(player) => {
                write!(f, "player {} chose again after the other one had", number(*player))
            }
        }
    }
}

impl std::error::Error for Unfair {}

/// Checks every toss in a log and says how many coins were tossed.
///
/// # Errors
/// Says what was wrong with the first toss that cannot have been fair.
pub fn check<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<usize, Unfair> {
    let mut commitments = [None; 2];
    let mut nonces = [None; 2];
    let mut tossed = 0;
    for event in events {
        match *event {
            Event::Committed { player, commitment } => {
                let has_chosen = |player: Player| {
                    commitments[player.index()].is_some() || nonces[player.index()].is_some()
                };
                if Player::BOTH.into_iter().all(has_chosen) {
                    return Err(Unfair::ChoseAgain(player));
                }
                commitments[player.index()] = Some(commitment);
                nonces[player.index()] = None;
            }
            Event::Revealed { player, nonce } => {
                let commitment = commitments[player.index()].take();
                if commitment != Some(Commitment::of(player, nonce)) {
                    return Err(Unfair::OtherNonce(player));
                }
                nonces[player.index()] = Some(nonce);
            }
            Event::Tossed { player, coin } => {
                let [Some(one), Some(two)] = nonces else {
                    return Err(Unfair::NoNonces(player));
                };
                if coins([one, two])[player.index()] != coin {
                    return Err(Unfair::OtherCoin(player));
                }
                if player == Player::Two {
                    nonces = [None; 2];
                }
                tossed += 1;
            }
            // What was not shown is shown no more.
            Event::TossForfeited { .. } | Event::Rematched { .. } | Event::Restarted => {
                commitments = [None; 2];
                nonces = [None; 2];
            }
            Event::Opened(_)
            | Event::Seated { .. }
            | Event::Renamed { .. }
            | Event::Marked(_)
            | Event::Clocked(_)
            | Event::Moved { .. }
            | Event::Swapped
            | Event::TookBack { .. }
            | Event::Redone { .. }
            | Event::Asked { .. }
            | Event::Declined { .. }
            | Event::Resigned { .. }
            | Event::TimeRanOut { .. }
            | Event::DrawAgreed => {}
        }
    }
    Ok(tossed)
}

const fn number(player: Player) -> usize {
    player.index() + 1
}

impl Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In two halves: nothing else in the page writes numbers as wide as the whole.
        write!(f, "{:016x}{:016x}", (self.0 >> 64) as u64, self.0 as u64)
    }
}

impl Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Text that is no number in hexadecimal digits, or not of the right length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHexadecimal;

impl Display for NotHexadecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("32 hexadecimal digits make a nonce, 64 a commitment")
    }
}

impl std::error::Error for NotHexadecimal {}

impl FromStr for Nonce {
    type Err = NotHexadecimal;

    fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
        half(text).map(Self)
    }
}

impl FromStr for Commitment {
    type Err = NotHexadecimal;

    fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
        let (high, low) = text.split_at_checked(32).ok_or(NotHexadecimal)?;
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&half(high)?.to_be_bytes());
        bytes[16..].copy_from_slice(&half(low)?.to_be_bytes());
        Ok(Self(bytes))
    }
}

/// Exactly 32 small hexadecimal digits, so that a number is written in one way only.
fn half(text: &str) -> Result<u128, NotHexadecimal> {
    let small = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 32 || !text.bytes().all(small) {
        return Err(NotHexadecimal);
    }
    let quarter = |text| u64::from_str_radix(text, 16).map_err(|_| NotHexadecimal);
    Ok(u128::from(quarter(&text[..16])?) << 64 | u128::from(quarter(&text[16..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Nonce = Nonce(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
    const TWO: Nonce = Nonce(42);

    /// With `printf '1 00112233445566778899aabbccddeeff' | sha256sum`, and so on.
    #[test]
    fn anybody_can_do_the_sums_again() {
        assert_eq!(
            Commitment::of(Player::One, ONE).to_string(),
            "7e8a05365371cf1d39e88a5d033cd27c46e99379578fe4b09783028a940b0ca4"
        );
        assert_eq!(coins([ONE, TWO]), [Coin::Heads, Coin::Tails]);
    }

    #[test]
    fn a_commitment_belongs_to_one_player() {
        assert_ne!(Commitment::of(Player::One, ONE), Commitment::of(Player::Two, ONE));
    }

    #[test]
    fn both_coins_show_both_sides() {
        let tosses: Vec<_> = (0..64).map(|number| coins([ONE, Nonce(number)])).collect();
        for player in Player::BOTH {
            let heads = tosses.iter().filter(|coins| coins[player.index()] == Coin::Heads).count();
            assert!((16..48).contains(&heads), "{heads} of 64");
        }
    }

    fn fair() -> Vec<Event> {
        let [one, two] = coins([ONE, TWO]);
        let nonces = [(Player::One, ONE), (Player::Two, TWO)];
        let committed = nonces.map(|(player, nonce)| Event::Committed {
            player,
            commitment: Commitment::of(player, nonce),
        });
        let revealed = nonces.map(|(player, nonce)| Event::Revealed { player, nonce });
        let tossed = [(Player::One, one), (Player::Two, two)]
            .map(|(player, coin)| Event::Tossed { player, coin });
        [committed, revealed, tossed].concat()
    }

    #[test]
    fn a_fair_toss_is_found_fair_and_a_changed_one_is_not() {
        assert_eq!(check(&fair()), Ok(2));
        let mut other = fair();
        other[3] = Event::Revealed { player: Player::Two, nonce: Nonce(43) };
        assert_eq!(check(&other), Err(Unfair::OtherNonce(Player::Two)));
        let mut other = fair();
        let coin = match other[4] {
            Event::Tossed { coin: Coin::Heads, .. } => Coin::Tails,
            _ => Coin::Heads,
        };
        other[4] = Event::Tossed { player: Player::One, coin };
        assert_eq!(check(&other), Err(Unfair::OtherCoin(Player::One)));
        assert_eq!(check(&fair()[4..]), Err(Unfair::NoNonces(Player::One)));
    }

    #[test]
    fn choosing_anew_is_fair_until_the_other_player_has_chosen() {
        let again = Event::Committed {
            player: Player::One,
            commitment: Commitment::of(Player::One, Nonce(43)),
        };
        let early = [std::slice::from_ref(&again), &fair()].concat();
        assert_eq!(check(&early), Ok(2));
        for place in [2, 3] {
            let mut late = fair();
            late.insert(place, again.clone());
            assert_eq!(check(&late), Err(Unfair::ChoseAgain(Player::One)), "at {place}");
        }
        let forfeited = Event::TossForfeited { player: Player::Two };
        assert_eq!(check(&[&fair()[..3], &[forfeited], &fair()].concat()), Ok(2));
    }

    #[test]
    fn numbers_are_written_in_one_way() {
        assert_eq!(ONE.to_string().parse(), Ok(ONE));
        let commitment = Commitment::of(Player::Two, TWO);
        assert_eq!(commitment.to_string().parse(), Ok(commitment));
        for wrong in
            ["", "42", "0011223344556677-899aabbccddeeff", "00112233445566778899AABBCCDDEEFF"]
        {
            assert_eq!(wrong.parse::<Nonce>(), Err(NotHexadecimal), "{wrong}");
            assert_eq!(format!("{wrong}{wrong}").parse::<Commitment>(), Err(NotHexadecimal));
        }
        assert_eq!("é".repeat(32).parse::<Commitment>(), Err(NotHexadecimal));
    }
}
