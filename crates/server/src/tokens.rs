//! Random ids and seat tokens, and the hashes by which tokens are known.
//!
//! A seat belongs to the holder of its token: there are no accounts. Tokens are stored as hashes,
//! compared in constant time, sent in messages and never in addresses, and never logged.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use parlor_protocol::{SeatToken, TableId};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The SHA-256 hash of a seat's token. The token itself is known to its holder alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenHash(pub(crate) [u8; 32]);

impl TokenHash {
    pub(crate) fn of(token: &SeatToken) -> Self {
        Self(Sha256::digest(token.as_str()).into())
    }

    /// Compares in constant time: how long it takes does not tell where two hashes begin to differ.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// A table's id, as it stands in its link: 96 random bits in 16 letters.
pub(crate) fn new_table_id() -> TableId {
    random_letters::<12>().parse().expect("sixteen letters are a table's id")
}

/// A seat's token: 192 random bits in 32 letters.
pub(crate) fn new_seat_token() -> SeatToken {
    random_letters::<24>().parse().expect("thirty-two letters are a token")
}

/// Bytes from the system's cryptographic random number generator.
///
/// # Panics
/// If the system has none to give, without which nothing here is safe.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if seeded::fill(&mut bytes) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// Random bytes that follow from a seed, for simulations that have to be repeated.
#[cfg(test)]
pub(crate) mod seeded {
    use std::cell::RefCell;

    thread_local! {
        static LUCK: RefCell<Option<fastrand::Rng>> = const { RefCell::new(None) };
    }

    /// Has everything on this thread that is random follow from this, or from nothing again.
    pub(crate) fn set(luck: Option<fastrand::Rng>) {
        LUCK.set(luck);
    }

    /// Whether everything on this thread that is random follows from a seed.
    pub(crate) fn is_set() -> bool {
        LUCK.with_borrow(Option::is_some)
    }

    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        LUCK.with_borrow_mut(|luck| luck.as_mut().map(|luck| luck.fill(bytes)).is_some())
    }
}

fn random_letters<const N: usize>() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(random_bytes::<N>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_tokens_are_long_and_never_the_same() {
        let [one, two] = [new_table_id(), new_table_id()];
        assert_ne!(one, two);
        assert_eq!(one.as_str().len(), 16);
        assert_eq!(new_seat_token().as_str().len(), 32);
    }

    #[test]
    fn a_token_is_known_by_its_hash_alone() {
        let [mine, other] = [new_seat_token(), new_seat_token()];
        assert!(TokenHash::of(&mine).matches(&TokenHash::of(&mine)));
        assert!(!TokenHash::of(&mine).matches(&TokenHash::of(&other)));
    }
}
