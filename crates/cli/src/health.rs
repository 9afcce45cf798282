//! `parlor health`: whether a server is up and can store games, for scripts and containers.

use std::net::SocketAddr;

use anyhow::Result;
use clap::Args;

use crate::refusal::Failure;
use crate::remote::{self, Server};
use crate::serve;

/// Ask a server whether it is healthy: exit code 0 if it is, 1 if not.
///
/// By default this is the server on this machine, at the address that `parlor serve` listens at.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A server elsewhere, such as `https://games.example`.
    #[arg(value_name = "URL")]
    server: Option<Server>,

    /// Where the server on this machine listens: what `parlor serve` was told.
    #[arg(long, value_name = "ADDRESS", env = "PARLOR_ADDRESS", default_value_t = serve::USUAL)]
    address: SocketAddr,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let local = || Server::listening_at(arguments.address);
    let server = arguments.server.clone().unwrap_or_else(local);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let health = runtime.block_on(remote::health(&server)).map_err(|why| why.at(&server))?;
    let wrong = health
        .map_err(|why| Failure::new(format!("the server at {server} is not healthy: {why}")))?;
    match wrong {
        None => println!("The server at {server} is healthy."),
        Some(wrong) => println!("The server at {server} is healthy, but {wrong}."),
    }
    Ok(())
}
