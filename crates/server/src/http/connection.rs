use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::http::connection_limit::ConnectionPermit;

/// A connection that was accepted. It keeps its place for as long as it is open, whatever is spoken
/// on it, and fails when its client reads nothing for so long (a write timeout).
///
/// HTTP has no timeout for that: a response whose client does not read it would stay for ever, with
/// its connection and whatever waits to be sent on it. The timer runs only while there is no room
/// for more, which for most connections is never.
pub(super) struct Connection<S> {
    socket: S,
    write_timeout: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    _permit: ConnectionPermit,
}

impl<S> Connection<S> {
    pub(super) fn new(socket: S, write_timeout: Duration, permit: ConnectionPermit) -> Self {
        Self { socket, write_timeout, stalled: None, _permit: permit }
    }

    /// Takes note of how an attempt to write went, and fails if none has succeeded for too long.
    fn watch<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        // Polled again, a timer that has run out would be a mistake.
        stalled.as_mut().reset(Instant::now() + limit);
        Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client reads nothing")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.watch(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(context, slices);
        self.watch(written, context)
    }

    /// Without this everything would be copied into one piece before it is sent.
    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.socket).poll_flush(context);
        self.watch(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut_down = Pin::new(&mut self.socket).poll_shutdown(context);
        self.watch(shut_down, context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;
    use crate::http::connection_limit::ConnectionLimit;
    use crate::tables::test_rig::network;

    const LIMIT: Duration = Duration::from_secs(30);

    /// A connection with little room on the way, and its client.
    fn connection() -> (Connection<DuplexStream>, DuplexStream) {
        let (socket, client) = duplex(8);
        let permit = ConnectionLimit::new(0, 0).acquire(network()).expect("there is no limit");
        (Connection::new(socket, LIMIT, permit), client)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_given_up() {
        let (mut connection, _client) = connection();
        let start = Instant::now();
        connection.write_all(b"12345678").await.expect("there is room");
        let error = connection.write_all(b"9").await.expect_err("there is none");
        assert_eq!((error.kind(), start.elapsed()), (ErrorKind::TimedOut, LIMIT));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_is_waited_for() {
        let (mut connection, mut client) = connection();
        let read = async {
            let mut byte = [0];
            for _ in 0..20 {
                tokio::time::sleep(LIMIT / 10 * 9).await;
                client.read_exact(&mut byte).await.expect("a byte");
            }
        };
        let (written, ()) = tokio::join!(connection.write_all(&[0; 28]), read);
        written.expect("it is all sent");
    }
}
