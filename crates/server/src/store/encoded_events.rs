use std::ops::Range;

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::message::EventsMessage;

use super::ChainHash;

/// Events as the message that is broadcast about them. The objects in it are also what is stored:
/// the JSON is made once, and those bytes go to the database and to every socket.
#[derive(Clone, Debug)]
pub(crate) struct EncodedEvents {
    message: Utf8Bytes,
    events: Vec<(Range<usize>, ChainHash)>,
}

/// An event as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EncodedEvent<'a> {
    pub(crate) json: &'a str,
    /// The hash of the log up to here.
    pub(crate) hash: ChainHash,
}

impl EncodedEvents {
    /// The events of a message, which continue a log that has this hash before them.
    pub(crate) fn new(message: EventsMessage, before: ChainHash) -> Self {
        let mut hash = before;
        let chained = |json| {
            hash = hash.next(json);
            hash
        };
        let hashes = message.events().map(chained).collect();
        Self::hashed(message, hashes)
    }

    /// The events of a message, with the hash of the log after each of them.
    pub(crate) fn hashed(message: EventsMessage, hashes: Vec<ChainHash>) -> Self {
        let last = hashes.last().map(|hash| hash.told());
        let (message, ranges) = message.finish(last.as_ref());
        Self { message: message.into(), events: ranges.into_iter().zip(hashes).collect() }
    }

    pub(crate) fn message(&self) -> &Utf8Bytes {
        &self.message
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = EncodedEvent<'_>> {
        let event = |(range, hash): &(Range<usize>, ChainHash)| EncodedEvent {
            json: &self.message[range.clone()],
            hash: *hash,
        };
        self.events.iter().map(event)
    }

    /// How many events there are.
    pub(crate) fn count(&self) -> u32 {
        self.events.len() as u32
    }
}
