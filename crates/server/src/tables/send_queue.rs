use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// What waits to be sent on one socket. An empty one takes next to no memory, and a full one is
/// given up: its reader is too slow, and will come back for what it missed.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Utf8Bytes>,
    end: Option<End>,
}

/// Why a socket is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Its reader does not keep up.
    TooSlow,
    /// Somebody else needs the place more.
    Crowded,
    /// The server restarts, or could not keep what it was to keep.
    ComeBack,
}

/// What a socket has to do next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Send these.
    Send(VecDeque<Utf8Bytes>),
    /// Send these, and close.
    Close(VecDeque<Utf8Bytes>, End),
}

impl Outbox {
    /// How many messages may wait.
    const ROOM: usize = 256;

    /// Leaves a message to be sent.
    pub(crate) fn push(&self, message: Utf8Bytes) {
        let mut waiting = self.waiting.lock();
        if waiting.end.is_some() {
            return;
        }
        if waiting.messages.len() < Self::ROOM {
            waiting.messages.push_back(message);
        } else {
            *waiting = Waiting { messages: VecDeque::new(), end: Some(End::TooSlow) };
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// Has the socket closed once it has sent what waits.
    pub(crate) fn end(&self, end: End) {
        self.waiting.lock().end.get_or_insert(end);
        self.changed.notify_one();
    }

    /// Waits until there is something to do.
    pub(crate) async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.changed.notified().await;
        }
    }

    /// Waits until the reader is found to be too slow.
    pub(crate) async fn too_slow(&self) {
        while self.waiting.lock().end != Some(End::TooSlow) {
            self.changed.notified().await;
        }
        self.changed.notify_one();
    }

    fn take(&self) -> Option<Next> {
        let mut waiting = self.waiting.lock();
        let messages = std::mem::take(&mut waiting.messages);
        match waiting.end {
            Some(end) => Some(Next::Close(messages, end)),
            None => (!messages.is_empty()).then_some(Next::Send(messages)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_out_in_order_and_then_the_end() {
        let outbox = Outbox::default();
        outbox.push("one".into());
        outbox.push("two".into());
        let Next::Send(messages) = outbox.next().await else { panic!("nothing ends yet") };
        assert_eq!(messages, ["one", "two"]);
        outbox.push("three".into());
        outbox.end(End::ComeBack);
        outbox.push("too late".into());
        let Next::Close(messages, End::ComeBack) = outbox.next().await else { panic!("the end") };
        assert_eq!(messages, ["three"]);
    }

    #[tokio::test]
    async fn a_reader_who_does_not_keep_up_is_given_up() {
        let outbox = Outbox::default();
        for _ in 0..=Outbox::ROOM {
            outbox.push("news".into());
        }
        outbox.too_slow().await;
        assert!(matches!(outbox.next().await, Next::Close(messages, End::TooSlow)
            if messages.is_empty()));
    }
}
