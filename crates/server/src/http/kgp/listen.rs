use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use axum::serve::Listener;
use parlor_kgp::{MAX_CHARACTERS, ServerSession};
use parlor_table::Refusal;
use tokio::net::{TcpListener, TcpStream};

use super::bot;
use super::wire::Wire;
use crate::bot_config::BotConfig;
use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::http::app::App;
use crate::http::client_address::ClientAddress;
use crate::http::connection::Connection;
use crate::http::forwarded_place::ForwardedPlace;

/// The most bytes of a message that is a line.
const MESSAGE_BYTES: usize = 4 * MAX_CHARACTERS + 2;
/// A socket's buffer for reading, which grows for longer messages.
const READ_BUFFER: usize = 1024;

/// Accepts bots over TCP, for ever.
pub(crate) async fn accept(mut listener: TcpListener, app: Arc<App>, config: BotConfig) {
    loop {
        let (socket, address): (TcpStream, SocketAddr) = Listener::accept(&mut listener).await;
        let network = ClientNetwork::of(address.ip());
        let permit = app.new_connections.check(network).and_then(|()| {
            // Behind a proxy the places of one address are counted apart, and no proxy is in between
            // here.
            let one_of_all = app.places.acquire(network)?;
            let of_address = app
                .config
                .behind_proxy
                .then(|| app.forwarded_places.acquire(network))
                .transpose()?;
            Ok((one_of_all, of_address))
        });
        let Ok((permit, of_address)) = permit else {
            app.metrics.count_refused(Refusal::RateLimited.into());
            refuse(&socket);
            continue;
        };
        // A line is short, and must not wait until there is more to send (Nagle's algorithm).
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a connection without TCP_NODELAY");
        }
        let wire = Wire::tcp(Connection::new(socket, app.config.write_timeout, permit));
        let bot = bot::serve(app.clone(), config, wire, network);
        app.sockets.spawn(async move {
            bot.await;
            drop(of_address);
        });
    }
}

/// Opens a WebSocket for a bot.
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    ClientAddress(network): ClientAddress,
    place: Option<Extension<ForwardedPlace>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let config = app.config.bots.ok_or(Error::NoSuchTable)?;
    app.new_connections.check(network)?;
    let tracked = app.sockets.token();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(async move |socket| {
            bot::serve(app, config, Wire::socket(socket), network).await;
            drop((tracked, place));
        }))
}

/// Tells a bot that there is no place for it, as far as it can be told without waiting.
fn refuse(socket: &TcpStream) {
    let mut session = ServerSession::new();
    session.dismiss("too many connections: try again in a moment");
    let lines: Vec<String> = std::iter::from_fn(|| session.next_line()).collect();
    let _ = socket.try_write(format!("{}\r\n", lines.join("\r\n")).as_bytes());
}
