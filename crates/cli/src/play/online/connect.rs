//! How a server is reached: a stream to it, over which HTTP and WebSocket are spoken.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use parlor_protocol::message::{NewTable, PROTOCOL, Problem, SeatKey};
use parlor_wording::terminal::online;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::link::Server;
use crate::refusal::Failure;

/// Why a server could not be reached, or would not do what it was asked.
#[derive(Debug)]
pub(super) enum Unreachable {
    NoAnswer(io::Error),
    /// The certificate is not trusted, or no secure connection can be agreed on.
    NotSecure(io::Error),
    /// What answers there is no Parlor server.
    NoParlor,
    /// It speaks another version of the protocol.
    OtherProtocol,
    /// A rate limit was reached, or it is about to stop.
    Busy,
    /// It will not set such a table.
    NotSet(String),
}

impl Unreachable {
    /// What is said about it.
    pub(super) fn at(&self, server: &Server) -> Failure {
        Failure::new(match self {
            Self::NoAnswer(error) => online::no_answer(server, error),
            Self::NotSecure(error) => online::not_secure(server, error),
            Self::NoParlor => online::no_parlor(server),
            Self::OtherProtocol => online::other_protocol(server),
            Self::Busy => online::busy(server),
            Self::NotSet(why) => online::not_set(server, why),
        })
    }

    fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Self::Busy,
            _ => Self::NoParlor,
        }
    }
}

/// A stream of bytes in both directions, secure or not.
pub(super) trait Bytestream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Bytestream for S {}

/// How long an answer to a request may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// More than any answer to a request has.
const LONGEST_ANSWER: usize = 64 * 1024;

/// Opens a WebSocket to a server.
pub(super) async fn open_socket(
    server: &Server,
) -> Result<WebSocketStream<Box<dyn Bytestream>>, Unreachable> {
    let scheme = if server.is_secure() { "wss" } else { "ws" };
    let url = format!("{scheme}://{}{}/api/socket", server.authority(), server.folder);
    let request = url.into_client_request().map_err(|_| Unreachable::NoParlor)?;
    let stream = open_stream(server).await?;
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(answer)) => Err(Unreachable::of_status(answer.status())),
        Err(tungstenite::Error::Io(error)) => Err(Unreachable::NoAnswer(error)),
        Err(_) => Err(Unreachable::NoParlor),
    }
}

/// Sets a table, and gives back the seat there.
pub(super) async fn set_table(server: &Server, new: &NewTable) -> Result<SeatKey, Unreachable> {
    let late = || Unreachable::NoAnswer(io::ErrorKind::TimedOut.into());
    timeout(ANSWER_WITHIN, request_table(server, new)).await.unwrap_or_else(|_| Err(late()))
}

async fn request_table(server: &Server, new: &NewTable) -> Result<SeatKey, Unreachable> {
    let no_parlor = |_| Unreachable::NoParlor;
    let request = Request::post(format!("{}/api/tables", server.folder))
        .header("host", server.authority())
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from(new.to_string())))
        .map_err(|_| Unreachable::NoParlor)?;
    let stream = TokioIo::new(open_stream(server).await?);
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(stream).await.map_err(no_parlor)?;
    tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(no_parlor)?;
    let (head, body) = answer.into_parts();
    let protocol = head.headers.get("parlor-protocol").ok_or(Unreachable::NoParlor)?;
    if protocol.as_bytes() != PROTOCOL.to_string().as_bytes() {
        return Err(Unreachable::OtherProtocol);
    }
    let body = Limited::new(body, LONGEST_ANSWER).collect().await;
    let body = body.map_err(|_| Unreachable::NoParlor)?.to_bytes();
    let text = String::from_utf8_lossy(&body);
    match (head.status, text.trim_end().parse::<SeatKey>(), text.trim_end().parse::<Problem>()) {
        (StatusCode::OK, Ok(key), _) => Ok(key),
        (StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE, ..) => {
            Err(Unreachable::Busy)
        }
        (_, _, Ok(problem)) => Err(Unreachable::NotSet(problem.message)),
        (_, _, Err(_)) => Err(Unreachable::NoParlor),
    }
}

async fn open_stream(server: &Server) -> Result<Box<dyn Bytestream>, Unreachable> {
    let stream = TcpStream::connect((server.host.as_str(), server.port)).await;
    let stream = stream.map_err(Unreachable::NoAnswer)?;
    // A move is short, and the other player waits for it.
    stream.set_nodelay(true).map_err(Unreachable::NoAnswer)?;
    if !server.is_secure() {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(server.host.clone());
    let name = name.map_err(|error| Unreachable::NotSecure(io::Error::other(error)))?;
    let stream = tls()?.connect(name, stream).await.map_err(Unreachable::NotSecure)?;
    Ok(Box::new(stream))
}

/// TLS with the certificates that this system trusts, which are read once.
fn tls() -> Result<TlsConnector, Unreachable> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(TlsConnector::from(Arc::clone(config)));
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Unreachable::NotSecure(io::Error::other(error)))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::clone(CONFIG.get_or_init(|| Arc::new(config)))))
}
