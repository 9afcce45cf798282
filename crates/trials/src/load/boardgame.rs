//! Players of a boardgame.io server: the same load for what Parlor is measured against.
//!
//! It speaks socket.io, of which this is as much as is needed: a text message begins with two
//! digits, `40` to enter a namespace and `42` for an event, which is a JSON array; `2` is a ping.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::game::{Player, Seats, Wanted};
use crate::client::small;
use crate::process::Process;

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

/// Somebody who plays on and on against the same opponent.
pub struct Guest {
    socket: WebSocketStream<TcpStream>,
    seat: Seat,
    state: State,
    /// The state that something was done in which has not been answered yet.
    acted_in: Option<u64>,
    luck: fastrand::Rng,
}

/// Where somebody sits.
struct Seat {
    table: String,
    number: usize,
    token: String,
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

/// Sets tables, each with two players.
///
/// # Errors
/// If the server does not play along.
pub async fn sit_down(server: SocketAddr, tables: usize, seed: u64) -> Result<Seats<Guest>> {
    let agent = ureq::Agent::new_with_defaults();
    stream::iter(0..tables as u64)
        .map(|number| {
            let agent = agent.clone();
            async move {
                let set = move || set_table(&agent, server);
                let [one, two] = tokio::task::spawn_blocking(set).await??;
                let mut luck = fastrand::Rng::with_seed(seed ^ number);
                Ok([enter(server, one, luck.fork()).await?, enter(server, two, luck).await?])
            }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await
}

fn set_table(agent: &ureq::Agent, server: SocketAddr) -> Result<[Seat; 2]> {
    let post = |path: &str, body: Value| -> Result<Value> {
        let url = format!("http://{server}/games/gems/{path}");
        let request = agent.post(url).content_type("application/json");
        let answer = request.send(body.to_string())?.into_body().read_to_string()?;
        Ok(serde_json::from_str(&answer)?)
    };
    let made = post("create", json!({ "numPlayers": 2 }))?;
    let table = made["matchID"].as_str().context("a table has a name")?.to_owned();
    let sit = |number: usize| {
        let who = json!({ "playerID": number.to_string(), "playerName": "Ada" });
        let joined = post(&format!("{table}/join"), who)?;
        let token = joined["playerCredentials"].as_str().context("a seat has a key")?.to_owned();
        anyhow::Ok(Seat { table: table.clone(), number, token })
    };
    Ok([sit(0)?, sit(1)?])
}

async fn enter(server: SocketAddr, seat: Seat, luck: fastrand::Rng) -> Result<Guest> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{server}/socket.io/?EIO=4&transport=websocket");
    let (mut socket, _) = client_async_with_config(url, stream, Some(small())).await?;
    let hello = json!(["sync", seat.table, seat.number.to_string(), seat.token, 2]);
    socket.send(Message::text("40/gems,")).await?;
    socket.send(Message::text(format!("42/gems,{hello}"))).await?;
    loop {
        if let Some(state) = receive(&mut socket).await? {
            return Ok(Guest { socket, seat, state, acted_in: None, luck });
        }
    }
}

/// Waits for a message, and reads the state if it holds one.
async fn receive(socket: &mut WebSocketStream<TcpStream>) -> Result<Option<State>> {
    let text = match socket.next().await {
        Some(Ok(Message::Text(text))) => text,
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(None),
        _ => bail!("the connection was lost"),
    };
    if text == "2" {
        socket.send(Message::text("3")).await?;
        return Ok(None);
    }
    let Some(event) = text.strip_prefix("42/gems,") else { return Ok(None) };
    if event.starts_with("[\"update\"") {
        let (_, _, state, _): (&str, &str, State, Value) = serde_json::from_str(event)?;
        return Ok(Some(state));
    }
    if event.starts_with("[\"sync\"") {
        let (_, _, Sync { state }): (&str, &str, Sync) = serde_json::from_str(event)?;
        return Ok(Some(state));
    }
    Ok(None)
}

/// What the server says when somebody comes.
#[derive(Deserialize)]
struct Sync {
    state: State,
}

impl Player for Guest {
    fn next(&mut self) -> Option<Wanted> {
        let mine = self.state.ctx.current_player == self.seat.number.to_string();
        (mine && self.acted_in != Some(self.state.id)).then_some(Wanted::Move)
    }

    async fn act(&mut self) -> Result<()> {
        let Seat { table, number, token } = &self.seat;
        let mine = &self.state.board.slots[number * 7..][..6];
        let pits = (0..mine.len()).filter(|&pit| mine[pit] > 0);
        let pit = self.luck.choice(pits.collect::<Vec<_>>()).context("somebody can move")?;
        self.acted_in = Some(self.state.id);
        let player = number.to_string();
        let payload =
            json!({ "type": "sow", "args": [pit], "playerID": player, "credentials": token });
        let action = json!({ "type": "MAKE_MOVE", "payload": payload });
        let event = json!(["update", action, self.state.id, table, player]);
        Ok(self.socket.send(Message::text(format!("42/gems,{event}"))).await?)
    }

    async fn hear(&mut self) -> Result<usize> {
        let Some(state) = receive(&mut self.socket).await? else { return Ok(0) };
        // A state that was heard of before is told again to whoever has just come.
        if state.id <= self.state.id {
            return Ok(0);
        }
        let by_other = self.state.ctx.current_player != self.seat.number.to_string();
        self.state = state;
        Ok(usize::from(by_other))
    }
}
