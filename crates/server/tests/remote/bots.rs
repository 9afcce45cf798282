//! Bots by the Kalah Game Protocol, over the WebSocket of the page's address.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_kgp::{Board, ClientHeard, ClientSession, GameOutcome, Line, Mode, Setting};
use parlor_protocol::TableId;
use parlor_rules::mancala::Pit;
use parlor_rules::{AnyRecord, Choice, Game as _, Level, Outcome, Player, Ply};
use parlor_server::{BotConfig, Config};
use parlor_table::{Ending, Phase};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::{Client, LONG};
use crate::host::Host;

/// A bot that plays the first legal move.
struct Bot {
    socket: WebSocketStream<TcpStream>,
    session: ClientSession,
}

/// A game as the bot has known it.
struct BotGame {
    id: String,
    opponent: String,
    /// The boards that it was asked about, and what it played.
    moves: Vec<(Board, Pit)>,
    outcome: GameOutcome,
}

impl Bot {
    async fn connect(host: &Host, name: &str) -> Self {
        let stream = TcpStream::connect(host.address).await.expect("the server listens");
        let url = format!("ws://{}/socket", host.address);
        let (socket, _) = client_async(url, stream).await.expect("a socket for bots");
        let session = ClientSession::new(Mode::Freeplay, Some(name.to_owned()), None);
        Self { socket, session }
    }

    async fn next(&mut self) -> ClientHeard {
        loop {
            while let Some(line) = self.session.next_line() {
                let line = format!("{line}\r\n");
                self.socket.send(Message::text(line)).await.expect("the server listens");
            }
            let said = timeout(LONG, self.socket.next()).await.expect("the server says something");
            let Some(Ok(Message::Text(text))) = said else { panic!("{said:?}") };
            let line = text.strip_suffix("\r\n").expect("a message is a whole line");
            let id = line.parse::<Line>().expect("a line of the protocol").id;
            assert!(id.is_some_and(|id| id % 2 == 0), "{line}");
            if let Some(heard) = self.session.received(line) {
                return heard;
            }
        }
    }

    /// Plays until a game is over.
    async fn play_game(&mut self) -> BotGame {
        let (mut id, mut opponent, mut moves) = (String::new(), String::new(), Vec::new());
        loop {
            match self.next().await {
                ClientHeard::Asked { state, board } => {
                    let pit = board.position().moves().next().expect("a legal move");
                    moves.push((board, pit));
                    self.session.play(state, pit);
                    self.session.give_way(state);
                }
                ClientHeard::Set(Setting::Game(game)) => id = game,
                ClientHeard::Set(Setting::Opponent(name)) => opponent = name,
                ClientHeard::Set(Setting::Outcome(outcome)) => {
                    return BotGame { id, opponent, moves, outcome };
                }
                ClientHeard::Set(_) | ClientHeard::Stopped(_) => {}
                other @ (ClientHeard::Checked(_)
                | ClientHeard::Complained(_)
                | ClientHeard::Declined(_)
                | ClientHeard::OtherVersion(_)
                | ClientHeard::Ended) => panic!("{other:?}"),
            }
        }
    }
}

impl BotGame {
    /// What the server has stored is what the bot was asked and has answered, up to the outcome.
    fn is_that_of(&self, record: &AnyRecord, bot: Player) {
        let mut moves = self.moves.iter();
        for (at, ply) in record.plies().iter().enumerate() {
            let position = record.at(at);
            if position.turn() == bot {
                let (board, pit) = moves.next().expect("it was asked");
                let expected = Board::of(position.mancala().expect("Kalah"));
                assert_eq!(board.to_string(), expected.to_string(), "turn {at}");
                assert_eq!(*ply, Ply::Move(Choice::from(*pit)), "turn {at}");
            }
        }
        assert!(moves.next().is_none(), "it was asked once for each of its turns");
        let expected = match record.position().outcome().expect("the game is over") {
            Outcome::Win(winner) if winner == bot => GameOutcome::Win,
            Outcome::Win(_) => GameOutcome::Loss,
            Outcome::Tie => GameOutcome::Draw,
        };
        assert_eq!(self.outcome, expected);
    }
}

fn let_bots_in(config: &mut Config, patience: Duration) {
    let move_time = Duration::from_mins(1);
    let level = Level::new(1).expect("a level");
    config.bots = Some(BotConfig { level, patience, move_time, ..BotConfig::default() });
}

#[tokio::test]
async fn a_bot_plays_the_engine_by_websocket_to_the_end_and_then_the_next_game() {
    let host = Host::start_with(|config| let_bots_in(config, Duration::ZERO)).await;
    let mut bot = Bot::connect(&host, "Greedy").await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let game = bot.play_game().await;
        let (status, table) = host.get(&format!("/api/tables/{}", game.id)).await;
        assert_eq!(status, 200, "{table}");
        let table: Value = serde_json::from_str(&table).expect("JSON");
        assert_eq!(table["ending"], "played");
        let side = Player::BOTH
            .into_iter()
            .find(|side| table["players"][side.index()]["name"] == "Greedy (bot)");
        let side = side.expect("the bot has a seat");
        assert_eq!(table["players"][(!side).index()]["name"], game.opponent);
        let record = table["game"].as_str().expect("a game").parse().expect("a record");
        game.is_that_of(&record, side);
        games.push(game.id);
    }
    assert_ne!(games[0], games[1], "each game has a table of its own");
}

#[tokio::test]
async fn a_bot_and_a_person_who_look_for_an_opponent_meet_and_play_to_the_end() {
    // The engine never comes in between.
    let host = Host::start_with(|config| let_bots_in(config, Duration::from_hours(1))).await;
    let (status, key) = host.post("/api/anyone", json!({"game": "kalah", "name": "Ada"})).await;
    assert_eq!(status, 200, "{key}");
    let mut ada = Client::sit(&host, &key.trim_end().parse().expect("a seat")).await;
    assert_eq!(ada.table().phase(), Phase::Waiting);

    let mut bot = Bot::connect(&host, "Greedy").await;
    let playing = tokio::spawn(async move { bot.play_game().await });
    let ending = loop {
        let table = ada.table();
        let side = ada.seat.expect("Ada has a seat");
        match table.phase() {
            Phase::Over(ending) => break ending,
            Phase::Playing(turn) if turn == side => {
                // The last legal move, so that the two do not play alike.
                let choice = table.play().moves().last().expect("a legal move").index();
                ada.play(choice).await;
            }
            Phase::Waiting | Phase::Tossing(_) | Phase::Playing(_) => drop(ada.news().await),
        }
    };
    assert!(matches!(ending, Ending::Played(_)), "{ending:?}");
    let game = playing.await.expect("the bot has played");
    assert_eq!(game.opponent, "Ada");
    assert_eq!(game.id.parse::<TableId>().ok().as_ref(), Some(&ada.table_id));
    let side = ada.seat.expect("Ada has a seat");
    assert_eq!(ada.table().name(!side), "Greedy (bot)", "people see that it is a bot");
    game.is_that_of(ada.table().play().record(), !side);
}

#[tokio::test]
async fn without_bots_there_is_no_socket_for_them() {
    let host = Host::start().await;
    let stream = TcpStream::connect(host.address).await.expect("the server listens");
    let refused = client_async(format!("ws://{}/socket", host.address), stream).await;
    assert!(refused.is_err());
}
