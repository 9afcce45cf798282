//! Who sends a request, as far as that can be known: extractors, so that no handler can forget to
//! ask.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::http::api::MESSAGE_BYTES;
use crate::http::app::App;

/// Where a request comes from, if it comes from this site's own page or from no browser at all.
///
/// A browser tells the origin of the page that sends a request. Those of other sites are refused:
/// they could play in their visitors' names (cross-site request forgery, cross-site WebSocket
/// hijacking).
pub(crate) struct ClientAddress(pub(crate) ClientNetwork);

impl FromRequestParts<Arc<App>> for ClientAddress {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        if !is_own_page(&parts.headers, &app.config.origins) {
            return Err(Error::ForeignOrigin);
        }
        address(parts, app).map(Self)
    }
}

/// The permission to set one more table, within the rate limit.
///
/// It is decided before the body of the request is waited for: a client that sends nonsense, or
/// nothing at all, has used up a request all the same.
pub(crate) struct MayCreateTable;

impl FromRequestParts<Arc<App>> for MayCreateTable {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let ClientAddress(network) = ClientAddress::from_request_parts(parts, app).await?;
        app.new_tables.check(network)?;
        app.tables.count_table(network).await?;
        Ok(Self)
    }
}

/// The permission to read something that any program may, within the rate limit, and where the
/// request comes from. It may come from the page of another site: why is said in `programs/cors.rs`.
pub(crate) struct MayRead(pub(crate) ClientNetwork);

impl FromRequestParts<Arc<App>> for MayRead {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let network = address(parts, app)?;
        app.requests.check(network)?;
        if parts.uri.query().is_some_and(|query| query.len() > MESSAGE_BYTES) {
            return Err(Error::QueryTooLong);
        }
        Ok(Self(network))
    }
}

/// The permission to follow a table by server-sent events.
///
/// A page of another site may do that, too. So these are as many a minute as sockets, but are counted
/// apart from them: such a page must not use up what its visitor plays with.
pub(crate) struct MayFollow(pub(crate) ClientNetwork);

impl FromRequestParts<Arc<App>> for MayFollow {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let network = address(parts, app)?;
        app.new_followers.check(network)?;
        Ok(Self(network))
    }
}

fn address(parts: &Parts, app: &App) -> Result<ClientNetwork, Error> {
    network(&parts.headers, &parts.extensions, app)
}

/// Where a request comes from, whatever page sent it.
pub(super) fn network(
    headers: &HeaderMap,
    extensions: &Extensions,
    app: &App,
) -> Result<ClientNetwork, Error> {
    let forwarded = app.config.behind_proxy.then(|| forwarded_for(headers)).flatten();
    let connected = extensions.get::<ConnectInfo<SocketAddr>>();
    let address = forwarded.or_else(|| connected.map(|info| info.0.ip()));
    Ok(ClientNetwork::of(address.ok_or(Error::UnknownAddress)?))
}

fn is_own_page(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").is_some_and(|(scheme, authority)| {
        matches!(scheme, "http" | "https")
            && host.is_some_and(|host| authority.eq_ignore_ascii_case(host))
    });
    own || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
}

/// The address that the proxy in front has seen, which is the last one in the list: those before it
/// are what the client claims.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let nearest = list.rsplit(',').next()?.trim();
    let bracketed = nearest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    // Some proxies add the port: `10.0.0.1:4711`, `[2001:db8::1]:4711`.
    let with_port = || nearest.parse().ok().map(|address: SocketAddr| address.ip());
    bracketed.unwrap_or(nearest).parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    /// Any bytes that a header can have, often such as matter here.
    fn value() -> impl Strategy<Value = HeaderValue> {
        let text =
            "(http|https|ftp|null|)(://|:|/|)(games|GAMES|evil|front)?[.@:,#/ ]?(example|7474)?";
        let text = prop_oneof![
            text.prop_map(String::into_bytes),
            prop::collection::vec(any::<u8>(), 0..40)
        ];
        text.prop_filter_map("no header", |bytes| HeaderValue::from_bytes(&bytes).ok())
    }

    proptest! {
        #[test]
        fn only_two_origins_are_a_hosts_own(origin in value(), host in value()) {
            let allowed = ["https://front.example".to_owned()];
            let mut headers = HeaderMap::new();
            headers.insert(ORIGIN, origin.clone());
            headers.insert(HOST, host.clone());
            let lower = |value: &HeaderValue| value.as_bytes().to_ascii_lowercase();
            let own = ["http://", "https://"].map(|scheme| [scheme.as_bytes(), &lower(&host)].concat());
            let expected = origin.to_str().is_ok()
                && (own.contains(&lower(&origin)) || lower(&origin) == allowed[0].as_bytes());
            prop_assert_eq!(is_own_page(&headers, &allowed), expected);
        }

        #[test]
        fn whatever_a_visitor_claims_the_proxy_is_believed(
            claims in prop::collection::vec(value(), 0..4),
            claim in "[ -~]{0,40}",
            address in any::<IpAddr>(),
            port in any::<u16>(),
        ) {
            let mut headers = HeaderMap::new();
            for claim in claims {
                headers.append("x-forwarded-for", claim);
            }
            let _ = forwarded_for(&headers);
            let seen = format!("{claim}, {address}").parse().expect("a header");
            headers.append("x-forwarded-for", seen);
            prop_assert_eq!(forwarded_for(&headers), Some(address));
            let with_port = SocketAddr::new(address, port).to_string().parse().expect("a header");
            headers.append("x-forwarded-for", with_port);
            prop_assert_eq!(forwarded_for(&headers), Some(address));
        }
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|&(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .collect()
    }

    #[test]
    fn pages_of_other_sites_are_sent_away() {
        let own = |origin| {
            is_own_page(
                &headers(&[("host", "games.example:7474"), ("origin", origin)]),
                &["https://front.example".to_owned()],
            )
        };
        assert!(own("http://games.example:7474"));
        assert!(own("https://GAMES.example:7474"));
        assert!(own("https://front.example"));
        for origin in [
            "http://games.example",
            "http://evil.example",
            "null",
            "",
            "games.example:7474",
            "http://games.example:7474.evil.example",
            "file://games.example:7474",
        ] {
            assert!(!own(origin), "{origin}");
        }
        assert!(is_own_page(&headers(&[]), &[]), "not a browser");
    }

    #[test]
    fn only_the_nearest_proxy_is_believed() {
        let seen = |list| forwarded_for(&headers(&[("x-forwarded-for", list)]));
        assert_eq!(seen("6.6.6.6, 10.0.0.1"), "10.0.0.1".parse().ok());
        assert_eq!(seen("2001:db8::1"), "2001:db8::1".parse().ok());
        assert_eq!(seen("unknown"), None);
    }

    #[test]
    fn an_address_with_its_port_is_the_same_address() {
        let seen = |list| forwarded_for(&headers(&[("x-forwarded-for", list)]));
        for list in ["10.0.0.1:4711", "6.6.6.6:1, 10.0.0.1:65535", "[6::6]:6,10.0.0.1:0"] {
            assert_eq!(seen(list), "10.0.0.1".parse().ok(), "{list}");
        }
        for list in ["[2001:db8::1]:4711", "[2001:db8::1]", "6.6.6.6, [2001:db8::1]:443"] {
            assert_eq!(seen(list), "2001:db8::1".parse().ok(), "{list}");
        }
        for list in ["10.0.0.1:", "10.0.0.1:65536", "[10.0.0.1", "[2001:db8::1]4711", "[]", ":80"] {
            assert_eq!(seen(list), None, "{list}");
        }
    }
}
