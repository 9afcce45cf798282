//! `parlor arena --kgp`: tournaments between bots, over real TCP.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread;
use std::time::Duration;

use parlor_kgp::{ClientHeard, ClientSession, GameOutcome, Mode, Setting};
use parlor_rules::mancala::Pit;
use parlor_rules::{AnyRecord, Game as _, Player};
use serde_json::{Value, json};

/// An arena that waits for bots.
struct Arena {
    child: Child,
    address: SocketAddr,
    told: Lines<BufReader<ChildStderr>>,
}

impl Arena {
    fn open(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["arena", "--kgp", "127.0.0.1:0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut told = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let waiting = told.next().expect("a line").expect("text");
        let (_, rest) = waiting.split_once(" at ").expect(&waiting);
        let address = rest.split(' ').next().and_then(|address| address.parse().ok());
        Self { child, address: address.expect(&waiting), told }
    }

    /// Waits until the arena tells this.
    fn tells(&mut self, wanted: &str) {
        let mut before = Vec::new();
        while let Some(Ok(line)) = self.told.next() {
            if line == wanted {
                return;
            }
            before.push(line);
        }
        panic!("it told {before:#?} instead of {wanted}");
    }

    /// What it prints, and what it has told since.
    fn end(mut self) -> (String, Vec<String>) {
        let told = self.told.map_while(Result::ok).collect();
        let mut printed = String::new();
        let mut out = self.child.stdout.take().expect("a pipe");
        out.read_to_string(&mut printed).expect("text");
        assert!(self.child.wait().expect("it ends").success(), "{told:?}");
        (printed, told)
    }
}

/// A bot that plays what it is told to.
struct Bot {
    socket: TcpStream,
    lines: Lines<BufReader<TcpStream>>,
    session: ClientSession,
}

impl Bot {
    fn connect(address: SocketAddr, name: &str, token: Option<&str>) -> Self {
        let socket = TcpStream::connect(address).expect("the arena listens");
        // Longer than anything takes here. Only a test that fails waits for it.
        socket.set_read_timeout(Some(Duration::from_mins(2))).expect("a time");
        let lines = BufReader::new(socket.try_clone().expect("a socket")).lines();
        let token = token.map(str::to_owned);
        let session = ClientSession::new(Mode::Freeplay, Some(name.to_owned()), token);
        let mut bot = Self { socket, lines, session };
        let greeting = bot.lines.next().expect("a line").expect("text");
        assert_eq!(bot.session.received(&greeting), None);
        bot.flush();
        bot
    }

    fn flush(&mut self) {
        while let Some(line) = self.session.next_line() {
            // An arena that is over listens no more.
            let _ = write!(self.socket, "{line}\r\n");
        }
    }

    /// The next thing that the arena says; `None` when the connection has ended.
    fn hear(&mut self) -> Option<ClientHeard> {
        loop {
            self.flush();
            let line = self.lines.next()?.ok()?;
            if let Some(heard) = self.session.received(&line) {
                return Some(heard);
            }
        }
    }

    /// Plays to the end of the tournament, and counts wins, ties and losses.
    fn play(mut self, choose: Choose) -> [u32; 3] {
        let mut counted = [0; 3];
        while let Some(heard) = self.hear() {
            match heard {
                ClientHeard::Asked { state, board } => {
                    let pits: Vec<Pit> = board.position().moves().collect();
                    self.session.play(state, choose(&pits));
                    self.session.give_way(state);
                }
                ClientHeard::Set(Setting::Outcome(outcome)) => {
                    counted[match outcome {
                        GameOutcome::Win => 0,
                        GameOutcome::Draw => 1,
                        GameOutcome::Loss => 2,
                    }] += 1;
                }
                ClientHeard::Ended => return counted,
                ClientHeard::Set(_) | ClientHeard::Stopped(_) => {}
                ClientHeard::Checked(_)
                | ClientHeard::Complained(_)
                | ClientHeard::Declined(_)
                | ClientHeard::OtherVersion(_) => panic!("{heard:?}"),
            }
        }
        panic!("the arena says goodbye");
    }
}

/// How a bot chooses among the legal moves.
type Choose = fn(&[Pit]) -> Pit;

fn first(pits: &[Pit]) -> Pit {
    pits[0]
}

fn middle(pits: &[Pit]) -> Pit {
    pits[pits.len() / 2]
}

fn last(pits: &[Pit]) -> Pit {
    pits[pits.len() - 1]
}

/// Three bots play a tournament; what the arena prints, what it told, and what each bot counted.
fn three_bots(arguments: &[&str]) -> (String, Vec<String>, [[u32; 3]; 3]) {
    let mut arena = Arena::open(&[&["--bots", "3", "--move-time", "2m"], arguments].concat());
    let players: [(usize, &str, Choose); 3] =
        [(1, "First", first), (2, "Middle", middle), (3, "Last", last)];
    let threads = players.map(|(number, name, choose)| {
        let bot = Bot::connect(arena.address, name, None);
        // One after the other, so that the order in which they come is known.
        arena.tells(&format!("{name} joined ({number} of 3)."));
        thread::spawn(move || bot.play(choose))
    });
    let (printed, told) = arena.end();
    (printed, told, threads.map(|thread| thread.join().expect("it plays to the end")))
}

/// Who plays in the tournament that is checked most closely.
const NAMES: [&str; 4] = ["First", "Middle", "Last", "Pip (level 1)"];

#[test]
fn three_bots_and_a_level_play_a_round_robin_with_a_crosstable_and_elo() {
    let terms = ["--games", "4", "--levels", "1", "--rules", "kalah,pits=4,stones=3", "--json"];
    let (printed, told, counted) = three_bots(&terms);
    let report: Value = serde_json::from_str(&printed).expect("JSON and nothing else");
    assert_eq!(told.len(), 1 + 6 * 4, "the beginning, and a line for each game: {told:#?}");
    assert_eq!(told[0], "The tournament begins: 4 players, 24 games.");
    all_have_met_from_both_sides(&report);

    let points = points_on_paper(&report);
    for entry in report["matches"].as_array().expect("matches") {
        let [one, two] = ["player", "against"].map(|side| place(&entry[side]));
        assert_eq!(entry["score"].as_f64(), Some(points[one][two] / 4.0), "{entry}");
    }
    for (name, told) in NAMES.iter().zip(counted) {
        let entrants = report["players"].as_array().expect("players");
        let entrant = entrants.iter().find(|it| it["name"] == *name).expect("a player");
        let found = ["wins", "ties", "losses"].map(|field| entrant[field].as_u64());
        assert_eq!(found, told.map(|number| Some(u64::from(number))), "{name} was told the same");
        assert_eq!(entrant["level"], Value::Null);
    }
    is_maximum_likelihood(&report, &points);
}

fn place(name: &Value) -> usize {
    NAMES.iter().position(|it| name == *it).expect("one of the players")
}

/// Everyone has met everyone four times, with each side twice and each opening from both sides.
fn all_have_met_from_both_sides(report: &Value) {
    let games = report["played"].as_array().expect("games");
    assert_eq!(games.len(), 24);
    let openings = |south: usize, north: usize| {
        let of_pair = games
            .iter()
            .filter(move |game| place(&game["south"]) == south && place(&game["north"]) == north);
        of_pair.map(|game| record(game).at(2).to_string()).collect::<Vec<_>>()
    };
    for one in 0..4 {
        for two in 0..one {
            assert_eq!(openings(one, two).len(), 2);
            assert_eq!(openings(one, two), openings(two, one));
        }
    }
}

/// The points of each against each by the games as they were written down.
fn points_on_paper(report: &Value) -> [[f64; 4]; 4] {
    let mut points = [[0.0; 4]; 4];
    for game in report["played"].as_array().expect("games") {
        let outcome = record(game).position().outcome().expect("played to the end");
        let [south, north] = ["south", "north"].map(|side| place(&game[side]));
        let of_south = match outcome.winner() {
            Some(Player::One) => 1.0,
            Some(Player::Two) => 0.0,
            None => 0.5,
        };
        points[south][north] += of_south;
        points[north][south] += 1.0 - of_south;
        assert_eq!(game["forfeit"], Value::Null);
    }
    points
}

fn record(game: &Value) -> AnyRecord {
    game["game"].as_str().expect("a game").parse().expect("a game in one line")
}

/// With the ratings that are reported, everyone is expected to have the points that they have: that is
/// where the likelihood has its maximum.
fn is_maximum_likelihood(report: &Value, points: &[[f64; 4]; 4]) {
    let players = report["players"].as_array().expect("players");
    let elo = NAMES.map(|name| {
        let player = players.iter().find(|player| player["name"] == name).expect("a player");
        let [low, elo, high] =
            ["elo_low", "elo", "elo_high"].map(|field| player[field].as_f64().expect("a rating"));
        assert!(low < elo && elo < high, "{player}");
        elo
    });
    assert!(elo.iter().sum::<f64>().abs() < 0.5, "0 on average: {elo:?}");
    let ranked: Vec<f64> = players.iter().filter_map(|player| player["elo"].as_f64()).collect();
    assert!(ranked.is_sorted_by(|one, two| one >= two), "the strongest first: {ranked:?}");
    let added = if report["added_ties"] == json!(true) { 0.5 } else { 0.0 };
    for one in 0..4 {
        let others = (0..4).filter(|&two| two != one);
        let (mut scored, mut expected) = (0.0, 0.0);
        for two in others {
            scored += points[one][two] + added;
            expected += (4.0 + 2.0 * added) / (1.0 + 10_f64.powf((elo[two] - elo[one]) / 400.0));
        }
        // Ratings are told to a tenth.
        assert!((scored - expected).abs() < 0.01, "{}: {scored}, {expected}", NAMES[one]);
    }
}

#[test]
fn people_read_standings_and_a_crosstable() {
    let (printed, told, _) = three_bots(&["--games", "2", "--rules", "kalah,pits=3,stones=2"]);
    assert!(told[1].starts_with("1/6  "), "{told:#?}");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "Kalah, 3 pits × 2 stones");
    assert!(lines[2].trim_start().starts_with("Elo"), "{printed}");
    for line in &lines[3..6] {
        assert!(line.contains(" to ") && line.contains("/4"), "{printed}");
    }
    assert_eq!(lines[7].split_whitespace().collect::<Vec<_>>(), ["1", "2", "3"], "{printed}");
    for row in 0..3 {
        let label = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(label(lines[8 + 2 * row]), label(lines[3 + row]), "the same order: {printed}");
        assert!(lines[8 + 2 * row].starts_with(&(row + 1).to_string()), "{printed}");
        assert_eq!(lines[9 + 2 * row].matches('–').count(), 2, "{printed}");
    }
    assert!(printed.contains("6 games. 2 games a pair"), "{printed}");
}

#[test]
fn the_arena_starts_bots_itself_and_ends_them() {
    let bot = |name: &str, level: u8| {
        let program = env!("CARGO_BIN_EXE_parlor");
        format!("'{program}' kgp connect {{address}} --name {name} --level {level}")
    };
    let (ada, ben) = (bot("Ada", 1), bot("Ben", 2));
    let arena = Arena::open(&["--bot", &ada, "--bot", &ben, "--games", "2", "--json"]);
    let (printed, _) = arena.end();
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    let mut names: Vec<&str> = report["players"]
        .as_array()
        .expect("players")
        .iter()
        .filter_map(|player| player["name"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Ada", "Ben"]);
    assert_eq!(report["played"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_bot_that_cannot_be_started_is_told_in_one_sentence() {
    let output = crate::parlor(&["arena", "--kgp=127.0.0.1:0", "--bot=exit 3", "--levels=1"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().last().expect("a sentence");
    assert!(last.starts_with("error: 'exit 3' ended before the tournament began"), "{said}");
}

/// What the arena says to a bot that has no legal move, as recorded; lines of the arena begin with `s:`.
#[test]
fn a_bot_without_a_legal_move_forfeits_as_recorded() {
    let exchange = include_str!("exchanges/arena_forfeit.txt");
    let terms = ["--bots=1", "--levels=0", "--games=1", "--opening=0", "--move-time=2m", "--json"];
    let arena = Arena::open(&terms);
    let mut socket = TcpStream::connect(arena.address).expect("the arena listens");
    socket.set_read_timeout(Some(Duration::from_mins(2))).expect("a time");
    let mut lines = BufReader::new(socket.try_clone().expect("a socket")).lines();
    for line in exchange.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(": ").expect("a line of an exchange") {
            ("s", said) => assert_eq!(lines.next().expect("a line").expect("text"), said),
            (_, said) => write!(socket, "{said}\r\n").expect("the arena reads"),
        }
    }
    assert!(lines.next().is_none(), "and nothing more");
    let (printed, told) = arena.end();
    let docs = include_str!("../../../../docs/cli.md");
    assert!(docs.lines().any(|line| line == printed.trim_end()), "not in docs/cli.md: {printed}");
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    let game = json!({"south":"Fox","north":"chance","outcome":"N","forfeit":"illegal move","game":"kalah~S~"});
    assert_eq!(report["played"], json!([game]));
    let fox = report["players"].as_array().and_then(|players| players.last()).expect("two players");
    assert_eq!((&fox["name"], &fox["forfeits"]), (&json!("Fox"), &json!(1)));
    assert_eq!(
        told.last().map(String::as_str),
        Some("1/1  chance beat Fox by forfeit: Fox sent no legal move in time")
    );
}

#[test]
fn a_bot_that_says_nothing_forfeits_when_its_time_is_over() {
    let terms = ["--bots=1", "--levels=0", "--games=1", "--opening=0", "--move-time=1ms", "--json"];
    let arena = Arena::open(&terms);
    let mut silent = Bot::connect(arena.address, "Silent", None);
    let mut heard = Vec::new();
    while let Some(said) = silent.hear() {
        heard.push(said);
    }
    assert!(heard.contains(&ClientHeard::Set(Setting::Clock(1))), "never no time: {heard:?}");
    assert!(heard.contains(&ClientHeard::Set(Setting::Outcome(GameOutcome::Loss))), "{heard:?}");
    let (printed, _) = arena.end();
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(report["played"][0]["forfeit"], "no move");
}

#[test]
fn a_bot_that_loses_its_connection_loses_the_game_and_may_come_back_for_the_next() {
    let terms = ["--bots=1", "--levels=0", "--games=2", "--opening=0", "--move-time=2m", "--json"];
    let mut arena = Arena::open(&terms);
    let mut bot = Bot::connect(arena.address, "Ada", Some("s3cret"));
    loop {
        if let ClientHeard::Asked { .. } = bot.hear().expect("it is asked") {
            break;
        }
    }
    drop(bot);
    arena.tells("Ada lost its connection.");
    let stranger = Bot::connect(arena.address, "Ada", Some("guess")).hear();
    assert_eq!(stranger, Some(ClientHeard::Declined("the tournament has begun".to_owned())));
    let bot = Bot::connect(arena.address, "Ada", Some("s3cret"));
    let counted = bot.play(first);
    assert_eq!(counted.iter().sum::<u32>(), 1, "the second game was played");
    let (printed, _) = arena.end();
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    let forfeits: Vec<&Value> = (0..2).map(|game| &report["played"][game]["forfeit"]).collect();
    assert_eq!(forfeits, [&json!("disconnected"), &Value::Null]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_arena_that_is_stopped_prints_the_results_so_far() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut arena = Arena::open(&["--bots=1", "--levels=0", "--games=1000000", "--json"]);
    let bot = Bot::connect(arena.address, "Ada", None);
    let playing = thread::spawn(move || bot.play(first));
    while !arena.told.next().expect("a line").expect("text").contains("1/1000000") {}
    kill_process(Pid::from_child(&arena.child), Signal::INT).expect("it runs");
    let (printed, _) = arena.end();
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    let games = report["played"].as_array().expect("games").len();
    assert!((1..1_000_000).contains(&games), "{games}");
    let counted: u32 = playing.join().expect("it is told goodbye").iter().sum();
    assert!(counted as usize >= games, "{counted} and {games}");
}

#[test]
fn hostile_lines_disturb_no_tournament() {
    let arena = Arena::open(&["--bots=1", "--levels=0", "--games=1", "--json"]);
    let mut hostile = TcpStream::connect(arena.address).expect("the arena listens");
    hostile.write_all(&vec![0xff; 100_000]).expect("it reads");
    hostile.write_all(b"\r\n1 mode verify\r\n").expect("it reads");
    let mut answer = String::new();
    hostile.read_to_string(&mut answer).expect("text, and then the end");
    assert!(answer.contains("error \"this is a tournament"), "{answer}");
    assert!(answer.ends_with(" goodbye\r\n"), "{answer}");
    Bot::connect(arena.address, "Ada", None).play(first);
    let (printed, _) = arena.end();
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(report["played"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_makes_no_tournament_is_refused() {
    let check = |arguments: &[&str], sentence: &str| {
        let output = crate::parlor(&[&["arena"], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence) && said.lines().count() == 1, "{said}");
    };
    let kgp = "--kgp=127.0.0.1:0";
    check(&["--levels", "3"], "a contest needs two players");
    check(&[kgp, "--levels", "3"], "a tournament needs two players");
    check(&[kgp, "--bot=a", "--bot=b", "--bots=1"], "--bots counts the bots that --bot starts");
    check(&[kgp, "--bots=2", "--rules=gems"], "bots of this protocol play Kalah");
    check(&[kgp, "--bots=2", "--rules=tic-tac-toe"], "bots of this protocol play Kalah");
    check(&[kgp, "--bots=2", "--move-time=0s"], "--move-time: a bot needs some time");
    check(&[kgp, "--bots=2", "--pairs=adjacent"], "cannot be used with");
    check(&["--bots=2"], "--kgp");
}
