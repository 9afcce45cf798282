//! Bots by the Kalah Game Protocol: our engine as one, on any server of it.
//!
//! - `address`: where a server is
//! - `wire`: lines to it and from it, over TCP or a WebSocket
//! - `thinker`: the engine, which finds better and better moves until it is stopped
//! - `connect`: `parlor kgp connect`

mod address;
mod connect;
mod thinker;
pub(crate) mod wire;

use anyhow::Result;
use clap::{Args, Subcommand};
use parlor_rules::Level;
use parlor_wording::terminal::kgp;

/// Play on servers of the Kalah Game Protocol
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Connect(connect::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Connect(arguments) => connect::run(arguments),
    }
}

/// Reads a level of the computer.
pub(crate) fn parse_level(text: &str) -> Result<Level, &'static str> {
    text.parse().ok().and_then(Level::new).ok_or(kgp::wanted_level())
}
