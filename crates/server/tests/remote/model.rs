//! The server against a plain model of one table: whatever two people do, send twice, send late or
//! lose on the way, and however often the server crashes, both agree.

use parlor_rules::Player;
use parlor_table::message::FromServer;
use parlor_table::{Phase, Table};
use proptest::prelude::*;
use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use tokio::runtime::Runtime;

use crate::client::{Client, pair};
use crate::host::Host;

/// A table for Tic-Tac-Toe as a child would describe it. People are 0 and 1, and so are sides.
#[derive(Clone, Debug)]
struct Model {
    /// Who sits on each side.
    seats: [Option<usize>; 2],
    /// Whose name stands at each side: also that of somebody who has left, as long as the board
    /// shows what they played.
    called: [Option<usize>; 2],
    moves: Vec<u8>,
    end: Option<End>,
    /// Who has asked for what.
    asked: Option<(usize, Wish)>,
    /// By sides.
    wins: [u32; 2],
    ties: u32,
    version: usize,
    /// How many events there were when the game last changed, and when somebody last asked.
    changed: usize,
    asked_at: usize,
    /// How many commands each person has sent, and the last of them that was carried out.
    sent: [u32; 2],
    carried_out: [Option<(Sent, usize)>; 2],
    /// What the last step should have led to.
    outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Line(usize),
    Full,
    Resigned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    TakeBack(usize),
    Rematch,
}

/// A command as it was sent.
#[derive(Clone, Debug)]
struct Sent {
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Nothing,
    Event,
    /// The event with this number, told again.
    Again(usize),
    Refused(&'static str),
}

#[derive(Clone, Debug)]
enum Step {
    Do(usize, Deed),
    /// The same command again, under the same name.
    Duplicate(usize),
    /// A command that was decided on before the last event.
    Late(usize, Deed),
    /// A command is sent and the connection lost before anything is read.
    Lose(usize, Deed),
    /// A command comes from another device of the same person.
    Elsewhere(usize, Deed),
    Reconnect(usize),
    Crash,
    Restart,
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Move(u8),
    AskTakeBack,
    AcceptTakeBack,
    AskRematch,
    AcceptRematch,
    Rename,
    Resign,
    Leave,
    Join,
}

const NAMES: [&str; 2] = ["Ada", "Ben"];

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Model {
    fn side_of(&self, person: usize) -> Option<usize> {
        self.seats.iter().position(|&seat| seat == Some(person))
    }

    fn squares(&self, side: usize) -> Vec<u8> {
        self.moves.iter().copied().skip(side).step_by(2).collect()
    }

    /// Does what somebody wants who knows so many events.
    fn deed(&mut self, person: usize, deed: Deed, known: usize) -> Result<(), &'static str> {
        let depends_on = match deed {
            Deed::Move(_) => self.changed,
            Deed::AcceptTakeBack | Deed::AcceptRematch => self.changed.max(self.asked_at),
            _ => 0,
        };
        if known < depends_on {
            return Err("stale");
        }
        let other = 1 - person;
        let Some(side) = self.side_of(person) else {
            return if matches!(deed, Deed::Join) { self.join(person) } else { Err("not-seated") };
        };
        let waiting = self.seats.contains(&None);
        match deed {
            Deed::Move(_) | Deed::AskTakeBack | Deed::AskRematch | Deed::Resign if waiting => {
                return Err("seat-free");
            }
            Deed::Join => return Err("already-seated"),
            Deed::Leave => {
                if !waiting && self.end.is_none() {
                    return Err("not-over");
                }
                self.seats[side] = None;
                if self.end.is_none() {
                    self.called[side] = None;
                }
                self.asked = None;
            }
            Deed::Move(square) => {
                if self.end.is_some() {
                    return Err("over");
                }
                if side != self.moves.len() % 2 {
                    return Err("not-your-turn");
                }
                if self.moves.contains(&square) || square > 8 {
                    return Err("illegal");
                }
                self.moves.push(square);
                self.asked = None;
                let mine = self.squares(side);
                if LINES.iter().any(|line| line.iter().all(|square| mine.contains(square))) {
                    self.end = Some(End::Line(side));
                    self.wins[side] += 1;
                } else if self.moves.len() == 9 {
                    self.end = Some(End::Full);
                    self.ties += 1;
                }
            }
            Deed::AskTakeBack => {
                if self.end == Some(End::Resigned) {
                    return Err("over");
                }
                let mine = |number: &usize| number % 2 == side;
                let to = (0..self.moves.len()).rev().find(mine).ok_or("no-such-move")?;
                return self.ask(person, Wish::TakeBack(to));
            }
            Deed::AskRematch => {
                if self.end.is_none() {
                    return Err("not-over");
                }
                return self.ask(person, Wish::Rematch);
            }
            Deed::AcceptTakeBack => match self.asked {
                Some((asker, wish @ Wish::TakeBack(_))) if asker == other => self.grant(wish),
                _ => return Err("not-asked"),
            },
            Deed::AcceptRematch => match self.asked {
                Some((asker, Wish::Rematch)) if asker == other => self.grant(Wish::Rematch),
                _ => return Err("not-asked"),
            },
            Deed::Rename => return Ok(()),
            Deed::Resign => {
                if self.end.is_some() {
                    return Err("over");
                }
                self.end = Some(End::Resigned);
                self.asked = None;
                self.wins[1 - side] += 1;
            }
        }
        self.changed = self.version + 1;
        Ok(())
    }

    fn join(&mut self, person: usize) -> Result<(), &'static str> {
        let free = self.seats.iter().position(Option::is_none).ok_or("seat-taken")?;
        self.seats[free] = Some(person);
        self.called[free] = Some(person);
        self.asked = None;
        // Whoever takes a free seat begins a match of their own.
        if self.end.take().is_some() {
            self.moves.clear();
        }
        self.wins = [0; 2];
        self.ties = 0;
        self.changed = self.version + 1;
        Ok(())
    }

    fn ask(&mut self, person: usize, wish: Wish) -> Result<(), &'static str> {
        match self.asked {
            Some((by, _)) if by == person => return Err("already-asked"),
            Some((_, open)) if open != wish => return Err("answer-first"),
            Some(_) => {
                self.grant(wish);
                self.changed = self.version + 1;
            }
            None => {
                self.asked = Some((person, wish));
                self.asked_at = self.version + 1;
            }
        }
        Ok(())
    }

    fn grant(&mut self, wish: Wish) {
        self.asked = None;
        let end = self.end.take();
        match (wish, end) {
            (Wish::TakeBack(to), end) => {
                self.moves.truncate(to);
                let count = match end {
                    Some(End::Line(side)) => &mut self.wins[side],
                    Some(End::Full) => &mut self.ties,
                    Some(End::Resigned) | None => return,
                };
                *count -= 1;
            }
            (Wish::Rematch, _) => {
                self.moves.clear();
                self.seats.reverse();
                self.called.reverse();
                self.wins.reverse();
            }
        }
    }

    /// A new command as it is sent now by somebody who knows so many events.
    fn text(&self, person: usize, deed: Deed, known: usize) -> String {
        let id = format!("id=c{person}-{}", self.sent[person]);
        match deed {
            Deed::Move(square) => format!("move\tchoice={square}\tversion={known}\t{id}"),
            Deed::AskTakeBack => format!("ask\tfor=takeback\t{id}"),
            Deed::AcceptTakeBack => format!("accept\tfor=takeback\tversion={known}\t{id}"),
            Deed::AskRematch => format!("ask\tfor=rematch\t{id}"),
            Deed::AcceptRematch => format!("accept\tfor=rematch\tversion={known}\t{id}"),
            Deed::Rename => format!("rename\tname={}\t{id}", NAMES[person]),
            Deed::Resign => format!("resign\t{id}"),
            Deed::Leave => format!("leave\t{id}"),
            Deed::Join => format!("join\tname={}\t{id}", NAMES[person]),
        }
    }

    fn agrees_with(&self, table: &Table, version: usize) {
        assert_eq!(version, self.version);
        let nobody = ["Player 1", "Player 2"];
        let name = |side: usize| self.called[side].map_or(nobody[side], |person| NAMES[person]);
        assert_eq!(table.names(), [0, 1].map(name));
        let position = table.play().tic_tac_toe().expect("Tic-Tac-Toe");
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            for square in 0..9 {
                let at = parlor_rules::tic_tac_toe::Square::new(square).expect("a square");
                let drawn = position.mark(at) == Some(player);
                assert_eq!(drawn, self.squares(side).contains(&square), "square {square}");
            }
            assert_eq!(table.score().wins(player), self.wins[side]);
        }
        assert_eq!(table.score().ties(), self.ties);
        assert_eq!(table.phase() == Phase::Waiting, self.seats.contains(&None));
        assert_eq!(table.ending().is_some(), self.end.is_some());
        assert_eq!(table.request().is_some(), self.asked.is_some());
    }
}

struct Plan;

impl ReferenceStateMachine for Plan {
    type State = Model;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Model> {
        Just(Model {
            seats: [Some(0), Some(1)],
            called: [Some(0), Some(1)],
            moves: Vec::new(),
            end: None,
            asked: None,
            wins: [0; 2],
            ties: 0,
            version: 2,
            changed: 2,
            asked_at: 0,
            sent: [0; 2],
            carried_out: [None, None],
            outcome: Outcome::Nothing,
        })
        .boxed()
    }

    fn transitions(model: &Model) -> BoxedStrategy<Step> {
        let person = 0..2_usize;
        let mover = model.seats[model.moves.len() % 2].unwrap_or(0);
        let deed = prop_oneof![
            4 => (0..10_u8).prop_map(Deed::Move),
            2 => Just(Deed::AskTakeBack),
            2 => Just(Deed::AcceptTakeBack),
            2 => Just(Deed::AskRematch),
            2 => Just(Deed::AcceptRematch),
            2 => Just(Deed::Rename),
            1 => Just(Deed::Resign),
            2 => Just(Deed::Leave),
            3 => Just(Deed::Join),
        ];
        prop_oneof![
            10 => (0..9_u8).prop_map(move |square| Step::Do(mover, Deed::Move(square))),
            8 => (person.clone(), deed.clone()).prop_map(|(person, deed)| Step::Do(person, deed)),
            3 => person.clone().prop_map(Step::Duplicate),
            3 => (person.clone(), deed.clone()).prop_map(|(person, deed)| Step::Late(person, deed)),
            2 => (0..9_u8).prop_map(move |square| Step::Late(mover, Deed::Move(square))),
            3 => (person.clone(), deed.clone()).prop_map(|(person, deed)| Step::Lose(person, deed)),
            2 => (person.clone(), deed).prop_map(|(person, deed)| Step::Elsewhere(person, deed)),
            2 => person.prop_map(Step::Reconnect),
            1 => Just(Step::Crash),
            1 => Just(Step::Restart),
        ]
        .boxed()
    }

    fn apply(mut model: Model, step: &Step) -> Model {
        model.outcome = match *step {
            Step::Do(person, deed)
            | Step::Late(person, deed)
            | Step::Lose(person, deed)
            | Step::Elsewhere(person, deed) => {
                model.sent[person] += 1;
                let known = model.version - lateness(step);
                let text = model.text(person, deed, known);
                match model.deed(person, deed, known) {
                    Ok(()) => {
                        model.carried_out[person] = Some((Sent { text }, model.version));
                        model.version += 1;
                        Outcome::Event
                    }
                    Err(reason) => Outcome::Refused(reason),
                }
            }
            Step::Duplicate(person) => match &model.carried_out[person] {
                Some((_, version)) => Outcome::Again(*version),
                None => Outcome::Nothing,
            },
            Step::Reconnect(_) | Step::Crash | Step::Restart => Outcome::Nothing,
        };
        model
    }
}

struct Server {
    runtime: Runtime,
    host: Host,
    people: [Option<Client>; 2],
}

impl Server {
    async fn again(host: &Host, person: &mut Option<Client>) {
        let client = person.take().expect("somebody is connected");
        *person = Some(client.again(host).await);
    }

    /// What a command led to, as its sender sees it.
    async fn answer(client: &mut Client) -> Outcome {
        loop {
            match client.next().await {
                FromServer::Events(news) if news.from + 1 == client.version() => {
                    return Outcome::Event;
                }
                FromServer::Events(news) => return Outcome::Again(news.from),
                FromServer::Refused { problem, .. } => {
                    return Outcome::Refused(problem.reason.code());
                }
                FromServer::Presence(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn step(host: &mut Host, people: &mut [Option<Client>; 2], model: &Model, step: Step) {
        match step {
            // What is refused may as well be read: it could arrive late and be in order then.
            Step::Do(person, deed) | Step::Late(person, deed) | Step::Lose(person, deed)
                if model.outcome != Outcome::Event || !matches!(step, Step::Lose(..)) =>
            {
                let client = people[person].as_mut().expect("somebody is connected");
                let text = with_key(sent(model, person, deed, lateness(&step)), client);
                client.send(&text).await;
                assert_eq!(Self::answer(client).await, model.outcome);
            }
            Step::Elsewhere(person, deed) => {
                let client = people[person].as_mut().expect("somebody is connected");
                let text = with_key(sent(model, person, deed, 0), client);
                let mut device = client.twin(host).await;
                device.send(&text).await;
                assert_eq!(Self::answer(&mut device).await, model.outcome);
                if matches!(deed, Deed::Join) {
                    // The key that was used there opens the seat here too.
                    Self::again(host, &mut people[person]).await;
                }
            }
            Step::Duplicate(person) => {
                if let Some((sent, version)) = &model.carried_out[person] {
                    let client = people[person].as_mut().expect("somebody is connected");
                    let text = with_key(sent.text.clone(), client);
                    client.send(&text).await;
                    let told = client.news().await;
                    assert_eq!((told.from, told.entries.len()), (*version, 1));
                }
            }
            Step::Do(person, deed) | Step::Late(person, deed) | Step::Lose(person, deed) => {
                let client = people[person].as_mut().expect("somebody is connected");
                let text = with_key(sent(model, person, deed, 0), client);
                let key = client.token.clone();
                client.send(&text).await;
                // Whether it arrived cannot be known: so it is sent again.
                Self::again(host, &mut people[person]).await;
                let client = people[person].as_mut().expect("somebody is connected");
                if matches!(deed, Deed::Join) {
                    client.token = key;
                }
                client.send(&text).await;
                client.send("ping").await;
                while client.next().await != FromServer::Pong {}
            }
            Step::Reconnect(person) => Self::again(host, &mut people[person]).await,
            Step::Crash => {
                host.crash().await;
                host.open().await;
            }
            Step::Restart => {
                let sent_away = people
                    .iter_mut()
                    .flatten()
                    .map(|client| async { while client.receive().await.is_ok() {} });
                tokio::join!(host.close(), futures_util::future::join_all(sent_away));
                host.open().await;
            }
        }
        if matches!(step, Step::Crash | Step::Restart) {
            for person in &mut *people {
                Self::again(host, person).await;
            }
        }
        for client in people.iter_mut().flatten() {
            client.reach(model.version).await;
            let watching = model.seats.iter().filter(|seat| seat.is_none()).count();
            client.sees(model.seats.map(|seat| seat.is_some()), watching).await;
            model.agrees_with(&client.table(), client.version());
        }
    }
}

/// A command with the key that a seat will have, if it asks for one.
fn with_key(text: String, client: &Client) -> String {
    match &client.token {
        Some(token) if text.starts_with("join") => format!("{text}\ttoken={token}"),
        _ => text,
    }
}

/// How many of the events somebody does not know yet who sends something.
fn lateness(step: &Step) -> usize {
    usize::from(matches!(step, Step::Late(..)))
}

/// The text that the model has just counted as sent by somebody who did not know so many events.
fn sent(model: &Model, person: usize, deed: Deed, late: usize) -> String {
    let before = model.version - usize::from(model.outcome == Outcome::Event);
    model.text(person, deed, before - late)
}

impl StateMachineTest for Server {
    type SystemUnderTest = Self;
    type Reference = Plan;

    fn init_test(_: &Model) -> Self {
        let runtime = Runtime::new().expect("a runtime can be started");
        let (host, people) = runtime.block_on(async {
            let host = Host::start().await;
            let people = pair(&host, "game=tic-tac-toe").await;
            (host, people.map(Some))
        });
        Self { runtime, host, people }
    }

    fn apply(mut server: Self, model: &Model, step: Step) -> Self {
        let Self { runtime, host, people } = &mut server;
        runtime.block_on(Self::step(host, people, model, step));
        server
    }
}

prop_state_machine! {
    #![proptest_config(Config { cases: 16, failure_persistence: None, ..Config::default() })]

    #[test]
    fn server_and_model_agree_whatever_happens(sequential 1..60 => Server);
}
