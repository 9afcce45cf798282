use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::Router;
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tower_http::services::ServeDir;

/// A static host, as plain as the plainest that the app has to work on.
///
/// It serves a copy of the app under a sub-path. The copy can be changed, as a new version would.
pub struct Host {
    folder: TempDir,
    address: SocketAddr,
    sent: Arc<Mutex<BTreeMap<String, u64>>>,
    /// The host's own, so that stopping it closes every connection at once.
    runtime: Option<Runtime>,
}

impl Host {
    /// Starts serving the app, with the compressed copy of each file to browsers that accept it.
    ///
    /// # Panics
    /// If the app has not been made, or nothing can be served on this machine.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        copy(&bundle(), folder.path());

        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
        listener.set_nonblocking(true).expect("a listener can be asynchronous");
        let address = listener.local_addr().expect("a bound listener has an address");
        let files = ServeDir::new(folder.path()).precompressed_br().precompressed_gzip();
        let sent = Arc::new(Mutex::new(BTreeMap::new()));
        let weigh = {
            let sent = Arc::clone(&sent);
            move |request, next| weigh(Arc::clone(&sent), request, next)
        };
        let app = Router::new().nest_service("/some/folder", files).layer(from_fn(weigh));
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime can be started");
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, app).await
        });
        Self { folder, address, sent, runtime: Some(runtime) }
    }

    /// Where the app is.
    pub fn url(&self) -> String {
        format!("{}/some/folder/", self.origin())
    }

    /// The part of every address that is this host's.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The files that were sent so far and their sizes, compressed where the browser takes that.
    pub fn sent(&self) -> BTreeMap<String, u64> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces text in a file of the app.
    ///
    /// # Panics
    /// If the file does not contain it.
    #[track_caller]
    pub fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path).expect("the file is there");
        assert!(text.contains(from), "{file} does not contain {from}");
        fs::write(path, text.replace(from, to)).expect("the file can be written");
        for compressed in ["br", "gz"] {
            let _ = fs::remove_file(self.folder.path().join(format!("{file}.{compressed}")));
        }
    }

    /// From now on requests get no answer.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        while TcpStream::connect(self.address).is_ok() {
            thread::yield_now();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Notes what is sent.
async fn weigh(sent: Arc<Mutex<BTreeMap<String, u64>>>, request: Request, next: Next) -> Response {
    let file = request.uri().path().to_owned();
    let response = next.run(request).await;
    let length = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if let Some(length) = length.and_then(|length| length.parse().ok()) {
        sent.lock().unwrap_or_else(PoisonError::into_inner).insert(file, length);
    }
    response
}

fn bundle() -> PathBuf {
    let bundle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web/bundle");
    assert!(
        bundle.join("index.html").exists(),
        "the browser app has not been made: run `cargo xtask web` first"
    );
    bundle
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the app's folder can be read") {
        let entry = entry.expect("the app's folder can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}
