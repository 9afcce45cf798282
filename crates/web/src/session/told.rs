use crate::ui::prelude::*;

/// What is said about the game.
#[derive(Clone, Copy)]
pub(crate) struct Told {
    /// The short message about what just happened; gone with the next action.
    pub(crate) message: RwSignal<Option<String>>,
    /// What a screen reader hears.
    pub(crate) announcement: RwSignal<String>,
}

impl Told {
    pub(super) fn new() -> Self {
        Self { message: RwSignal::new(None), announcement: RwSignal::new(String::new()) }
    }

    /// Tells everybody: those who see the screen and those who do not.
    pub(crate) fn say(self, words: &str) {
        self.message.set(Some(words.to_owned()));
        self.announce(words);
    }

    /// Tells those who do not see the screen.
    pub(crate) fn announce(self, words: &str) {
        self.announcement.update(|told| {
            // What is said a second time would not be heard if nothing about it were new.
            let again = if told == words { "\u{a0}" } else { "" };
            *told = format!("{words}{again}");
        });
    }
}
