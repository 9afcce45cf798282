//! The server on a real listener.

use std::net::SocketAddr;

use parlor_server::Listeners;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Runs `visit` against a server of its own, then stops the server and waits for its end.
async fn with_server(visit: impl FnOnce(SocketAddr) + Send + 'static) {
    let (listener, address) = listen().await;
    serve(listener, move || visit(address)).await;
}

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound listener");
    (listener, address)
}

async fn serve(
    listeners: impl Into<Listeners> + Send + 'static,
    visit: impl FnOnce() + Send + 'static,
) {
    let (stop, stopped) = oneshot::channel::<()>();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let config = parlor_server::Config::new(folder.path().join("parlor.db"));
    let server = tokio::spawn(parlor_server::run(listeners, config, async {
        let _ = stopped.await;
    }));
    tokio::task::spawn_blocking(visit).await.expect("the visit succeeds");
    stop.send(()).expect("the server still runs");
    server.await.expect("the server ends").expect("the listener did not fail");
}

fn get(address: SocketAddr, path: &str, accept: &str) -> ureq::http::Response<ureq::Body> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    agent
        .get(format!("http://{address}{path}"))
        .header("accept-encoding", accept)
        .call()
        .expect("an answer")
}

#[tokio::test]
async fn it_says_that_it_is_well() {
    with_server(|address| {
        let mut response = get(address, "/health", "identity");
        assert_eq!(response.status(), 200);
        assert_eq!(response.body_mut().read_to_string().expect("text"), "ok\n");
    })
    .await;
}

#[tokio::test]
async fn what_it_counts_can_have_an_address_of_its_own() {
    let ((games, players), (metrics, watch)) = (listen().await, listen().await);
    serve(Listeners { games, metrics: Some(metrics), bots: None }, move || {
        assert_eq!(get(players, "/metrics", "identity").status(), 404, "not where people play");
        let mut response = get(watch, "/metrics", "identity");
        let text = response.body_mut().read_to_string().expect("text");
        assert!(text.contains("parlor_tables_set_total 0\n"), "{text}");
        assert_eq!(get(watch, "/health", "identity").status(), 200);
        for path in ["/", "/api", "/api/tables", "/sw.js"] {
            assert_eq!(get(watch, path, "identity").status(), 404, "{path}");
        }
    })
    .await;
    with_server(|address| {
        assert_eq!(get(address, "/metrics", "identity").status(), 200);
    })
    .await;
}

#[tokio::test]
async fn every_answer_carries_the_policy() {
    with_server(|address| {
        for path in ["/", "/health", "/nothing/here", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
            let response = get(address, path, "identity");
            let policy = response.headers().get("content-security-policy").expect("a policy");
            assert!(policy.to_str().expect("text").contains("default-src 'self'"), "{path}");
            assert_eq!(response.headers()["x-content-type-options"], "nosniff", "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    with_server(|address| {
        for path in ["/nothing", "/assets/", "/index.html.br", "/../../../etc/passwd"] {
            assert_eq!(get(address, path, "identity").status(), 404, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_app_is_served_in_its_smallest_form_and_kept() {
    assert!(
        parlor_server::is_embedded(),
        "there is no browser app to serve: make it with `cargo xtask web`, then test again"
    );
    with_server(|address| {
        let plain = get(address, "/", "identity");
        assert_eq!(plain.status(), 200);
        assert_eq!(plain.headers()["content-type"], "text/html; charset=utf-8");
        assert_eq!(plain.headers()["cache-control"], "no-cache");
        assert!(plain.headers().get("content-encoding").is_none());

        let page = plain.into_body().read_to_string().expect("a page");
        let start = page.find("assets/start").expect("the page starts a script");
        let asset = page[start..].split('"').next().expect("an address");
        for (accepted, encoding) in [("gzip, br", "br"), ("gzip", "gzip")] {
            let response = get(address, &format!("/{asset}"), accepted);
            assert_eq!(response.status(), 200, "{asset}");
            assert_eq!(response.headers()["content-encoding"], encoding);
            assert_eq!(response.headers()["vary"], "accept-encoding");
            assert!(
                response.headers()["cache-control"].to_str().expect("text").contains("immutable")
            );
        }
    })
    .await;
}
