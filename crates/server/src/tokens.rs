//! Words that nobody can guess, and what is kept of the secret ones.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use parlor_protocol::{SeatToken, TableId};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// What is kept of a seat's token. The token itself is known to its owner alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenHash(pub(crate) [u8; 32]);

impl TokenHash {
    pub(crate) fn of(token: &SeatToken) -> Self {
        Self(Sha256::digest(token.as_str()).into())
    }

    /// Compares in a time that tells nothing about where two hashes begin to differ.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// A table's name: 96 bits in 16 letters.
pub(crate) fn table_id() -> TableId {
    word::<12>().parse().expect("sixteen letters are a table's name")
}

/// The key to a seat: 192 bits in 32 letters.
pub(crate) fn seat_token() -> SeatToken {
    word::<24>().parse().expect("thirty-two letters are a token")
}

/// Bytes that nobody can guess.
///
/// # Panics
/// If the system has no randomness to give, without which nothing here is safe.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

fn word<const N: usize>() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(random::<N>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_long_and_never_the_same() {
        let [one, two] = [table_id(), table_id()];
        assert_ne!(one, two);
        assert_eq!(one.as_str().len(), 16);
        assert_eq!(seat_token().as_str().len(), 32);
    }

    #[test]
    fn a_token_is_known_by_its_hash_alone() {
        let [mine, other] = [seat_token(), seat_token()];
        assert!(TokenHash::of(&mine).is(&TokenHash::of(&mine)));
        assert!(!TokenHash::of(&mine).is(&TokenHash::of(&other)));
    }
}
