use std::collections::HashMap;

use parlor_table::Nonce;

use crate::{SeatToken, TableId};

/// The device that a client runs on: what it remembers when the program is gone, and its chance.
///
/// What is to be kept is kept before anything that depends on it is sent, so that neither a seat
/// nor a toss is lost with an answer.
pub trait Device {
    /// A number that cannot be guessed.
    fn random(&mut self) -> u128;

    /// The token of a seat at this table, if one is kept.
    fn token(&self, table: &TableId) -> Option<SeatToken>;

    /// Keeps the token of a seat at this table instead of any other.
    fn keep_token(&mut self, table: &TableId, token: &SeatToken);

    /// Throws away the token of a seat at this table.
    fn forget_token(&mut self, table: &TableId);

    /// The nonces that were made for tosses at this table, the last one first.
    fn nonces(&self, table: &TableId) -> Vec<Nonce>;

    /// Keeps a nonce for a toss at this table. Others for the same table stay: two pages may toss at
    /// once, and which nonce counts is only known when the server has heard of one.
    fn keep_nonce(&mut self, table: &TableId, nonce: Nonce);
}

/// A device that remembers as long as the program runs, for programs that come back to a table on
/// no other day.
#[derive(Debug)]
pub struct Memory<R> {
    random: R,
    tokens: HashMap<TableId, SeatToken>,
    nonces: Vec<(TableId, Nonce)>,
}

impl<R: FnMut() -> u128> Memory<R> {
    /// An empty memory. Numbers come from `random`.
    pub fn new(random: R) -> Self {
        Self { random, tokens: HashMap::new(), nonces: Vec::new() }
    }
}

impl<R: FnMut() -> u128> Device for Memory<R> {
    fn random(&mut self) -> u128 {
        (self.random)()
    }

    fn token(&self, table: &TableId) -> Option<SeatToken> {
        self.tokens.get(table).cloned()
    }

    fn keep_token(&mut self, table: &TableId, token: &SeatToken) {
        self.tokens.insert(table.clone(), token.clone());
    }

    fn forget_token(&mut self, table: &TableId) {
        self.tokens.remove(table);
    }

    fn nonces(&self, table: &TableId) -> Vec<Nonce> {
        let here = |(kept, _): &&(TableId, Nonce)| kept == table;
        self.nonces.iter().rev().filter(here).map(|(_, nonce)| *nonce).collect()
    }

    fn keep_nonce(&mut self, table: &TableId, nonce: Nonce) {
        self.nonces.push((table.clone(), nonce));
    }
}
