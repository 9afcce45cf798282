use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{copy, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

/// The network between one person and the server, which can be cut. Browsers only pretend to be
/// offline: what is connected stays connected.
pub struct Cable {
    address: SocketAddr,
    state: Arc<watch::Sender<State>>,
    /// The cable's own, so that nothing goes through it any more when it is gone.
    runtime: Option<Runtime>,
}

/// What a cable does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Whole,
    /// What the person says arrives; what they would hear does not.
    Deaf,
    Cut,
}

impl Cable {
    pub(crate) fn to(server: SocketAddr) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime can be started");
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.expect("some port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = Arc::new(watch::Sender::new(State::Whole));
        runtime.spawn(forward(listener, server, Arc::clone(&state)));
        Self { address, state, runtime: Some(runtime) }
    }

    /// Where the server seems to be.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Cuts the cable: whatever goes through it ends, and nothing new does.
    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// From now on nothing comes back from the server on what is connected.
    pub fn swallow_answers(&self) {
        self.state.send_replace(State::Deaf);
    }

    /// Mends it.
    pub fn mend(&self) {
        self.state.send_replace(State::Whole);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn forward(listener: TcpListener, server: SocketAddr, state: Arc<watch::Sender<State>>) {
    while let Ok((mut near, _)) = listener.accept().await {
        let mut state = state.subscribe();
        tokio::spawn(async move {
            if *state.borrow() == State::Cut {
                return;
            }
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => return,
                _ = state.wait_for(|state| *state != State::Whole) => {}
            }
            let (mut from_near, _to_near) = near.split();
            let (_from_far, mut to_far) = far.split();
            tokio::select! {
                _ = copy(&mut from_near, &mut to_far) => {}
                _ = state.wait_for(|state| *state != State::Deaf) => {}
            }
        });
    }
}
