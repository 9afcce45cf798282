//! Connections: how they are taken in, and how long they may take to say what they want.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::tables::Room;

/// Takes in connections until `shutdown` completes, and gives back those that are still busy. Once
/// the room is closed they finish what they are doing.
///
/// It does what `axum::serve` does, which waits for ever for a request that never comes.
pub(crate) async fn accept(
    mut listener: TcpListener,
    app: Router,
    room: &Arc<Room>,
    shutdown: impl Future<Output = ()>,
) -> TaskTracker {
    let mut http = Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(room.config.request_within);
    let app = TowerToHyperService::new(app);
    let busy = TaskTracker::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (socket, address): (TcpStream, SocketAddr) = tokio::select! {
            // Where too many files are open, this waits for a moment and tries again.
            accepted = Listener::accept(&mut listener) => accepted,
            () = shutdown.as_mut() => return busy,
        };
        // A move is small and must not wait for company.
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a connection without TCP_NODELAY");
        }
        let app = app.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            app.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(socket), service).with_upgrades();
        let room = room.clone();
        busy.spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = room.closed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

/// Ends a request whose body does not come.
pub(crate) async fn in_time(
    State(within): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    match timeout(within, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}
