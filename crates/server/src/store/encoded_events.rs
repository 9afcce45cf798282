use axum::extract::ws::Utf8Bytes;

/// Events as the message that is broadcast about them. Its lines are also what is stored: the text
/// is made once, and those bytes go to the database and to every socket.
#[derive(Clone, Debug)]
pub(crate) struct EncodedEvents {
    message: Utf8Bytes,
    /// Where the line of the first event begins.
    start: usize,
}

impl EncodedEvents {
    /// A message whose first line is its head and each further line an event.
    pub(crate) fn from_message(message: String) -> Self {
        let start = message.find('\n').map_or(message.len(), |end| end + 1);
        Self { message: message.into(), start }
    }

    pub(crate) fn message(&self) -> &Utf8Bytes {
        &self.message
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.message[self.start..].lines()
    }

    /// How many events there are.
    pub(crate) fn count(&self) -> u32 {
        self.lines().count() as u32
    }
}
