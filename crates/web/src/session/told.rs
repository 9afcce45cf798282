use crate::ui::prelude::*;

/// What is said about the game.
#[derive(Clone, Copy)]
pub(crate) struct Told {
    said: Signal<Option<Said>>,
    /// What a screen reader hears.
    pub(crate) announcement: Signal<String>,
}

/// A short message about what just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    words: String,
    /// Whether it is about a turn. Then it stays until the next turn has been shown; any other message
    /// goes with the next action.
    of_turn: bool,
}

impl Told {
    pub(super) fn new() -> Self {
        Self { said: Signal::new(None), announcement: Signal::new(String::new()) }
    }

    /// The message that is shown.
    pub(crate) fn message(self) -> Option<String> {
        self.said.with(|said| said.as_ref().map(|said| said.words.clone()))
    }

    /// Shows a message until the next action.
    pub(crate) fn show(self, words: &str) {
        self.said.set(Some(Said { words: words.to_owned(), of_turn: false }));
    }

    /// Shows what there is to say about a turn, which may be nothing.
    pub(super) fn show_of_turn(self, words: Option<String>) {
        self.said.set(words.map(|words| Said { words, of_turn: true }));
    }

    /// Something is done: what was not said about a turn goes.
    pub(super) fn go_on(self) {
        if self.said.with(|said| said.as_ref().is_some_and(|said| !said.of_turn)) {
            self.said.set(None);
        }
    }

    /// Whatever was said is not true any more.
    pub(super) fn forget(self) {
        self.said.set(None);
    }

    /// Tells everybody: those who see the screen and those who do not.
    pub(crate) fn say(self, words: &str) {
        self.show(words);
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
