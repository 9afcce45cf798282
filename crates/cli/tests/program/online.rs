//! Terminals at tables that a server keeps: the real program on both sides, over a real network.

mod relay;
mod restored;
mod secure;
mod terminal;

use std::process::Output;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::client::Replica;
use parlor_protocol::message::FromServer;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use self::relay::Relay;
use self::terminal::Terminal;
use crate::serving::Serving;

/// A server, and the address by which terminals reach it whether it runs or not.
struct Place {
    folder: tempfile::TempDir,
    relay: Relay,
    serving: Option<Serving>,
}

impl Place {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut place = Self { folder, relay: Relay::open(), serving: None };
        place.start();
        place
    }

    fn start(&mut self) {
        let serving = Serving::start(&self.folder.path().join("games.db"));
        self.relay.lead_to(Some(&serving.address));
        self.serving = Some(serving);
    }

    /// Ends the server where it stands.
    fn crash(&mut self) {
        self.relay.lead_to(None);
        // It is killed, and waited for.
        drop(self.serving.take());
    }

    fn url(&self) -> String {
        format!("http://{}", self.relay.address)
    }

    /// A terminal that sets a table and sits in the first seat, and the link that it shows.
    fn invite(&self, name: &str, options: &[&str]) -> (Terminal, String) {
        let url = self.url();
        let invite = ["--invite", "--seat=south", "--server", &url, "--names", name];
        let mut terminal = self.terminal(name, &[&invite[..], options].concat());
        let link = terminal.word_from(&format!("{url}/#/table/"));
        terminal.sees("Waiting for the other player.");
        (terminal, link)
    }

    fn join(&self, name: &str, link: &str, options: &[&str]) -> Terminal {
        self.terminal(name, &[&["--join", link, "--names", name], options].concat())
    }

    /// A terminal that has a folder of its own for what it keeps.
    fn terminal(&self, name: &str, options: &[&str]) -> Terminal {
        Terminal::start(&self.folder.path().join(name), options)
    }

    /// Runs a terminal that is refused.
    fn refused(&self, options: &[&str]) -> Output {
        let state = self.folder.path().join("refused");
        let state = state.to_str().expect("text");
        crate::parlor(&[&["play", "--state", state], options].concat())
    }

    /// Two terminals at one table.
    fn pair(&self, options: &[&str]) -> [Terminal; 2] {
        let (mut ada, link) = self.invite("Ada", options);
        let ben = self.join("Ben", &link, &[]);
        ada.sees("Ben joined.");
        [ada, ben]
    }
}

/// The one sentence that a refused program says, and its exit code.
fn complaint(output: &Output) -> (String, Option<i32>) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.stdout.is_empty() && said.lines().count() == 1, "{output:?}");
    (said, output.status.code())
}

#[test]
fn two_terminals_play_a_whole_game_by_link() {
    let place = Place::open();
    let [mut ada, mut ben] = place.pair(&["--rules=tic-tac-toe"]);
    for (move_of_ada, move_of_ben) in [("0", "3"), ("1", "4")] {
        ada.types_when("Choose a square:", move_of_ada);
        ada.sees(&format!("You marked square {move_of_ada}."));
        ben.sees(&format!("Ada marked square {move_of_ada}."));
        ben.types_when("Choose a square:", move_of_ben);
        ada.sees(&format!("Ben marked square {move_of_ben}."));
    }
    ada.types_when("Choose a square:", "2");
    ada.sees("You win!");
    ben.sees("Ada wins!");
    ada.types("q");
    ben.types("q");
    let [ada, ben] = [ada, ben].map(Terminal::ends);
    for said in [&ada, &ben] {
        assert!(said.ends_with("tic-tac-toe~X~03142\n"), "{said}");
        assert!(said.contains("Your seat is kept in "), "{said}");
    }
}

#[test]
fn moves_that_are_typed_ahead_wait_for_each_other() {
    let place = Place::open();
    let (mut ada, link) = place.invite("Ada", &[]);
    let _ben = place.join("Ben", &link, &[]);
    ada.types_when("Choose a pit: 1 2 3 4 5 6", "3 6 q");
    let said = ada.ends();
    assert!(said.contains("\nYou go again.\n"), "{said}");
    assert!(said.ends_with("kalah~S~36\n"), "{said}");
}

#[test]
fn players_ask_each_other_and_react() {
    let place = Place::open();
    let [mut ada, mut ben] = place.pair(&[]);
    ada.types_when("Choose a pit:", "4");
    ben.types_when("Choose a pit:", "d");
    ben.sees("Request sent. Waiting for Ada.");
    ada.types_when("Ben offers a tie. Press y to agree or n to decline.", "n");
    ben.sees("Ada declined.");
    ada.types("u");
    ben.types_when("Ada asks to take back a move. Press y to agree or n to decline.", "y");
    for terminal in [&mut ada, &mut ben] {
        terminal.sees("took back pit 4.");
    }
    ada.types_when("Choose a pit: 1 2 3 4 5 6", "p\nAda L.");
    ben.sees("Ada is now called Ada L..");
    ben.types("e 3");
    ada.sees("Ben: Well played!");
    ada.types("h");
    ada.sees("Hints and values are for spectators while a game is being played.");
    ben.types("x y");
    ben.sees("You resigned. Ada L. wins!");
    ada.sees("Ben resigned. You win!");
    ada.types("n");
    ben.types_when("Ada L. wants a rematch, with sides swapped. Press y to agree", "y");
    ada.sees("Sides swapped.");
    ben.types_when("Choose a pit:", "d");
    ada.types_when("Ben offers a tie.", "y");
    ben.sees("Tie game! Both players agreed.");
    ada.types("l");
    let said = ada.ends();
    assert!(said.contains("You left the table.\n"), "{said}");
    ben.sees("Ada L. left the table.");
}

#[test]
fn a_refusal_is_said_at_once() {
    let place = Place::open();
    let [mut ada, mut ben] = place.pair(&[]);
    ben.types_when("Ada's turn.", "3");
    ben.sees("It's Ada's turn.");
    ada.types("9 r y s l");
    for sentence in [
        "There is no pit 9. Choose one from 1 to 6.",
        "'r' does nothing. Press ? for help.",
        "'y' does nothing. Press ? for help.",
        "Only the second player can swap sides, and only before their first move.",
        "The game isn't over yet.",
    ] {
        ada.sees(sentence);
    }
}

#[test]
fn the_toss_is_made_by_both_and_checked() {
    let place = Place::open();
    let [mut ada, mut ben] = place.pair(&["--rules=homepits,stones=3"]);
    let first = loop {
        ada.types_when("Press t to toss the coin.", "t");
        ben.types_when("Press t to toss the coin.", "t");
        let said = ada.sees_one_of(&["Toss again.", "The toss was checked and is fair."]);
        if said == 1 {
            break ada.sees_one_of(&["Choose a pit:", "Ben's turn."]);
        }
    };
    ben.sees("The toss was checked and is fair.");
    let [first, second] = if first == 0 { [&mut ada, &mut ben] } else { [&mut ben, &mut ada] };
    first.types("1");
    second.sees("sowed 3 stones from pit 1");
}

#[test]
fn a_coin_that_was_covered_before_a_crash_is_uncovered_after_it() {
    let place = Place::open();
    let (mut ada, link) = place.invite("Ada", &["--rules=homepits"]);
    let mut ben = place.join("Ben", &link, &[]);
    ada.types_when("Press t to toss the coin.", "t");
    ben.sees("Ada's coin is tossed and covered. Your turn to toss.");
    drop(ada);
    ben.sees("Ada left, but may return.");
    let mut ada = place.join("Ada", &link, &[]);
    ada.sees("Your coin is tossed and covered. Ben's turn to toss.");
    ben.types("t");
    for terminal in [&mut ada, &mut ben] {
        terminal.sees_one_of(&["Toss again.", "The toss was checked and is fair."]);
    }
}

#[test]
fn the_second_player_may_swap_where_the_table_was_set_with_the_pie_rule() {
    let place = Place::open();
    let [mut ada, mut ben] = place.pair(&["--pie"]);
    ada.types_when("Choose a pit:", "4");
    ben.types_when("or s to swap sides", "s");
    ben.sees("You swapped sides.");
    ada.sees("Ben swapped sides.");
    ada.types_when("Choose a pit:", "2");
    ben.sees("Ada sowed ");
    ben.types("q");
    assert!(ben.ends().ends_with("kalah~S~4s2\n"));
}

#[test]
fn clocks_stand_beside_the_players() {
    let place = Place::open();
    let [mut ada, mut ben] = place.pair(&["--clock=300+5"]);
    ada.sees("▶ Ada  5:00");
    ada.types_when("Choose a pit:", "4");
    // Each has their own row below.
    for (terminal, [above, below]) in
        [(&mut ada, ["▶ Ben  5:00", "  Ada  5:05"]), (&mut ben, ["  Ada  5:05", "▶ Ben  5:00"])]
    {
        terminal.sees(above);
        terminal.sees(below);
    }
}

#[test]
fn a_spectator_sees_the_game_and_who_is_there() {
    let place = Place::open();
    let (mut ada, link) = place.invite("Ada", &[]);
    let mut ben = place.join("Ben", &link, &[]);
    ada.sees("Ben joined.");
    let mut eve = place.join("Eve", &link, &[]);
    eve.sees("Both seats are taken. You're watching.");
    eve.types_when("Ada's turn.", "3");
    eve.sees("You're watching this game.");
    ada.types("4");
    eve.sees("Ada sowed 4 stones from pit 4, ending in Ben's pit 1.");
    eve.types("h");
    eve.sees("Hint: pit ");
    ben.types("q");
    ben.ends();
    eve.sees("Ben left, but may return.");
    let mut ben = place.join("Ben", &link, &[]);
    ben.sees("You're back in your seat.");
    eve.sees("Ben is back.");
    eve.types("q");
    assert!(eve.ends().contains("To watch again: parlor play --join "));
}

#[test]
fn a_free_seat_is_taken_on_purpose() {
    let place = Place::open();
    let (mut ada, link) = place.invite("Ada", &[]);
    let mut ben = place.terminal("Ben", &["--join", &link, "--watch"]);
    ben.types_when("A seat is free. Press j to take it.", "j");
    ben.types_when("Your name:", "Ben");
    ada.sees("Ben joined.");
    let mut asked = place.terminal("Cleo", &["--join", &link]);
    asked.sees("Both seats are taken.");
    ben.sees("You joined.");
}

#[test]
fn the_computer_takes_a_free_seat_and_plays() {
    let place = Place::open();
    let (mut ada, _) = place.invite("Ada", &["--rules=tic-tac-toe"]);
    ada.types("c 9");
    ada.sees("There is no such level. Choose one from 1 to 8.");
    ada.types("c 8");
    ada.sees("Athena joined.");
    ada.types_when("Choose a square:", "4");
    ada.sees("Athena marked square ");
}

#[test]
fn a_seat_is_kept_for_its_owner() {
    let place = Place::open();
    let (mut ada, link) = place.invite("Ada", &[]);
    let mut ben = place.join("Ben", &link, &[]);
    ada.types_when("Ben joined.", "4");
    ben.sees("Ada sowed ");
    // The program is killed, and started again.
    drop(ada);
    ben.sees("Ada left, but may return.");
    let mut ada = place.join("Ada", &link, &[]);
    ada.sees("You're back in your seat.");
    ben.sees("Ada is back.");

    // The link to the seat opens it on another machine.
    ada.types("i");
    ada.sees("open this link there and keep it to yourself:");
    let own = ada.word_from(&format!("{link}/"));
    let mut elsewhere = place.terminal("elsewhere", &["--join", &own]);
    elsewhere.sees("You're back in your seat.");
    ben.types("2");
    elsewhere.sees("Ben sowed ");
    elsewhere.types("1");
    elsewhere.sees("You sowed ");
    ada.sees("You sowed ");
}

#[test]
#[cfg(unix)]
fn only_its_owner_can_read_where_a_seat_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::open();
    let (mut ada, _) = place.invite("Ada", &[]);
    ada.types("q");
    let said = ada.ends();
    let file = place.folder.path().join("Ada/seats.json");
    assert!(said.contains(&format!("Your seat is kept in {}.", file.display())), "{said}");
    let mode = std::fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_server_that_crashes_costs_nothing() {
    let mut place = Place::open();
    let [mut ada, mut ben] = place.pair(&[]);
    ada.types_when("Choose a pit:", "4");
    ben.sees("Ada sowed 4 stones from pit 4");
    place.crash();
    for terminal in [&mut ada, &mut ben] {
        terminal.sees("Connection lost. Reconnecting. Your seat is saved.");
    }
    // What is done meanwhile is done when the server is back.
    ben.types("2");
    ben.sees("Your move will be sent when the connection is back.");
    place.start();
    for terminal in [&mut ada, &mut ben] {
        terminal.sees("Connected again.");
    }
    ben.sees("You sowed ");
    ada.sees("Ben sowed ");
    ada.types_when("Choose a pit:", "1");
    ben.sees("Ada sowed ");
    ada.types("q");
    ben.types("q");
    for said in [ada, ben].map(Terminal::ends) {
        assert!(said.ends_with("kalah~S~421\n"), "nothing is lost, nothing is done twice: {said}");
        assert_eq!(said.matches("stones from pit 2").count(), 1, "{said}");
    }
}

/// A client that speaks the protocol itself.
struct Client {
    socket: WebSocketStream<TcpStream>,
    replica: Replica,
}

impl Client {
    async fn join(place: &Place, table: &str, name: &str) -> Self {
        let address = place.relay.address.to_string();
        let stream = TcpStream::connect(&address).await.expect("a connection");
        let url = format!("ws://{address}/api/socket");
        let (socket, _) = client_async(url, stream).await.expect("a WebSocket");
        let mut client = Self { socket, replica: Replica::default() };
        client.send(&json!({"type":"hello","data":{"protocol":2,"table":table}})).await;
        client.send(&json!({"type":"join","data":{"name":name,"id":"j1"}})).await;
        client
    }

    async fn send(&mut self, message: &serde_json::Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("the server listens");
    }

    /// Waits until the log has so many events.
    async fn reach(&mut self, version: usize) {
        while self.replica.version() < version {
            let Some(Ok(message)) = self.socket.next().await else { panic!("it has ended") };
            let Message::Text(text) = message else { continue };
            match text.parse() {
                Ok(FromServer::Welcome(welcome)) => {
                    self.replica.catch_up(welcome.news).expect("a log");
                }
                Ok(FromServer::Events(news)) => {
                    self.replica.follow(news).expect("what follows");
                }
                Ok(_) => {}
                Err(error) => panic!("{text}: {error}"),
            }
        }
    }
}

#[test]
fn a_terminal_plays_with_a_client_of_the_protocol() {
    let place = Place::open();
    let (mut ada, link) = place.invite("Ada", &[]);
    let table = link.rsplit('/').next().expect("a table").to_owned();
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut ben = Client::join(&place, &table, "Ben").await;
        ben.reach(2).await;
        ada.types_when("Choose a pit:", "4");
        ben.reach(3).await;
        ben.send(&json!({"type":"move","data":{"choice":0,"version":3,"id":"m1"}})).await;
        ben.reach(4).await;
        ada.sees("Ben sowed 5 stones from pit 1, ending in pit 6.");
        ben.send(&json!({"type":"react","data":{"kind":"luck"}})).await;
        ada.sees("Ben: Good luck!");
        ben.send(&json!({"type":"resign","data":{"id":"r1"}})).await;
        ada.sees("Ben resigned. You win!");
    });
}

#[test]
fn what_cannot_be_joined_is_refused_in_one_sentence() {
    let place = Place::open();
    let url = place.url();
    let wanted = "error: --join: a link to a table looks like https://games.example/#/table/";
    for wrong in ["q3mX", "http://127.0.0.1:7474/", &format!("{url}/#/kalah"), "\u{1b}[2J"] {
        let (said, code) = complaint(&place.refused(&["--join", wrong]));
        assert!(said.starts_with(wanted) && code == Some(2), "{wrong}: {said}");
    }
    let gone = format!("{url}/#/table/q3mX0aVbT9Lk2PzR");
    let (said, code) = complaint(&place.refused(&["--join", &gone]));
    assert_eq!(
        (said, code),
        (
            format!(
                "error: there is no such table at {url}, or it has expired: ask for a new link\n"
            ),
            Some(1)
        )
    );
}

#[test]
fn a_server_that_is_not_there_is_not_waited_for() {
    let mut place = Place::open();
    place.crash();
    let (url, gone) = (place.url(), format!("{}/#/table/q3mX", place.url()));
    for arguments in [&["--join", gone.as_str()][..], &["--invite", "--server", url.as_str()]] {
        let (said, code) = complaint(&place.refused(arguments));
        let is_said = said.starts_with(&format!("error: there is no answer from {url} ("))
            || said == format!("error: there is no Parlor server at {url}\n");
        assert!(is_said && code == Some(1), "{said}");
    }
    // Nothing listens on a port that was free a moment ago, or something else does.
    let nowhere = ["--join", "http://127.0.0.1:1/#/table/q3mX"];
    let (said, code) = complaint(&place.refused(&nowhere));
    assert!(said.ends_with(": is the server running?\n") && code == Some(1), "{said}");
}

#[test]
fn a_server_of_another_version_says_so() {
    let other = relay::Pretender::open();
    let place = Place::open();
    let url = format!("http://{}", other.address);
    let link = format!("{url}/#/table/q3mX");
    for arguments in [&["--join", link.as_str()][..], &["--invite", "--server", url.as_str()]] {
        let (said, code) = complaint(&place.refused(arguments));
        assert_eq!(
            (said, code),
            (
                format!(
                    "error: the server at {url} speaks another version of the protocol: use the \
                     version of parlor that it was built from\n"
                ),
                Some(1)
            )
        );
    }
}

#[test]
fn options_that_a_link_decides_are_refused_beside_it() {
    let place = Place::open();
    let link = "http://127.0.0.1:1/#/table/q3mX";
    for option in ["--rules=gems", "--north=3", "--pie", "--invite", "--clock=300+5"] {
        let (said, code) = complaint(&place.refused(&["--join", link, option]));
        assert_eq!(code, Some(2), "{option}: {said}");
    }
    for option in ["--seat=up", "--clock=never", "--server=ftp://x", "--north=3", "--watch"] {
        let (said, code) = complaint(&place.refused(&["--invite", option]));
        assert_eq!(code, Some(2), "{option}: {said}");
    }
}
