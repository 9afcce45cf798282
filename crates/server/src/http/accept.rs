//! How connections are accepted, and how long a request may take to arrive.

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
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::tables::Tables;

/// Closes the connection that a request came on, where it stands. A response whose client does not
/// read it could not be ended otherwise: it is asked for more only when there is room for it.
#[derive(Clone, Default)]
pub(crate) struct Disconnect(CancellationToken);

impl Disconnect {
    pub(crate) fn now(&self) {
        self.0.cancel();
    }
}

/// Accepts connections until `shutdown` completes, and gives back those that are still open. Once
/// the tables shut down, they finish the request in progress and close.
///
/// It does what `axum::serve` does, but does not wait for ever for a request that never comes (the
/// slowloris attack).
pub(crate) async fn accept(
    mut listener: TcpListener,
    router: Router,
    tables: &Arc<Tables>,
    shutdown: impl Future<Output = ()>,
) -> TaskTracker {
    let mut http = Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(tables.config.request_timeout);
    let service = TowerToHyperService::new(router);
    let open = TaskTracker::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (socket, address): (TcpStream, SocketAddr) = tokio::select! {
            // Where too many files are open, this backs off for a moment and tries again.
            accepted = Listener::accept(&mut listener) => accepted,
            () = shutdown.as_mut() => return open,
        };
        // A move is small, and must not wait until there is more to send (Nagle's algorithm).
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a connection without TCP_NODELAY");
        }
        let (service, disconnect) = (service.clone(), Disconnect::default());
        let Disconnect(disconnected) = disconnect.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            request.extensions_mut().insert(disconnect.clone());
            service.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(socket), service).with_upgrades();
        let tables = tables.clone();
        open.spawn(async move {
            let served = async {
                let mut connection = pin!(connection);
                tokio::select! {
                    ended = connection.as_mut() => ended,
                    () = tables.shutdown_begun() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                }
            };
            if let Some(Err(error)) = disconnected.run_until_cancelled(served).await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

/// Ends a request whose body does not arrive in time.
pub(crate) async fn with_timeout(
    State(limit): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    match timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}
