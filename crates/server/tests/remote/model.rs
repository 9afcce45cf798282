//! The server against a plain model of one table: whatever two people do, send twice, send late or
//! lose on the way, and however often the server crashes, both agree.

mod plain;

use parlor_protocol::message::FromServer;
use proptest::prelude::*;
use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use serde_json::json;
use tokio::runtime::Runtime;

use self::plain::{Deed, Model, Outcome};
use crate::client::{Client, pair};
use crate::host::Host;

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

struct Plan;

impl ReferenceStateMachine for Plan {
    type State = Model;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Model> {
        Just(Model {
            seats: [Some(0), Some(1)],
            called: [Some(0), Some(1)],
            unnamed: ["Player 1", "Player 2"],
            moves: Vec::new(),
            end: None,
            asked: None,
            wins: [0; 2],
            ties: 0,
            version: 2,
            events: 0,
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
            4 => (0..9_u8).prop_map(Deed::Move),
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
                        model.carried_out[person] = Some((text, model.version));
                        model.version += model.events;
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
        let client = person.take().expect("they are connected");
        *person = Some(client.again(host).await);
    }

    /// What a command led to, as its sender sees it.
    async fn answer(client: &mut Client) -> Outcome {
        loop {
            match client.next().await {
                FromServer::Events(news) if news.from + news.entries.len() == client.version() => {
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
                let client = people[person].as_mut().expect("they are connected");
                let text = with_key(sent(model, person, deed, lateness(&step)), client);
                client.send(&text).await;
                assert_eq!(Self::answer(client).await, model.outcome);
            }
            Step::Elsewhere(person, deed) => {
                let client = people[person].as_mut().expect("they are connected");
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
                    let client = people[person].as_mut().expect("they are connected");
                    let text = with_key(sent.clone(), client);
                    client.send(&text).await;
                    let told = client.news().await;
                    assert_eq!((told.from, told.entries.len()), (*version, 1));
                }
            }
            Step::Do(person, deed) | Step::Late(person, deed) | Step::Lose(person, deed) => {
                let client = people[person].as_mut().expect("they are connected");
                let text = with_key(sent(model, person, deed, 0), client);
                let key = client.token.clone();
                client.send(&text).await;
                // Whether it arrived cannot be known: so it is sent again.
                Self::again(host, &mut people[person]).await;
                let client = people[person].as_mut().expect("they are connected");
                if matches!(deed, Deed::Join) {
                    client.token = key;
                }
                client.send(&text).await;
                client.send(&message!("ping")).await;
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
        Some(token) if text.contains(r#""type":"join""#) => {
            text.replace(r#""data":{"#, &format!(r#""data":{{"token":"{token}","#))
        }
        _ => text,
    }
}

/// How many of the events the sender does not know yet.
fn lateness(step: &Step) -> usize {
    usize::from(matches!(step, Step::Late(..)))
}

/// The text that the model has just counted as sent by a client that did not know so many events.
fn sent(model: &Model, person: usize, deed: Deed, late: usize) -> String {
    let events = if model.outcome == Outcome::Event { model.events } else { 0 };
    let before = model.version - events;
    model.text(person, deed, before - late)
}

impl StateMachineTest for Server {
    type SystemUnderTest = Self;
    type Reference = Plan;

    fn init_test(_: &Model) -> Self {
        let runtime = Runtime::new().expect("a runtime can be started");
        let (host, people) = runtime.block_on(async {
            let host = Host::start().await;
            let people = pair(&host, json!({"game": "tic-tac-toe"})).await;
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
