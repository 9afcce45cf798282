use parlor_protocol::{LogHash, TableId};
use sha2::{Digest, Sha256};

/// The hash chain of a log: each event is stored with the hash of itself and of all before it. So
/// two logs that have the same hash at a version are the same up to there, and an event that was
/// altered in the file is found.
///
/// ```text
/// before event 0   SHA-256(id of the table)
/// event n          SHA-256(hash before it, JSON of the event)
/// ```
///
/// Half of each hash is kept, which is enough for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChainHash(pub(crate) [u8; 16]);

impl ChainHash {
    /// The hash before the first event of a table.
    pub(crate) fn start(table: &TableId) -> Self {
        Self::of(Sha256::digest(table.as_str()).into())
    }

    /// The hash of the next event, which is this text.
    pub(crate) fn next(self, event: &str) -> Self {
        let digest = Sha256::new().chain_update(self.0).chain_update(event).finalize();
        Self::of(digest.into())
    }

    /// What clients are told of it: enough to notice that a log is another one than they knew. They
    /// gain nothing by finding two logs with the same.
    pub(crate) fn told(self) -> LogHash {
        let beginning = *self.0.first_chunk().expect("half of it");
        format!("{:016x}", u64::from_be_bytes(beginning)).into()
    }

    fn of(digest: [u8; 32]) -> Self {
        Self(*digest.first_chunk().expect("a hash is longer than half of it"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_the_table_on_every_event_and_on_their_order() {
        let chain = |table: &str, events: &[&str]| {
            let start = ChainHash::start(&table.parse().expect("an id"));
            events.iter().fold(start, |hash, event| hash.next(event))
        };
        let hash = chain("q3mX", &["a", "b"]);
        assert_eq!(hash, chain("q3mX", &["a", "b"]));
        for other in [
            chain("q3mY", &["a", "b"]),
            chain("q3mX", &["b", "a"]),
            chain("q3mX", &["ab"]),
            chain("q3mX", &["a", "b", ""]),
            chain("q3mX", &["a"]),
        ] {
            assert_ne!(hash, other);
            assert_ne!(hash.told(), other.told());
        }
        assert_eq!(hash.told().as_str().len(), 16);
    }
}
