//! Players of a boardgame.io server: the same load for what Parlor is measured against.
//!
//! It speaks socket.io, of which this is as much as is needed: a text message begins with two
//! digits, `40` to enter a namespace and `42` for an event, which is a JSON array; `2` is a ping.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::game::{Player, Seats, Wanted};
use crate::process::Process;
use crate::websocket::WebSocket;

/// How many tables are set at once.
const AT_ONCE: usize = 32;

/// Starts the server, with the packages of npm that are in this folder.
///
/// # Errors
/// If it does not start.
pub fn start(packages: &Path) -> Result<(Process, SocketAddr)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/load/boardgame.cjs");
    Process::serve(Command::new("node").arg(script).arg(packages).env("NODE_ENV", "production"))
}

/// A player who plays on and on against the same opponent.
pub struct Guest {
    socket: WebSocket,
    seat: Seat,
    state: State,
    /// The state that something was done in which has not been answered yet.
    acted_in: Option<u64>,
    luck: fastrand::Rng,
}

/// A seat.
struct Seat {
    table: String,
    number: usize,
}

/// As much as is needed of what the server tells about a game.
#[derive(Deserialize)]
struct State {
    #[serde(rename = "G")]
    board: Board,
    ctx: Turn,
    #[serde(rename = "_stateID")]
    id: u64,
}

#[derive(Deserialize)]
struct Board {
    slots: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Turn {
    current_player: String,
}

/// Sets tables, each with two players. A table exists when the first player connects.
///
/// # Errors
/// If the server does not play along.
pub async fn sit_down(server: SocketAddr, tables: usize, seed: u64) -> Result<Seats<Guest>> {
    stream::iter(0..tables as u64)
        .map(|number| async move {
            let table = format!("table-{number}");
            let mut luck = fastrand::Rng::with_seed(seed ^ number);
            let one = Seat { table: table.clone(), number: 0 };
            let two = Seat { table, number: 1 };
            Ok([enter(server, one, luck.fork()).await?, enter(server, two, luck).await?])
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await
}

async fn enter(server: SocketAddr, seat: Seat, luck: fastrand::Rng) -> Result<Guest> {
    let path = "/socket.io/?EIO=4&transport=websocket";
    let mut socket = WebSocket::connect(server, path).await?;
    let Seat { table, number } = &seat;
    let hello = format!(r#"42/gems,["sync","{table}","{number}",null,2]"#);
    socket.send(Message::text("40/gems,")).await?;
    // What is said before the answer is not heard.
    while !next_text(&mut socket).await?.starts_with("40/gems,") {}
    socket.send(Message::text(hello)).await?;
    loop {
        if let Some(state) = receive(&mut socket).await? {
            return Ok(Guest { socket, seat, state, acted_in: None, luck });
        }
    }
}

/// Waits for a message, and reads the state if it holds one.
async fn receive(socket: &mut WebSocket) -> Result<Option<State>> {
    let text = next_text(socket).await?;
    if text == "2" {
        socket.send(Message::text("3")).await?;
        return Ok(None);
    }
    let Some(event) = text.strip_prefix("42/gems,") else { return Ok(None) };
    if event.starts_with("[\"update\"") {
        let (_, _, state, _): (&str, &str, State, IgnoredAny) = serde_json::from_str(event)?;
        return Ok(Some(state));
    }
    if event.starts_with("[\"sync\"") {
        let (_, _, Sync { state }): (&str, &str, Sync) = serde_json::from_str(event)?;
        return Ok(Some(state));
    }
    Ok(None)
}

async fn next_text(socket: &mut WebSocket) -> Result<Utf8Bytes> {
    match socket.receive().await {
        Ok(Message::Text(text)) => Ok(text),
        _ => bail!("the connection was lost"),
    }
}

/// What the server says when a player connects.
#[derive(Deserialize)]
struct Sync {
    state: State,
}

impl Guest {
    /// Whether it is their turn.
    fn is_next(&self) -> bool {
        self.state.ctx.current_player.parse() == Ok(self.seat.number)
    }
}

impl Player for Guest {
    fn next(&mut self) -> Option<Wanted> {
        (self.is_next() && self.acted_in != Some(self.state.id)).then_some(Wanted::Move)
    }

    async fn act(&mut self) -> Result<()> {
        let Seat { table, number } = &self.seat;
        let mine = &self.state.board.slots[number * 7..][..6];
        let pits = (0..mine.len()).filter(|&pit| mine[pit] > 0);
        let pit = self.luck.choice(pits.collect::<Vec<_>>()).context("there is a move")?;
        self.acted_in = Some(self.state.id);
        let state = self.state.id;
        let payload =
            format!(r#"{{"type":"sow","args":[{pit}],"playerID":"{number}","credentials":null}}"#);
        let action = format!(r#"{{"type":"MAKE_MOVE","payload":{payload}}}"#);
        let event = format!(r#"42/gems,["update",{action},{state},"{table}","{number}"]"#);
        Ok(self.socket.send(Message::text(event)).await?)
    }

    async fn hear(&mut self) -> Result<usize> {
        let Some(state) = receive(&mut self.socket).await? else { return Ok(0) };
        // A state that was heard of before is sent again to a player who has just connected.
        if state.id <= self.state.id {
            return Ok(0);
        }
        let by_other = !self.is_next();
        self.state = state;
        Ok(usize::from(by_other))
    }
}
