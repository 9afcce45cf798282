//! The browser app as `cargo xtask web` made it: files, with compressed copies beside them.

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "../../target/web/bundle"]
#[allow_missing = true]
struct Bundle;

/// Whether the program was built with the browser app inside.
pub fn is_embedded() -> bool {
    Bundle::get("index.html").is_some()
}

/// Answers with a file of the app, in the smallest form that the browser takes.
pub(crate) async fn file(uri: Uri, request: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(plain) = Bundle::get(path).filter(|_| !is_copy(path)) else {
        return not_found(path, &request);
    };
    let tag = entity_tag(&plain);
    if request.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let (encoding, file) = smallest(path, plain, &request);
    let mut response = Response::builder()
        .header(CONTENT_TYPE, content_type(path))
        .header(CACHE_CONTROL, caching(path))
        .header(ETAG, tag)
        .header(VARY, ACCEPT_ENCODING.as_str());
    if let Some(encoding) = encoding {
        response = response.header(CONTENT_ENCODING, encoding);
    }
    response
        .body(Body::from(bytes(file)))
        .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// What is in a file, where it is in the program: a copy for each request would let clients that do not
/// read take as much memory as they like.
fn bytes(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

/// Answers where there is nothing: a person with a page that leads to the games, a program with a line
/// of text.
fn not_found(path: &str, request: &HeaderMap) -> Response {
    let accepted = request.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let page = Bundle::get("404.html").filter(|_| accepted.contains("text/html"));
    match page.as_ref().and_then(|page| str::from_utf8(&page.data).ok()) {
        Some(page) => {
            let headers = [(CONTENT_TYPE, content_type("404.html")), (CACHE_CONTROL, "no-cache")];
            (StatusCode::NOT_FOUND, headers, seen_from(path, page)).into_response()
        }
        None => {
            (StatusCode::NOT_FOUND, "There is nothing here. The games are at /\n").into_response()
        }
    }
}

/// The page with its addresses as a browser finds them that asked for this path. They stay relative: a
/// proxy may have the games in a folder of its own.
fn seen_from(path: &str, page: &str) -> String {
    let up = "../".repeat(path.matches('/').count());
    page.replace("=\"assets/", &format!("=\"{up}assets/"))
        .replace("=\"./\"", &format!("=\"{up}./\""))
}

/// A compressed copy is not a page of its own.
fn is_copy(path: &str) -> bool {
    COPIES.iter().any(|(_, ending)| path.ends_with(ending))
}

/// What browsers call a compression, and how the copies end; smallest first.
const COPIES: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

fn smallest(
    path: &str,
    plain: EmbeddedFile,
    request: &HeaderMap,
) -> (Option<&'static str>, EmbeddedFile) {
    let accepted = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    COPIES
        .into_iter()
        .filter(|(name, _)| accepts(accepted, name))
        .find_map(|(name, ending)| Some((Some(name), Bundle::get(&format!("{path}{ending}"))?)))
        .unwrap_or((None, plain))
}

/// Whether a list such as `gzip, br;q=0.5, zstd;q=0` has the encoding and does not refuse it.
fn accepts(list: &str, encoding: &str) -> bool {
    list.split(',').any(|entry| {
        let (name, quality) = entry.split_once(';').unwrap_or((entry, ""));
        let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// Files under `assets` have their fingerprint in their name and never change.
fn caching(path: &str) -> &'static str {
    if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Changes whenever the file does; half of its hash is enough for that.
fn entity_tag(file: &EmbeddedFile) -> String {
    let half = file.metadata.sha256_hash().first_chunk().copied().unwrap_or_default();
    format!("\"{:032x}\"", u128::from_be_bytes(half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_for_nothing_finds_its_way_up() {
        let page = r#"<link href="assets/a.css"><a href="./">"#;
        assert_eq!(seen_from("gone", page), page);
        let deep = r#"<link href="../../assets/a.css"><a href="../.././">"#;
        assert_eq!(seen_from("a/b/gone", page), deep);
    }

    #[test]
    fn no_file_is_copied_to_be_served() {
        for path in Bundle::iter() {
            let file = Bundle::get(&path).expect("it is listed");
            let place = file.data.as_ptr();
            assert_eq!(bytes(file).as_ptr(), place, "{path}");
        }
    }

    #[test]
    fn encodings_are_taken_only_where_they_are_wanted() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("GZIP;q=0.5", "gzip"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("", "br"));
        assert!(!accepts("brotli", "br"));
    }
}
