//! A bad network: it delays messages, delivers some twice and some after their sender has gone, and
//! cuts connections.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use fastrand::Rng;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{accept_async, client_async};

/// What may happen to a message, each of them once in so many.
const CUT: u32 = 150;
const DELAY: u32 = 15;
const DUPLICATE: u32 = 10;

/// How long a message may be held up, in milliseconds.
const LATE: u64 = 40;

/// Puts a bad network in front of each server, which is there as long as `network`, and says where.
pub(super) async fn spread(
    servers: &[SocketAddr],
    network: &mut JoinSet<()>,
    luck: &mut Rng,
) -> io::Result<Vec<SocketAddr>> {
    let mut addresses = Vec::new();
    for &server in servers {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        addresses.push(listener.local_addr()?);
        network.spawn(run(listener, server, luck.fork()));
    }
    Ok(addresses)
}

/// Passes messages between clients and the server, badly, for ever.
async fn run(listener: TcpListener, server: SocketAddr, mut luck: Rng) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        connections.spawn(connect(client, server, luck.fork()));
        while connections.try_join_next().is_some() {}
    }
}

async fn connect(client: TcpStream, server: SocketAddr, mut luck: Rng) {
    let Ok(stream) = TcpStream::connect(server).await else { return };
    let _ = (client.set_nodelay(true), stream.set_nodelay(true));
    let Ok(client) = accept_async(client).await else { return };
    let url = format!("ws://{server}/api/socket");
    let Ok((server, _)) = client_async(url, stream).await else { return };
    let (to_client, from_client) = client.split();
    let (to_server, from_server) = server.split();
    let (up, down) = (luck.fork(), luck.fork());
    let straggler = tokio::select! {
        straggler = pass(from_client, to_server, up) => straggler,
        _ = pass(from_server, to_client, down) => None,
    };
    // The client has been cut off and may be back already when this arrives.
    if let Some((message, mut to_server)) = straggler {
        sleep(Duration::from_millis(luck.u64(..LATE))).await;
        let _ = to_server.send(message).await;
    }
}

/// Passes messages on in one direction until the connection is cut. The last one may still be on
/// its way then.
async fn pass<S: Sink<Message> + Unpin>(
    mut from: impl Stream<Item = Result<Message, Error>> + Unpin,
    mut to: S,
    mut luck: Rng,
) -> Option<(Message, S)> {
    while let Some(Ok(message)) = from.next().await {
        let mut happens = |once_in: u32| luck.u32(..once_in) == 0;
        if happens(CUT) {
            return message.is_text().then_some((message, to));
        }
        if happens(DELAY) {
            sleep(Duration::from_millis(luck.u64(..LATE))).await;
        }
        if message.is_text() && luck.u32(..DUPLICATE) == 0 {
            to.send(message.clone()).await.ok()?;
        }
        to.send(message).await.ok()?;
    }
    None
}
