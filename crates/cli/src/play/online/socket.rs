use std::sync::mpsc::Sender;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::TableId;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::play::inbox::Alarm;
use crate::remote::{Server, Unreachable, open_socket};

/// A connection that ends when this is dropped.
pub(super) struct Socket {
    /// Which connection of the table it is: what is heard from another one is an echo.
    pub(super) number: u64,
    messages: UnboundedSender<String>,
    task: AbortHandle,
}

/// What is heard from a connection.
#[derive(Debug)]
pub(super) enum Heard {
    Opened,
    Text(String),
    /// It has ended, or could not be opened.
    Closed(Option<Unreachable>),
}

/// Tells the table what is heard, and wakes the console.
#[derive(Clone)]
pub(super) struct Ear {
    pub(super) heard: Sender<(u64, Heard)>,
    pub(super) alarm: Alarm,
}

impl Socket {
    /// Begins to connect.
    pub(super) fn open(
        runtime: &Handle,
        server: Server,
        table: TableId,
        number: u64,
        ear: Ear,
    ) -> Self {
        let (messages, outgoing) = unbounded_channel();
        let task = runtime.spawn(async move {
            let tell = |heard| ear.tell(number, heard);
            let why = converse(&server, &table, outgoing, tell).await.err();
            ear.tell(number, Heard::Closed(why));
        });
        Self { number, messages, task: task.abort_handle() }
    }

    pub(super) fn send(&self, message: String) {
        // A connection that has ended says so itself.
        let _ = self.messages.send(message);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Ear {
    fn tell(&self, number: u64, heard: Heard) {
        // If the table is gone, there is no one to tell.
        let _ = self.heard.send((number, heard));
        self.alarm.ring();
    }
}

/// Connects, and passes messages on until the connection ends.
async fn converse(
    server: &Server,
    table: &TableId,
    mut outgoing: UnboundedReceiver<String>,
    tell: impl Fn(Heard),
) -> Result<(), Unreachable> {
    let (mut sink, mut stream) = open_socket(server, table).await?.split();
    tell(Heard::Opened);
    loop {
        tokio::select! {
            message = outgoing.recv() => {
                let Some(message) = message else { return Ok(()) };
                if sink.send(Message::text(message)).await.is_err() {
                    return Ok(());
                }
            }
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => tell(Heard::Text(text.as_str().to_owned())),
                // The library answers a ping when the next message is read.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_) | Message::Frame(_)) | Err(_))
                | None => return Ok(()),
            },
        }
    }
}
