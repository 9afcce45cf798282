use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

/// The network between one person and the server, which can be cut. Browsers only pretend to be
/// offline: what is connected stays connected.
pub struct Cable {
    address: SocketAddr,
    whole: Arc<watch::Sender<bool>>,
    /// The cable's own, so that nothing goes through it any more when it is gone.
    runtime: Option<Runtime>,
}

impl Cable {
    pub(crate) fn to(server: SocketAddr) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime can be started");
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.expect("some port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let whole = Arc::new(watch::Sender::new(true));
        runtime.spawn(forward(listener, server, Arc::clone(&whole)));
        Self { address, whole, runtime: Some(runtime) }
    }

    /// Where the server seems to be.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Cuts the cable: whatever goes through it ends, and nothing new does.
    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    /// Mends it.
    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn forward(listener: TcpListener, server: SocketAddr, whole: Arc<watch::Sender<bool>>) {
    while let Ok((mut near, _)) = listener.accept().await {
        let mut whole = whole.subscribe();
        tokio::spawn(async move {
            if !*whole.borrow() {
                return;
            }
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => {}
                _ = whole.wait_for(|whole| !whole) => {}
            }
        });
    }
}
