//! Bots by the Kalah Game Protocol: `parlor kgp connect` and `parlor serve --kgp`, over real TCP.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use parlor_kgp::{Board, FromClient, FromServer, GameOutcome, Line, Setting};
use parlor_rules::{AnyRecord, Choice, Game as _, Player, Ply};
use serde_json::Value;

use crate::parlor;

/// A server that lets bots in.
struct Server {
    child: Child,
    http: String,
    bots: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start(patience: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--address", "127.0.0.1:0", "--log", "off", "--no-cache"])
            .args(["--kgp", "127.0.0.1:0", "--kgp-level", "1", "--kgp-move-time", "60s"])
            .args(["--kgp-patience", patience, "--messages-per-second", "100000"])
            .args(["--requests-per-minute", "0", "--connections-per-minute", "0"])
            .args(["--tables-per-minute", "0"])
            .env("PARLOR_DATABASE", folder.path().join("parlor.db"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let said: Vec<String> =
            (0..4).map(|_| lines.next().expect("a line").expect("text")).collect();
        let after = |mark: &str| {
            let line = said.iter().find_map(|line| line.split_once(mark)).expect("an address");
            line.1.split_whitespace().next().expect("an address").to_owned()
        };
        let (http, bots) = (after("http://"), after("Bots can connect to "));
        Self { child, http, bots: bots.parse().expect("an address"), _folder: folder }
    }

    /// A table as a spectator finds it.
    fn table(&self, id: &str) -> Value {
        let mut socket = TcpStream::connect(&self.http).expect("the server listens");
        let head = format!("host: {}\r\nconnection: close", self.http);
        write!(socket, "GET /api/tables/{id} HTTP/1.1\r\n{head}\r\n\r\n").expect("it reads");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    }

    fn connect(&self) -> Bot {
        Bot::connect(self.bots)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A bot that says what a test has it say.
struct Bot {
    socket: TcpStream,
    lines: Lines<BufReader<TcpStream>>,
}

impl Bot {
    fn connect(address: SocketAddr) -> Self {
        let socket = TcpStream::connect(address).expect("the server listens");
        // Longer than anything takes here. Only a test that fails waits for it.
        socket.set_read_timeout(Some(Duration::from_mins(1))).expect("a time");
        let lines = BufReader::new(socket.try_clone().expect("a socket")).lines();
        let mut bot = Self { socket, lines };
        assert_eq!(bot.hear(), (2, FromServer::Version([1, 1, 0])));
        bot
    }

    fn say(&mut self, line: &str) {
        write!(self.socket, "{line}\r\n").expect("the server reads");
    }

    /// The next line, and its id.
    fn hear(&mut self) -> (u64, FromServer) {
        let text = self.lines.next().expect("a line").expect("text");
        let line: Line = text.parse().expect("a line of the protocol");
        (line.id.expect("every line has an id"), FromServer::read(&line).expect("a message"))
    }

    /// Waits for something that the server says.
    fn hear_until<T>(&mut self, wanted: impl Fn(u64, FromServer) -> Option<T>) -> T {
        loop {
            let (id, message) = self.hear();
            if let Some(found) = wanted(id, message) {
                return found;
            }
        }
    }

    /// Waits until a game begins, and says which and against whom.
    fn begin(&mut self) -> (String, String) {
        let game = self.hear_until(|_, message| match message {
            FromServer::Set(Setting::Game(id)) => Some(id),
            _ => None,
        });
        let opponent = self.hear_until(|_, message| match message {
            FromServer::Set(Setting::Opponent(name)) => Some(name),
            _ => None,
        });
        (game, opponent)
    }

    /// Waits to be asked for a move.
    fn asked(&mut self) -> (u64, Board) {
        self.hear_until(|id, message| match message {
            FromServer::State(board) => Some((id, board)),
            _ => None,
        })
    }

    /// Plays the first legal move.
    fn play(&mut self, (state, board): (u64, Board)) {
        let pit = board.position().moves().next().expect("a legal move");
        self.say(&format!("1@{state} move {}", pit.index() + 1));
        self.say(&format!("3@{state} yield"));
    }
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Server,
    Client,
}

/// Stands between a bot and a server, and tells what they say to each other.
fn listen_in(server: SocketAddr) -> (SocketAddr, Receiver<(Side, String)>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (heard, lines) = channel();
    thread::spawn(move || {
        let (client, _) = listener.accept().expect("a client");
        let server = TcpStream::connect(server).expect("the server listens");
        pass_on(&client, &server, Side::Client, heard.clone());
        pass_on(&server, &client, Side::Server, heard);
    });
    (address, lines)
}

fn pass_on(from: &TcpStream, to: &TcpStream, side: Side, heard: Sender<(Side, String)>) {
    let [from, mut to] = [from, to].map(|stream| stream.try_clone().expect("a stream"));
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            // It is told before it arrives, so that what follows from it is told later.
            let _ = heard.send((side, line.clone()));
            if write!(to, "{line}\r\n").is_err() {
                return;
            }
        }
    });
}

/// A state, its moves, and whether the bot yielded.
struct Asked {
    id: u64,
    board: Board,
    moves: Vec<u8>,
    yielded: bool,
}

#[test]
fn our_bot_plays_a_whole_game_on_our_server_move_by_move() {
    let server = Server::start("0s");
    let (address, lines) = listen_in(server.bots);
    let mut client = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["kgp", "connect", &address.to_string(), "--name", "Ada", "--effort", "20000"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let (mut game, mut outcome) = (None, None);
    let mut asked: Vec<Asked> = Vec::new();
    while outcome.is_none() {
        let (side, text) = lines.recv_timeout(Duration::from_mins(5)).expect("the game goes on");
        let line: Line = text.parse().expect("a line of the protocol");
        let id = line.id.expect("every line has an id");
        match side {
            Side::Server => {
                assert_eq!(id % 2, 0, "{text}");
                match FromServer::read(&line).expect("a message") {
                    FromServer::State(board) => {
                        asked.push(Asked { id, board, moves: Vec::new(), yielded: false });
                    }
                    FromServer::Set(Setting::Game(id)) => game = Some(id),
                    FromServer::Set(Setting::Outcome(ended)) => outcome = Some(ended),
                    FromServer::Error(why) => panic!("{why}"),
                    _ => {}
                }
            }
            Side::Client => {
                assert_eq!(id % 2, 1, "{text}");
                let last = asked.last_mut().filter(|asked| Some(asked.id) == line.reference);
                match (FromClient::read(&line).expect("a message"), last) {
                    (FromClient::Move(pit), Some(last)) => last.moves.push(pit.index()),
                    (FromClient::Yield, Some(last)) => last.yielded = true,
                    (FromClient::Move(_) | FromClient::Yield, None) => panic!("{text}"),
                    _ => {}
                }
            }
        }
    }
    client.kill().expect("it runs");
    client.wait().expect("it ends");

    // What was stored is what was said.
    let table = server.table(&game.expect("a game"));
    assert_eq!(table["ending"], "played", "and the bot may have left");
    let bot = usize::from(table["players"][0]["name"] != "Ada (bot)");
    assert_eq!(table["players"][bot]["name"], "Ada (bot)");
    let bot = Player::BOTH[bot];
    let record: AnyRecord = table["game"].as_str().expect("a game").parse().expect("a record");
    let mut asked = asked.into_iter();
    for (ply, choice) in record.plies().iter().enumerate() {
        let position = record.at(ply);
        if position.turn() != bot {
            continue;
        }
        let Asked { board, moves, yielded, .. } = asked.next().expect("it was asked");
        let position = position.mancala().expect("Kalah");
        assert_eq!(board.to_string(), Board::of(position).to_string(), "turn {ply}");
        let last = moves.last().and_then(|&pit| Choice::new(pit)).expect("a move");
        assert_eq!(*choice, Ply::Move(last), "turn {ply}");
        assert!(yielded, "turn {ply}");
    }
    assert!(asked.next().is_none(), "it was asked once for each of its turns");
    let winner = record.position().outcome().expect("it is over").winner();
    let expected = match winner {
        Some(winner) if winner == bot => GameOutcome::Win,
        Some(_) => GameOutcome::Loss,
        None => GameOutcome::Draw,
    };
    assert_eq!(outcome, Some(expected));
}

#[test]
fn a_thousand_hostile_lines_are_answered_with_errors_while_others_play() {
    let server = Server::start("0s");
    let mut player = server.connect();
    player.say("1 mode freeplay");
    let mut hostile = server.connect();
    // It has been asked something and answers with anything but the solution.
    hostile.say("1 mode verify");
    hostile.hear_until(|_, message| matches!(message, FromServer::Problem { .. }).then_some(()));
    let mut random = fastrand::Rng::with_seed(14);
    let mut writer = hostile.socket.try_clone().expect("a socket");
    let writing = thread::spawn(move || {
        for number in 0..1_000 {
            let id = 2 * number + 1;
            let rest: Vec<u8> = match random.u8(..5) {
                0 => (0..random.usize(1..300)).map(|_| random.u8(128..)).collect(),
                1 => vec![b'x'; random.usize(16_385..80_000)],
                2 => format!(" move {}", "9".repeat(random.usize(2..400))).into_bytes(),
                3 => format!(" state <{}", "1,".repeat(random.usize(1..4_000))).into_bytes(),
                _ => format!(" set \"info:name\" \"{}", "\\".repeat(random.usize(1..99) * 2))
                    .into_bytes(),
            };
            let line = [id.to_string().as_bytes(), &rest[..], b"\r\n"].concat();
            writer.write_all(&line).expect("the server reads");
        }
    });
    for number in 0..1_000 {
        let (_, answer) = hostile.hear();
        assert!(matches!(answer, FromServer::Error(_)), "{number}: {answer:?}");
    }
    writing.join().expect("all was sent");
    hostile.say("2001 ping");
    assert_eq!(hostile.hear().1, FromServer::Pong);
    let asked = player.asked();
    player.play(asked);
    player.asked();
}

#[test]
fn a_bot_that_lost_its_connection_finds_its_game_again_by_its_token() {
    let server = Server::start("0s");
    let mut bot = server.connect();
    bot.say("1 set auth:token \"s3cret\"");
    bot.say("3 mode freeplay");
    let (game, _) = bot.begin();
    let asked = bot.asked();
    bot.play(asked);
    let (_, board) = bot.asked();
    drop(bot);

    // The server may not have noticed yet that the connection has gone; then the bot is given another
    // game, and tries again.
    loop {
        let mut bot = server.connect();
        bot.say("1 set auth:token \"s3cret\"");
        bot.say("3 mode freeplay");
        if bot.begin().0 == game {
            assert_eq!(bot.asked().1.to_string(), board.to_string());
            return;
        }
    }
}

#[test]
fn a_bot_without_a_token_resigns_when_it_goes() {
    let server = Server::start("0s");
    let mut bot = server.connect();
    bot.say("mode freeplay");
    let (game, _) = bot.begin();
    bot.asked();
    drop(bot);
    while server.table(&game)["ending"].is_null() {
        thread::yield_now();
    }
    assert_eq!(server.table(&game)["ending"], "resigned");
}

#[test]
fn two_bots_that_wait_play_each_other() {
    let server = Server::start("10m");
    let mut bots = [server.connect(), server.connect()];
    for (bot, name) in bots.iter_mut().zip(["Ada", "Bea"]) {
        bot.say(&format!("1 set info:name {name}"));
        bot.say("3 mode freeplay");
    }
    // Who starts is asked first; the other one when it is its turn.
    let (sender, begun) = channel();
    for mut bot in bots {
        let sender = sender.clone();
        thread::spawn(move || {
            let (game, opponent) = bot.begin();
            let _ = sender.send((game, opponent));
            loop {
                let asked = bot.asked();
                bot.play(asked);
            }
        });
    }
    let next = || begun.recv_timeout(Duration::from_mins(1)).expect("a game");
    let mut games = [next(), next()];
    games.sort_by(|(_, one), (_, two)| one.cmp(two));
    let [(one, ada), (two, bea)] = games;
    assert_eq!((ada.as_str(), bea.as_str()), ("Ada (bot)", "Bea (bot)"));
    assert_eq!(one, two, "it is one table");
}

#[test]
fn our_bot_answers_a_server_as_recorded() {
    let check = |mode: &str, exchange: &str, sentence: &str| {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let client = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["kgp", "connect", &address, "--name", "Ada", "--token", "s3cret"])
            .args(["--mode", mode])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (mut socket, _) = listener.accept().expect("a client");
        socket.set_read_timeout(Some(Duration::from_mins(1))).expect("a time");
        let mut lines = BufReader::new(socket.try_clone().expect("a socket")).lines();
        for line in exchange.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(": ").expect("a line of an exchange") {
                ("c", said) => assert_eq!(lines.next().expect("a line").expect("text"), said),
                (_, said) => write!(socket, "{said}\r\n").expect("the client reads"),
            }
        }
        assert!(lines.next().is_none(), "and nothing more");
        let output = client.wait_with_output().expect("it ends");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && printed.contains(sentence), "{printed}");
    };
    check("freeplay", include_str!("exchanges/connect_freeplay.txt"), "said goodbye.");
    check("eval", include_str!("exchanges/connect_eval.txt"), "said goodbye.");
    check("verify", include_str!("exchanges/connect_verify.txt"), "2 of 2 answers right.");
}

#[test]
fn what_is_no_server_is_told_in_one_sentence() {
    let check = |arguments: &[&str], code: i32, sentence: &str| {
        let output = parlor(&[&["kgp", "connect"], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(sentence) && said.lines().count() == 1, "{said}");
    };
    let nobody = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr());
    let nobody = nobody.expect("a free port").to_string();
    check(&[&nobody], 1, "Could not connect to 127.0.0.1:");
    check(&["http://example"], 2, "name a host, HOST:PORT, or a ws:// or wss:// address");
    check(&[&nobody, "--level", "9"], 2, "choose a level from 1 to 8");
    check(&[&nobody, "--mode", "chess"], 2, "choose freeplay, eval or verify");
}
