//! How a server is reached: a stream to it, over which HTTP and WebSocket are spoken.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::http::request::Builder;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use parlor_protocol::TableId;
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

use super::server::Server;
use crate::refusal::Failure;

/// Why a server could not be reached, or would not do what it was asked.
#[derive(Debug)]
pub(crate) enum Unreachable {
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
    pub(crate) fn at(&self, server: &Server) -> Failure {
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
pub(crate) trait Bytestream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Bytestream for S {}

/// How long an answer to a request may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// More than any answer to a request has.
const LONGEST_ANSWER: usize = 64 * 1024;

/// Opens a WebSocket to a server, to come to one of its tables.
pub(crate) async fn open_socket(
    server: &Server,
    table: &TableId,
) -> Result<WebSocketStream<Box<dyn Bytestream>>, Unreachable> {
    open_socket_at(server, &server.socket_at(table)).await
}

/// Opens a WebSocket to an address of a server.
pub(crate) async fn open_socket_at(
    server: &Server,
    url: &str,
) -> Result<WebSocketStream<Box<dyn Bytestream>>, Unreachable> {
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
pub(crate) async fn set_table(server: &Server, new: &NewTable) -> Result<SeatKey, Unreachable> {
    let request = Request::post(format!("{}/api/tables", server.folder))
        .header("content-type", "application/json");
    let answer = ask(server, request, new.to_string()).await?;
    if answer.protocol != PROTOCOL.to_string() {
        return Err(Unreachable::OtherProtocol);
    }
    let text = answer.text.trim_end();
    match (answer.status, text.parse::<SeatKey>(), text.parse::<Problem>()) {
        (StatusCode::OK, Ok(key), _) => Ok(key),
        (StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE, ..) => {
            Err(Unreachable::Busy)
        }
        (_, _, Ok(problem)) => Err(Unreachable::NotSet(problem.message)),
        (_, _, Err(_)) => Err(Unreachable::NoParlor),
    }
}

/// Asks a server whether it is healthy. If it is not, it says why; and if it is, what is wrong all
/// the same.
pub(crate) async fn health(server: &Server) -> Result<Result<Option<String>, String>, Unreachable> {
    let answer =
        ask(server, Request::get(format!("{}/health", server.folder)), String::new()).await?;
    let mut said = answer.text.lines().map(str::to_owned);
    let first = said.next().unwrap_or_default();
    Ok(if answer.status == StatusCode::OK { Ok(said.next()) } else { Err(first) })
}

/// What a Parlor server answers.
struct Answer {
    status: StatusCode,
    /// The version of the protocol that it speaks.
    protocol: String,
    text: String,
}

/// Sends a request, and waits for the answer, which has to be that of a Parlor server.
async fn ask(server: &Server, request: Builder, body: String) -> Result<Answer, Unreachable> {
    let late = || Unreachable::NoAnswer(io::ErrorKind::TimedOut.into());
    let answered = timeout(ANSWER_WITHIN, send(server, request, body)).await;
    answered.unwrap_or_else(|_| Err(late()))
}

async fn send(server: &Server, request: Builder, body: String) -> Result<Answer, Unreachable> {
    let no_parlor = |_| Unreachable::NoParlor;
    let request = request
        .header("host", server.authority())
        .body(Full::new(Bytes::from(body)))
        .map_err(|_| Unreachable::NoParlor)?;
    let stream = TokioIo::new(open_stream(server).await?);
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(stream).await.map_err(no_parlor)?;
    tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(no_parlor)?;
    let (head, body) = answer.into_parts();
    let protocol = head.headers.get("parlor-protocol").ok_or(Unreachable::NoParlor)?;
    let body = Limited::new(body, LONGEST_ANSWER).collect().await;
    let body = body.map_err(|_| Unreachable::NoParlor)?.to_bytes();
    Ok(Answer {
        status: head.status,
        protocol: String::from_utf8_lossy(protocol.as_bytes()).into_owned(),
        text: String::from_utf8_lossy(&body).into_owned(),
    })
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
