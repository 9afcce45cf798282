use std::time::Duration;

use crate::message::{Events, Welcome};

/// A welcome to a log that is told in pages.
#[derive(Debug)]
pub(super) struct Arrival {
    welcome: Welcome,
    /// When the welcome came.
    came: Duration,
}

impl Arrival {
    /// A welcome that comes now, with the first page.
    pub(super) fn new(welcome: Welcome, now: Duration) -> Self {
        Self { welcome, came: now }
    }

    /// Whether all of the log has come that there was when the welcome was said.
    pub(super) fn is_complete(&self) -> bool {
        self.welcome.version.is_none_or(|version| self.welcome.news.end() >= version as usize)
    }

    /// Adds a page. `None` if it is not the next one.
    pub(super) fn with_page(mut self, page: Events) -> Option<Self> {
        let news = &mut self.welcome.news;
        if page.from != news.end() {
            return None;
        }
        news.entries.extend(page.entries);
        news.hash = page.hash;
        Some(self)
    }

    /// Since when the player to move has been thinking.
    pub(super) fn thinking_since(&self) -> Duration {
        self.came.saturating_sub(self.welcome.thinking.unwrap_or_default())
    }

    /// The welcome with all its pages.
    pub(super) fn into_welcome(self) -> Welcome {
        self.welcome
    }
}
