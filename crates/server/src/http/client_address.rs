//! Who sends a request, as far as that can be known.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use parlor_protocol::message::Reason;

use crate::http::error::Refused;
use crate::tables::Room;

/// Somebody whose browser shows this site's own page, or who uses no browser at all.
///
/// A browser tells which page a request comes from. A page of another site has no business here:
/// it could play in its visitors' names.
pub(crate) struct Visitor {
    pub(crate) address: IpAddr,
}

impl FromRequestParts<Arc<Room>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, room: &Arc<Room>) -> Result<Self, Refused> {
        if !is_own_page(&parts.headers, &room.config.origins) {
            return Err(Reason::Origin.into());
        }
        let forwarded = room.config.behind_proxy.then(|| forwarded_for(&parts.headers)).flatten();
        let connected = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = forwarded.or_else(|| connected.map(|info| info.0.ip()));
        Ok(Self { address: address.ok_or(Reason::Failed)? })
    }
}

/// A visitor who may set one more table now.
///
/// It is decided before the body of their request is waited for. Whoever sends nonsense, or nothing
/// at all, has used up a request all the same.
pub(crate) struct MaySetTable;

impl FromRequestParts<Arc<Room>> for MaySetTable {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, room: &Arc<Room>) -> Result<Self, Refused> {
        let visitor = Visitor::from_request_parts(parts, room).await?;
        room.tables_from.check(visitor.address)?;
        Ok(Self)
    }
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
/// are whatever the visitor claims.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
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
        ) {
            let mut headers = HeaderMap::new();
            for claim in claims {
                headers.append("x-forwarded-for", claim);
            }
            let _ = forwarded_for(&headers);
            let seen = format!("{claim}, {address}").parse().expect("a header");
            headers.append("x-forwarded-for", seen);
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
}
