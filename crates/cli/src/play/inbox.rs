use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use crossterm::event::KeyEvent;

/// What a console waits for, wherever it comes from. The keyboard is read by a thread of its own, so
/// that a connection can wake the console as well.
pub(super) struct Inbox {
    sender: Sender<Wake>,
    wakes: Receiver<Wake>,
}

/// What wakes a console.
pub(super) enum Wake {
    Key(KeyEvent),
    /// The terminal has another size.
    Resized,
    Line(String),
    /// Nothing more can be typed.
    InputEnded,
    InputFailed(io::Error),
    /// Something has come from elsewhere.
    News,
}

/// Wakes the console: there are news.
#[derive(Clone)]
pub(super) struct Alarm(Sender<Wake>);

impl Inbox {
    pub(super) fn new() -> Self {
        let (sender, wakes) = mpsc::channel();
        Self { sender, wakes }
    }

    pub(super) fn alarm(&self) -> Alarm {
        Alarm(self.sender.clone())
    }

    /// Where a thread puts what it has read.
    pub(super) fn sender(&self) -> Sender<Wake> {
        self.sender.clone()
    }

    /// Waits for what comes next; `None` when the time has come before.
    pub(super) fn wait(&self, until: Option<Instant>) -> Option<Wake> {
        match until {
            // It has a sender itself, so it is never cut off.
            None => self.wakes.recv().ok(),
            Some(until) => {
                self.wakes.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
            }
        }
    }
}

impl Alarm {
    pub(super) fn ring(&self) {
        // If there is no console any more, there is no one to wake.
        let _ = self.0.send(Wake::News);
    }
}
