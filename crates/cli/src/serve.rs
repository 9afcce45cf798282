//! `parlor serve`: the games in a browser.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, ensure};
use clap::Args;
use tokio::net::TcpListener;

/// Serve the games to browsers.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where to listen. Without it only this machine can play: at port 7474, or at any free port
    /// if that one is taken. `0.0.0.0:7474` lets everybody in the network play.
    #[arg(long, value_name = "ADDRESS", env = "PARLOR_ADDRESS")]
    address: Option<SocketAddr>,
}

/// Where people find Parlor if nobody says otherwise.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 7474);

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    ensure!(
        parlor_server::is_embedded(),
        "this program was built without the browser app: build it with `cargo xtask run`"
    );
    let runtime = tokio::runtime::Runtime::new().context("could not start the server")?;
    runtime.block_on(async {
        let listener = listen(arguments.address).await?;
        println!("Parlor is open: http://{}", listener.local_addr()?);
        println!("Press Ctrl-C to close it.");
        parlor_server::run(listener, interrupted()).await.context("the server stopped")
    })
}

async fn listen(address: Option<SocketAddr>) -> Result<TcpListener> {
    match TcpListener::bind(address.unwrap_or(USUAL)).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse && address.is_none() => {
            TcpListener::bind((USUAL.ip(), 0)).await.context("could not listen on any port")
        }
        bound => bound.with_context(|| format!("could not listen at {}", address.unwrap_or(USUAL))),
    }
}

/// Completes when somebody wants the server to stop.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
