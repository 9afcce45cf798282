use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_wording::terminal::kgp;

use crate::remote::Server;

/// Where a server of the Kalah Game Protocol is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// A machine and a port, over TCP.
    Tcp { host: String, port: u16 },
    /// `ws://…` or `wss://…`.
    Socket { url: String, server: Server },
}

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if let Some((scheme, rest)) = text.split_once("://") {
            let http = match scheme {
                "ws" => "http",
                "wss" => "https",
                _ => return Err(kgp::wanted_address()),
            };
            let server = format!("{http}://{rest}").parse().map_err(|_| kgp::wanted_address())?;
            return Ok(Self::Socket { url: text.to_owned(), server });
        }
        let (host, port) = match text.rsplit_once(':') {
            // An address of IPv6 is full of colons: with a port it stands in brackets.
            Some((host, _)) if host.contains(':') && !host.ends_with(']') => (text, None),
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        };
        let port = port.map_or(Ok(parlor_kgp::PORT), str::parse);
        let port = port.map_err(|_| kgp::wanted_address())?;
        let host = host.trim_matches(['[', ']']);
        let is_host =
            !host.is_empty() && host.chars().all(|it| it.is_alphanumeric() || ".-_:%".contains(it));
        if !is_host || port == 0 {
            return Err(kgp::wanted_address());
        }
        Ok(Self::Tcp { host: host.to_owned(), port })
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } if host.contains(':') => write!(f, "[{host}]:{port}"),
            Self::Tcp { host, port } => write!(f, "{host}:{port}"),
            Self::Socket { url, .. } => f.write_str(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_host_a_port_or_a_socket() {
        let check = |text: &str, expected: Option<&str>| {
            let read = text.parse::<Address>().map(|address| address.to_string()).ok();
            assert_eq!(read.as_deref(), expected, "{text}");
        };
        check("kalah.example", Some("kalah.example:2671"));
        check("localhost:4000", Some("localhost:4000"));
        check("::1", Some("[::1]:2671"));
        check("[::1]:4000", Some("[::1]:4000"));
        check("wss://kalah.example/socket", Some("wss://kalah.example/socket"));
        check("ws://127.0.0.1:7474/socket", Some("ws://127.0.0.1:7474/socket"));
        for wrong in ["", ":", "host:", "host:0", "host:port", "http://a", "ws://", "two words"] {
            check(wrong, None);
        }
    }
}
