use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parlor_protocol::message::SeatKey;
use parlor_server::{Config, Database};
use serde_json::Value;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use ureq::http::{Request, Response};

use crate::database::TestDatabase;

/// A server on a runtime of its own, so that it can crash: then everything in it stops at once.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    database: Arc<TestDatabase>,
    change: fn(&mut Config),
    running: Option<Running>,
}

struct Running {
    runtime: Runtime,
    stop: oneshot::Sender<()>,
    done: JoinHandle<Result<(), parlor_server::RunError>>,
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// A server where tables expire at once at which no move was played.
    pub(crate) async fn start_with_expiry() -> Self {
        Self::start_with(|config| {
            config.unload_every = Duration::from_millis(20);
            config.expire_every = Duration::ZERO;
            config.unload_after = Duration::ZERO;
            config.expire_unplayed_after = Duration::ZERO;
        })
        .await
    }

    /// Starts a server that differs from the usual one.
    pub(crate) async fn start_with(change: fn(&mut Config)) -> Self {
        Self::on(Arc::new(TestDatabase::new()), change).await
    }

    /// Starts two servers that share a database, which differ from the usual one.
    pub(crate) async fn start_two(change: fn(&mut Config)) -> [Self; 2] {
        let database = Arc::new(TestDatabase::postgres());
        [Self::on(database.clone(), change).await, Self::on(database, change).await]
    }

    /// Starts a server on this database.
    pub(crate) async fn on(database: Arc<TestDatabase>, change: fn(&mut Config)) -> Self {
        let nowhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut host = Self { address: nowhere, database, change, running: None };
        host.open().await;
        host
    }

    /// Opens the server again, with the same database, at a port of its own.
    pub(crate) async fn open(&mut self) {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime can be started");
        let mut config = Config::new(self.database.location());
        config.tables_per_minute = 0;
        config.connections_per_minute = 0;
        config.connections_per_address = 0;
        config.requests_per_minute = 0;
        config.events_per_hour = 0;
        config.asides = u32::MAX;
        config.messages_per_second = 1_000.try_into().expect("not zero");
        (self.change)(&mut config);
        let (address, bound) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let done = runtime.spawn(async move {
            let listener = listen().expect("a free port");
            address
                .send(listener.local_addr().expect("an address"))
                .expect("the test waits for it");
            let served = parlor_server::run(listener, config, async {
                let _ = stopped.await;
            })
            .await;
            if let Err(error) = &served {
                eprintln!("the server failed: {error}");
            }
            served
        });
        self.address = bound.await.expect("the server has begun");
        self.running = Some(Running { runtime, stop, done });
    }

    /// Has a server that is closed use another database.
    pub(crate) fn move_to(&mut self, database: Arc<TestDatabase>) {
        self.database = database;
    }

    /// Where its database is.
    pub(crate) fn location(&self) -> Database {
        self.database.location()
    }

    /// The file of the database, for tests that are about files.
    pub(crate) fn file(&self) -> PathBuf {
        self.database.file()
    }

    /// Everything in the database of a server that is closed.
    pub(crate) fn database_content(&self) -> Vec<u8> {
        self.database.content()
    }

    /// Asks the server to stop, and waits until it has.
    pub(crate) async fn close(&mut self) {
        let Running { runtime, stop, done } = self.running.take().expect("the server runs");
        stop.send(()).expect("the server listens");
        done.await.expect("the server ends").expect("nothing failed");
        runtime.shutdown_background();
    }

    /// Stops everything in the server where it stands.
    pub(crate) async fn crash(&mut self) {
        let Running { runtime, .. } = self.running.take().expect("the server runs");
        runtime.shutdown_background();
        // What was handed to the database before is still carried out, on threads or in processes of
        // its own. A program that has crashed does nothing after the next one has begun: so this
        // waits for them.
        self.database.is_quiet().await;
    }

    /// Stops everything in the server where it stands, and does not wait for what it had begun.
    pub(crate) fn kill(&mut self) {
        let Running { runtime, .. } = self.running.take().expect("the server runs");
        runtime.shutdown_background();
    }

    /// Sends a request and gives back status and body.
    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, String) {
        self.request(path, &[], body.to_string().into()).await
    }

    pub(crate) async fn request(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
        body: Vec<u8>,
    ) -> (u16, String) {
        let mut request = Request::post(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body).expect("a request");
        tokio::task::spawn_blocking(move || {
            let mut response = agent().run(request).expect("an answer");
            let text = response.body_mut().read_to_string().expect("text");
            (response.status().as_u16(), text)
        })
        .await
        .expect("the request is made")
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, String) {
        let response = self.fetch("GET", path, &[]).await;
        (response.status().as_u16(), response.into_body())
    }

    /// Sends a request without a body, and gives back the whole answer.
    pub(crate) async fn fetch(
        &self,
        method: &str,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Response<String> {
        let request = Request::builder().method(method);
        let mut request = request.uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a request");
        tokio::task::spawn_blocking(move || {
            let (parts, mut body) = agent().run(request).expect("an answer").into_parts();
            Response::from_parts(parts, body.read_to_string().expect("text"))
        })
        .await
        .expect("the request is made")
    }

    /// Sets a table, and gives back the seat of its first player.
    pub(crate) async fn set(&self, body: Value) -> SeatKey {
        let (status, text) = self.post("/api/tables", body).await;
        assert_eq!(status, 200, "{text}");
        text.trim_end().parse().expect("a seat")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(Running { runtime, .. }) = self.running.take() {
            runtime.shutdown_background();
        }
    }
}

/// A listener whose connections have so little room on the way that it shows who does not read.
fn listen() -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.set_send_buffer_size(64 * 1024)?;
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    socket.listen(1024)
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).build().into()
}
