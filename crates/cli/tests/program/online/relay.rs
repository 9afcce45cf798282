//! What stands between terminals and a server.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// An address that stays while servers come and go behind it.
pub(crate) struct Relay {
    pub(crate) address: SocketAddr,
    target: Arc<Mutex<Option<String>>>,
}

impl Relay {
    pub(crate) fn open() -> Self {
        let target = Arc::new(Mutex::new(None::<String>));
        let leads_to = Arc::clone(&target);
        let address = listen(move |visitor| {
            let target = leads_to.lock().expect("no one panics").clone();
            let Some(server) = target.and_then(|target| TcpStream::connect(target).ok()) else {
                return;
            };
            pass_on(&visitor, &server);
            pass_on(&server, &visitor);
        });
        Self { address, target }
    }

    /// Leads to another server from now on, or to none.
    pub(crate) fn lead_to(&self, target: Option<&str>) {
        *self.target.lock().expect("no one panics") = target.map(str::to_owned);
    }
}

/// A server that speaks version 1 of the protocol, as far as a client of another version hears it.
pub(crate) struct Pretender {
    pub(crate) address: SocketAddr,
}

impl Pretender {
    pub(crate) fn open() -> Self {
        Self { address: listen(|visitor| drop(pretend(visitor))) }
    }
}

fn pretend(mut visitor: TcpStream) -> io::Result<()> {
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut byte = [0];
        visitor.read_exact(&mut byte)?;
        request.push(byte[0]);
    }
    let text = String::from_utf8_lossy(&request).into_owned();
    if text.starts_with("POST ") {
        let answer = "error\treason=malformed";
        return write!(
            visitor,
            "HTTP/1.1 400 Bad Request\r\nparlor-protocol: 1\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{answer}",
            answer.len()
        );
    }
    let key = text.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: "));
    let accept = tokio_tungstenite::tungstenite::handshake::derive_accept_key(
        key.unwrap_or_default().as_bytes(),
    );
    write!(
        visitor,
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-accept: {accept}\r\n\r\n"
    )?;
    // Whatever is said first is answered in its own text.
    visitor.read_exact(&mut [0; 2])?;
    let answer = b"error\treason=protocol\tsay=this version is not supported";
    visitor.write_all(&[0x81, u8::try_from(answer.len()).expect("short")])?;
    visitor.write_all(answer)?;
    io::copy(&mut visitor, &mut io::sink()).map(drop)
}

/// Answers every visitor on a thread of their own.
fn listen(answer: impl Fn(TcpStream) + Clone + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for visitor in listener.incoming().flatten() {
            let answer = answer.clone();
            thread::spawn(move || answer(visitor));
        }
    });
    address
}

fn pass_on(from: &TcpStream, to: &TcpStream) {
    let [mut from, mut to] = [from, to].map(|stream| stream.try_clone().expect("a stream"));
    thread::spawn(move || {
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}
