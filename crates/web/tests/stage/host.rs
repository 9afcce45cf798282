//! A static host, as plain as the plainest that the app has to work on.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use axum::Router;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tower_http::services::ServeDir;

/// Serves a copy of the app under a sub-path. The copy can be changed, as a new version would.
pub(crate) struct Host {
    folder: TempDir,
    address: SocketAddr,
    /// The host's own, so that stopping it closes every connection at once.
    runtime: Option<Runtime>,
}

impl Host {
    /// Starts serving the app that `cargo xtask site` made.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        copy(&site(), folder.path());

        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
        listener.set_nonblocking(true).expect("a listener can be asynchronous");
        let address = listener.local_addr().expect("a bound listener has an address");
        let app = Router::new().nest_service("/some/folder", ServeDir::new(folder.path()));
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime can be started");
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, app).await
        });
        Host { folder, address, runtime: Some(runtime) }
    }

    /// Where the app is.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/some/folder/", self.address)
    }

    /// Replaces text in a file of the app.
    #[track_caller]
    pub(crate) fn change(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path).expect("the file is there");
        assert!(text.contains(from), "{file} does not contain {from}");
        fs::write(path, text.replace(from, to)).expect("the file can be written");
    }

    /// From now on nobody answers.
    pub(crate) fn stop(&mut self) {
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

fn site() -> PathBuf {
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web/site");
    assert!(
        site.join("index.html").exists(),
        "the browser app has not been made: run `cargo xtask site` first"
    );
    site
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
