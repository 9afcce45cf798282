use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use parlor_server::Config;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The real server, with a database of its own. It can be stopped and started again.
pub struct Server {
    folder: TempDir,
    address: SocketAddr,
    running: Option<Running>,
}

struct Running {
    runtime: Runtime,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), parlor_server::RunError>>,
}

/// Where it stores games, unless it is told otherwise.
const DATABASE: &str = "parlor.db";

impl Server {
    /// Starts a server on a free port.
    ///
    /// # Panics
    /// If nothing can be served on this machine.
    pub fn start() -> Self {
        assert!(parlor_server::is_embedded(), "make the browser app first: `cargo xtask web`");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut server = Self { folder, address, running: None };
        server.serve(listener, DATABASE);
        server
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the server as its operator would: all clients are told to reconnect.
    ///
    /// # Panics
    /// If it does not end well.
    pub fn stop(&mut self) {
        if let Some(Running { runtime, stop, served }) = self.running.take() {
            let _ = stop.send(());
            let served = runtime
                .block_on(async { tokio::time::timeout(Duration::from_secs(30), served).await });
            served.expect("it ends").expect("without a panic").expect("without an error");
        }
    }

    /// Ends the server in the middle of whatever it does. No client is told anything.
    pub fn crash(&mut self) {
        if let Some(Running { runtime, .. }) = self.running.take() {
            runtime.shutdown_background();
        }
    }

    /// Starts it again, at the same address and with what it has stored.
    ///
    /// # Panics
    /// If the address is taken.
    pub fn start_again(&mut self) {
        self.start_with(DATABASE);
    }

    /// Starts it again with another database, as its operator may by mistake.
    ///
    /// # Panics
    /// If the address is taken.
    pub fn start_with(&mut self, database: &str) {
        let listener = TcpListener::bind(self.address).expect("the port is free again");
        self.serve(listener, database);
    }

    /// Copies the database of a server that is stopped.
    ///
    /// # Panics
    /// If that cannot be done.
    pub fn copy_database(&self, copy: &str) {
        let [from, to] = [DATABASE, copy].map(|name| self.folder.path().join(name));
        std::fs::copy(from, to).expect("a copy can be made");
    }

    /// Sends a request as a program would, and gives the body of the answer.
    ///
    /// # Panics
    /// If there is none.
    pub fn post(&self, path: &str, body: &str) -> String {
        let mut answer =
            ureq::post(format!("http://{}/{path}", self.address)).send(body).expect("an answer");
        answer.body_mut().read_to_string().expect("text")
    }

    fn serve(&mut self, listener: TcpListener, database: &str) {
        listener.set_nonblocking(true).expect("a listener can be asynchronous");
        let config = Config {
            tables_per_minute: 0,
            connections_per_minute: 0,
            connections_per_address: 0,
            reconnect_after: Duration::from_millis(100),
            ..Config::new(self.folder.path().join(database))
        };
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime can be started");
        let (stop, stopped) = oneshot::channel();
        let served = runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            parlor_server::run(listener, config, async {
                let _ = stopped.await;
            })
            .await
        });
        self.running = Some(Running { runtime, stop, served });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.crash();
    }
}
