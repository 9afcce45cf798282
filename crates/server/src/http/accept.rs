//! How connections are accepted, and how long a request may take to arrive.

use std::convert::Infallible;
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
use parlor_table::Refusal;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::http::connection::Connection;
use crate::http::connection_limit::ConnectionLimit;
use crate::http::security_headers;
use crate::rate_limit::RetryAfter;
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

/// How many connections for which there is no place may be told so at the same time. Those beyond
/// are closed without a word.
const REFUSALS: usize = 32;
/// How long it may take to tell them.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(5);

/// Accepts connections until `shutdown` completes, and gives back those that are still open. Once
/// the tables shut down, they finish the request in progress and close.
///
/// It does what `axum::serve` does, but neither has more connections open than there are places for
/// nor waits for ever, be it for a request that never comes (the slowloris attack) or for a client
/// that never reads the response.
pub(crate) async fn accept(
    mut listener: TcpListener,
    router: Router,
    places: Arc<ConnectionLimit>,
    tables: &Arc<Tables>,
    shutdown: impl Future<Output = ()>,
) -> TaskTracker {
    let mut http = Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(tables.config.request_timeout);
    let service = TowerToHyperService::new(router);
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let open = TaskTracker::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (socket, address): (TcpStream, SocketAddr) = tokio::select! {
            // Where too many files are open, this backs off for a moment and tries again.
            accepted = Listener::accept(&mut listener) => accepted,
            () = shutdown.as_mut() => return open,
        };
        let permit = match places.acquire(ClientNetwork::of(address.ip())) {
            Ok(permit) => permit,
            Err(full) => {
                tables.metrics.count_refused(Refusal::RateLimited.into());
                if let Ok(turn) = refusals.clone().try_acquire_owned() {
                    open.spawn(async move {
                        let _ = timeout(REFUSAL_TIMEOUT, refuse(socket, full)).await;
                        drop(turn);
                    });
                }
                continue;
            }
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
        let socket = TokioIo::new(Connection::new(socket, tables.config.write_timeout, permit));
        let connection = http.serve_connection(socket, service).with_upgrades();
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

/// Tells a client that there is no place for it.
async fn refuse(socket: TcpStream, RetryAfter(wait): RetryAfter) {
    let answer = service_fn(move |_: hyper::Request<Incoming>| async move {
        let refused = Error::from(RetryAfter(wait)).into_response();
        Ok::<_, Infallible>(security_headers::add(refused).await)
    });
    let connection =
        Builder::new().keep_alive(false).serve_connection(TokioIo::new(socket), answer);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection that was refused ended early");
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
