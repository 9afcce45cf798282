use std::time::Duration;

use parlor_rules::Player;

use crate::{CommandKey, Event};

/// An event as it stands in a log, with what the keeper of the log noted beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What happened.
    pub event: Event,
    /// What was noted beside it.
    pub note: Note,
}

/// What the keeper of a log knows about an event. A game at one screen needs none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Whose command it was, by the side they had before it.
    pub by: Option<Player>,
    /// The idempotency key of that command.
    pub key: Option<CommandKey>,
    /// How long the player to move had been thinking, where there is a clock. It is the keeper's
    /// word, in whole milliseconds.
    pub took: Option<Duration>,
}

impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { event, note: Note::default() }
    }
}
