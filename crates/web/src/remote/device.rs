use parlor_protocol::client::Device;
use parlor_protocol::{SeatToken, TableId};
use parlor_table::Nonce;

use super::keys::{forget_key, keep_key, key_to};
use super::nonces::{keep_nonce, nonces_for};
use crate::ui::browser::{random, secret_bytes};

/// This browser, as far as a remote host needs it.
pub(super) struct BrowserDevice;

impl Device for BrowserDevice {
    fn random(&mut self) -> u128 {
        let by_chance = || (0..4).fold(0, |number, _| number << 32 | u128::from(random(u32::MAX)));
        secret_bytes().map_or_else(by_chance, u128::from_be_bytes)
    }

    fn token(&self, table: &TableId) -> Option<SeatToken> {
        key_to(table)
    }

    fn keep_token(&mut self, table: &TableId, token: &SeatToken) {
        keep_key(table, token);
    }

    fn forget_token(&mut self, table: &TableId) {
        forget_key(table);
    }

    fn nonces(&self, table: &TableId) -> Vec<Nonce> {
        nonces_for(table)
    }

    fn keep_nonce(&mut self, table: &TableId, nonce: Nonce) {
        keep_nonce(table, nonce);
    }
}
