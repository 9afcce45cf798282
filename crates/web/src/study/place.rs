use parlor_wording as wording;

use crate::route::{BrokenLink, LEARN};

/// What an address asks of the second module: the part of it after `#/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The lesson and the rules.
    Learn,
    Nowhere(BrokenLink),
}

impl Place {
    pub(super) fn parse(path: &str) -> Self {
        match path.split('/').next() {
            Some(LEARN) => Self::Learn,
            _ => Self::Nowhere(BrokenLink(wording::links::no_page(path))),
        }
    }
}
