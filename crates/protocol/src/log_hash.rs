use serde::{Deserialize, Serialize};

/// The hash of a log after one of its events. A client keeps it and sends it back with the next hello:
/// a server that has other events there, because its log was restored from a copy, notices. Only the
/// server knows how it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct LogHash(Box<str>);

impl LogHash {
    /// The hash itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for LogHash {
    fn from(hash: String) -> Self {
        Self(hash.into())
    }
}
