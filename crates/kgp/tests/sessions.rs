//! What is said on both sides, as recorded exchanges and under hostile lines.

use std::time::Duration;

use parlor_kgp::{
    ClientHeard, ClientSession, GameOutcome, LineBuffer, Mode, NotALine, ServerHeard,
    ServerSession, Setting,
};

/// A server that asks about boards one after the other, and stops when the bot yields.
struct Asker {
    session: ServerSession,
    boards: Vec<&'static str>,
}

impl Asker {
    fn new(boards: &[&'static str]) -> Self {
        Self { session: ServerSession::new(), boards: boards.iter().rev().copied().collect() }
    }

    fn ask(&mut self) {
        match self.boards.pop() {
            Some(board) => {
                self.session.ask(board.parse().expect("a board"));
            }
            None => self.session.say_goodbye(),
        }
    }

    fn hear(&mut self, text: &str) {
        match self.session.received(text) {
            Some(ServerHeard::Mode(Mode::Freeplay)) => {
                self.session.agree();
                let move_time = Duration::from_millis(4_100);
                self.session.announce("k3h9", "Ada \"the\" Great", move_time);
                self.ask();
            }
            Some(ServerHeard::Mode(Mode::Verify)) => {
                self.session.agree();
                let board = "<3,0,0,3,3,3,3,3,3>".parse().expect("a board");
                let pit = "1".parse().expect("a pit");
                assert!(self.session.ask_problem(board, pit).is_some());
            }
            Some(ServerHeard::Mode(Mode::Eval)) => self.session.decline("no evaluations here"),
            Some(ServerHeard::Yielded(state)) => {
                let _ = self.session.stop(state);
                self.ask();
            }
            Some(ServerHeard::Solved(true)) => {
                self.session.set(Setting::Outcome(GameOutcome::Win));
                self.session.say_goodbye();
            }
            Some(
                ServerHeard::Set(_)
                | ServerHeard::Moved(_)
                | ServerHeard::Illegal(_)
                | ServerHeard::Evaluated(..)
                | ServerHeard::Solved(false)
                | ServerHeard::Alive
                | ServerHeard::Ended,
            )
            | None => {}
        }
    }
}

/// Compares what our side says with the lines of a recorded exchange that begin with `ours`. What the
/// other side says is handed to `hear`.
fn follow(exchange: &str, ours: char, mut next: impl FnMut(Option<&str>) -> Vec<String>) {
    let mut said = next(None).into_iter();
    for line in exchange.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (who, text) = line.split_once(": ").expect("a line of an exchange");
        if who.starts_with(ours) {
            assert_eq!(said.next().as_deref(), Some(text), "{line}");
        } else {
            assert_eq!(said.next(), None, "before {line}");
            said = next(Some(text)).into_iter();
        }
    }
    assert_eq!(said.next(), None, "at the end");
}

/// The exchange that is shown in the documentation.
fn documented() -> &'static str {
    let document = include_str!("../../../docs/kgp.md");
    let (_, exchange) = document.split_once("```kgp\n").expect("an exchange");
    exchange.split_once("```").expect("its end").0
}

#[test]
fn a_server_answers_as_recorded() {
    let exchanges = [
        include_str!("exchanges/server_freeplay.txt"),
        include_str!("exchanges/server_mistakes.txt"),
        include_str!("exchanges/server_verify.txt"),
        include_str!("exchanges/server_other_mode.txt"),
        documented(),
    ];
    for exchange in exchanges {
        let mut asker = Asker::new(&["<3,0,0,3,3,3,3,3,3>", "<3,1,0,3,3,0,4,4,3>"]);
        follow(exchange, 's', |text| {
            if let Some(text) = text {
                asker.hear(text);
            }
            std::iter::from_fn(|| asker.session.next_line()).collect()
        });
    }
}

#[test]
fn a_client_answers_as_recorded() {
    let exchanges = [
        (Mode::Freeplay, include_str!("exchanges/client_freeplay.txt")),
        (Mode::Eval, include_str!("exchanges/client_eval.txt")),
        (Mode::Verify, include_str!("exchanges/client_verify.txt")),
    ];
    for (mode, exchange) in exchanges {
        let mut session = ClientSession::new(mode, Some("Pip".into()), Some("s3cret".into()));
        follow(exchange, 'c', |text| {
            match text.and_then(|text| session.received(text)) {
                Some(ClientHeard::Asked { state, .. }) if mode == Mode::Eval => {
                    session.evaluate(state, 0.5);
                }
                // Boards whose South store is empty are thought about for long.
                Some(ClientHeard::Asked { state, board }) => {
                    session.play(state, "1".parse().expect("a pit"));
                    if !board.to_string().starts_with("<3,0") {
                        session.play(state, "3".parse().expect("a pit"));
                        session.give_way(state);
                    }
                }
                Some(ClientHeard::Stopped(state)) => {
                    session.play(state, "2".parse().expect("a pit"));
                    session.give_way(state);
                }
                Some(
                    ClientHeard::Set(_)
                    | ClientHeard::Checked(_)
                    | ClientHeard::Complained(_)
                    | ClientHeard::Declined(_)
                    | ClientHeard::OtherVersion(_)
                    | ClientHeard::Ended,
                )
                | None => {}
            }
            std::iter::from_fn(|| session.next_line()).collect()
        });
    }
}

#[test]
fn another_version_is_not_spoken() {
    let mut session = ClientSession::new(Mode::Freeplay, None, None);
    assert_eq!(session.received("kgp 2 0 0"), Some(ClientHeard::OtherVersion([2, 0, 0])));
    assert!(session.next_line().is_some_and(|line| line.starts_with("1 error")));
    assert_eq!(session.next_line().as_deref(), Some("3 goodbye"));
    assert_eq!(session.received("4 state <1,0,0,4,4>"), None);
}

#[test]
fn a_server_that_asks_for_everything_at_once_is_told_so() {
    let mut session = ClientSession::new(Mode::Freeplay, None, None);
    session.received("kgp 1 0 0");
    let asked = (0..1_000)
        .filter(|number| session.received(&format!("{} state <1,0,0,4,4>", 2 * number)).is_some())
        .count();
    assert_eq!(asked, 64);
    let errors = std::iter::from_fn(|| session.next_line()).filter(|line| line.contains("error"));
    assert_eq!(errors.count(), 1_000 - 64);
}

/// What hostile lines are put together from.
const PARTS: [&str; 32] = [
    "move",
    "yield",
    "set",
    "state",
    "stop",
    "mode",
    "kgp",
    "ok",
    "error",
    "@",
    "\"",
    "\\",
    "<",
    ">",
    ",",
    "-",
    "+",
    ".",
    "99999999999999999999",
    "-9223372036854775808",
    "<6,0,0,4",
    "info:name",
    "auth:token",
    "freeplay",
    "\u{0}",
    "\u{1b}[2J",
    "é",
    "🦀",
    "2",
    "1@2",
    "solution",
    "problem",
];

/// Bytes that are nearly a line, or nothing like one. The same seed gives the same lines.
fn hostile(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut roll = move |sides: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % sides
    };
    match roll(8) {
        // Not even text.
        0 => (0..=roll(200)).map(|_| 128 + roll(128) as u8).collect(),
        1 => vec![b'a' + roll(26) as u8; 16_385 + roll(100_000) as usize],
        2 => format!("move {}", "9".repeat(1 + roll(400) as usize)).into_bytes(),
        3 => format!("2@2 state <{}>", "1,".repeat(1 + roll(5_000) as usize)).into_bytes(),
        _ => {
            let spaces = if roll(2) == 0 { " " } else { "" };
            let parts: Vec<&str> = (0..=roll(9)).map(|_| PARTS[roll(32) as usize]).collect();
            parts.join(spaces).into_bytes()
        }
    }
}

#[test]
fn a_thousand_hostile_lines_are_answered_or_ignored_and_change_nothing() {
    let (mut server, mut client) =
        (ServerSession::new(), ClientSession::new(Mode::Freeplay, None, None));
    let state = server.ask("<3,0,0,3,3,3,3,3,3>".parse().expect("a board"));
    while server.next_line().is_some() {}
    let mut buffer = LineBuffer::default();
    let (mut lines, mut errors) = (0, 0);
    for seed in 0..1_000 {
        let mut bytes = hostile(seed);
        bytes.retain(|&byte| byte != b'\n');
        for part in bytes.chunks(1_000) {
            buffer.push(part);
            assert_eq!(buffer.next_line().filter(Result::is_ok), None);
        }
        buffer.push(b"\r\n");
        // A line that is too long has been answered before its end.
        let arrived = buffer.next_line().unwrap_or(Err(NotALine::TooLong));
        lines += 1;
        match arrived {
            Ok(text) => {
                // What would be meant, and end or change something, is another test's business.
                let is_meant = ["mode", "goodbye", "yield", "auth:token", "info:name", "move"];
                if is_meant.iter().any(|word| text.contains(word))
                    && text.parse::<parlor_kgp::Line>().is_ok()
                {
                    continue;
                }
                server.received(&text);
                client.received(&text);
            }
            Err(wrong) => {
                server.misread(wrong);
                client.misread(wrong);
            }
        }
        while let Some(line) = server.next_line() {
            errors += usize::from(line.contains(" error \""));
            assert!(line.len() < 400, "an answer is short: {line}");
        }
        while client.next_line().is_some() {}
    }
    assert_eq!(lines, 1_000);
    assert!(errors > 800, "{errors}");
    assert_eq!(server.received("1@2 pong"), Some(ServerHeard::Alive));
    assert_eq!(server.received("3 move 2"), Some(ServerHeard::Moved(state)));
    assert!(!server.has_ended());
    assert_eq!(server.stop(state), "2".parse().ok());
}

#[test]
fn a_bot_that_is_dismissed_does_not_take_its_mode_for_declined() {
    let mut server = ServerSession::new();
    let mut client = ClientSession::new(Mode::Freeplay, None, None);
    let mut heard = Vec::new();
    let mut is_dismissed = false;
    loop {
        let mut is_quiet = true;
        while let Some(line) = server.next_line() {
            heard.extend(client.received(&line));
            is_quiet = false;
        }
        while let Some(line) = client.next_line() {
            server.received(&line);
            is_quiet = false;
        }
        if is_quiet {
            if std::mem::replace(&mut is_dismissed, true) {
                break;
            }
            server.dismiss("no answer");
        }
    }
    assert_eq!(heard, [ClientHeard::Complained("no answer".to_owned()), ClientHeard::Ended]);
}

#[test]
fn a_value_that_is_final_makes_room_for_another_state() {
    let mut client = ClientSession::new(Mode::Eval, None, None);
    client.received("2 kgp 1 1 0");
    for id in (4..).step_by(2).take(200) {
        let heard = client.received(&format!("{id} state <3,0,0,3,3,3,3,3,3>"));
        let Some(ClientHeard::Asked { state, .. }) = heard else { panic!("{id}: {heard:?}") };
        client.evaluate(state, 0.5);
        client.give_way(state);
    }
    while let Some(line) = client.next_line() {
        assert!(!line.contains("yield"), "there is no such word for values: {line}");
    }
}
