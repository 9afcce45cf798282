use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;
use parking_lot::{Mutex, MutexGuard};

/// What waits to be sent on one socket.
///
/// It is bounded, and that is all the backpressure there is: nothing waits for a slow reader. When
/// its queue overflows, what is in it is dropped and the connection closed; the client reconnects
/// and reads from the log what it missed. An empty queue takes next to no memory.
///
/// One task reads it, that of the socket. It is woken by way of the lock that it takes anyway: every
/// move wakes two of them.
#[derive(Debug, Default)]
pub(crate) struct SendQueue {
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Utf8Bytes>,
    /// How many of them belong to the greeting.
    greeting: usize,
    close: Option<CloseReason>,
    /// The task that waits for something to do.
    reader: Option<Waker>,
}

impl Waiting {
    /// Has a task woken when something changes.
    fn wake_later(&mut self, context: &Context<'_>) {
        match &mut self.reader {
            Some(reader) => reader.clone_from(context.waker()),
            None => self.reader = Some(context.waker().clone()),
        }
    }
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CloseReason {
    /// Its reader does not keep up.
    TooSlow,
    /// The table has no room for so many spectators from one place.
    Crowded,
    /// The server restarts, or the table has to be read again: reconnect.
    Reconnect,
}

/// What a socket has to do next.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Send what was taken off the queue.
    Send,
    /// Send that, and close.
    Close(CloseReason),
}

impl SendQueue {
    /// How many messages may wait, besides the greeting. That has as many as the log has pages, which
    /// all clients share.
    const CAPACITY: usize = 256;

    /// Queues what a client is told first.
    pub(crate) fn greet(&self, messages: Vec<Utf8Bytes>) {
        let mut waiting = self.waiting.lock();
        waiting.greeting = messages.len();
        waiting.messages.extend(messages);
        wake_reader(waiting);
    }

    /// Queues a message.
    pub(crate) fn push(&self, message: Utf8Bytes) {
        let mut waiting = self.waiting.lock();
        if waiting.close.is_some() {
            return;
        }
        if waiting.messages.len() < Self::CAPACITY + waiting.greeting {
            waiting.messages.push_back(message);
        } else {
            let reader = waiting.reader.take();
            *waiting = Waiting { close: Some(CloseReason::TooSlow), reader, ..Waiting::default() };
        }
        wake_reader(waiting);
    }

    /// Has the socket closed once it has sent what waits.
    pub(crate) fn close(&self, reason: CloseReason) {
        let mut waiting = self.waiting.lock();
        waiting.close.get_or_insert(reason);
        wake_reader(waiting);
    }

    /// Waits until there is something to do, and puts the messages to be sent into an empty list, whose
    /// memory is used again for what is queued from then on.
    pub(crate) async fn next(&self, messages: &mut VecDeque<Utf8Bytes>) -> Outgoing {
        poll_fn(|context| {
            let mut waiting = self.waiting.lock();
            std::mem::swap(&mut waiting.messages, messages);
            waiting.greeting = 0;
            match waiting.close {
                Some(reason) => Poll::Ready(Outgoing::Close(reason)),
                None if !messages.is_empty() => Poll::Ready(Outgoing::Send),
                None => {
                    waiting.wake_later(context);
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Waits until the queue overflows.
    pub(crate) async fn overflowed(&self) {
        poll_fn(|context| {
            let mut waiting = self.waiting.lock();
            if waiting.close == Some(CloseReason::TooSlow) {
                return Poll::Ready(());
            }
            waiting.wake_later(context);
            Poll::Pending
        })
        .await;
    }
}

/// Wakes the task that waits, if one does. Not under the lock, which it takes at once.
fn wake_reader(mut waiting: MutexGuard<'_, Waiting>) {
    let reader = waiting.reader.take();
    drop(waiting);
    if let Some(reader) = reader {
        reader.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn messages_come_out_in_order_and_then_the_end() {
        let queue = SendQueue::default();
        queue.push("one".into());
        queue.push("two".into());
        let mut messages = VecDeque::new();
        let Outgoing::Send = queue.next(&mut messages).await else { panic!("it is open") };
        assert_eq!(messages, ["one", "two"]);
        messages.clear();
        queue.push("three".into());
        queue.close(CloseReason::Reconnect);
        queue.push("too late".into());
        let Outgoing::Close(CloseReason::Reconnect) = queue.next(&mut messages).await else {
            panic!("it is closed")
        };
        assert_eq!(messages, ["three"]);
    }

    #[tokio::test]
    async fn a_reader_who_does_not_keep_up_is_dropped() {
        let queue = SendQueue::default();
        for _ in 0..=SendQueue::CAPACITY {
            queue.push("news".into());
        }
        queue.overflowed().await;
        let mut messages = VecDeque::new();
        let outgoing = queue.next(&mut messages).await;
        assert!(matches!(outgoing, Outgoing::Close(CloseReason::TooSlow)) && messages.is_empty());
    }

    #[tokio::test]
    async fn whoever_waits_is_woken_by_a_message_and_by_the_end() {
        let queue = SendQueue::default();
        let mut messages = VecDeque::new();
        {
            let mut next = pin!(queue.next(&mut messages));
            assert!(poll!(next.as_mut()).is_pending());
            queue.push("one".into());
            assert!(matches!(next.await, Outgoing::Send));
        }
        assert_eq!(messages, ["one"]);
        messages.clear();
        let (woken, ()) = tokio::join!(queue.next(&mut messages), async {
            tokio::task::yield_now().await;
            queue.close(CloseReason::Reconnect);
        });
        assert!(matches!(woken, Outgoing::Close(CloseReason::Reconnect)));
        let overflowing = SendQueue::default();
        tokio::join!(overflowing.overflowed(), async {
            tokio::task::yield_now().await;
            for _ in 0..=SendQueue::CAPACITY {
                overflowing.push("news".into());
            }
        });
    }

    #[tokio::test]
    async fn the_pages_of_a_long_log_do_not_count() {
        let queue = SendQueue::default();
        queue.greet(vec!["page".into(); 2 * SendQueue::CAPACITY]);
        for _ in 0..SendQueue::CAPACITY {
            queue.push("news".into());
        }
        let mut messages = VecDeque::new();
        assert!(matches!(queue.next(&mut messages).await, Outgoing::Send));
        assert_eq!(messages.len(), 3 * SendQueue::CAPACITY);
        // When they are on their way, no more may wait than usual.
        for _ in 0..=SendQueue::CAPACITY {
            queue.push("news".into());
        }
        queue.overflowed().await;
    }
}
