//! `docs/protocol.md`, the JSON Schema and the server say the same.

use std::collections::BTreeSet;
use std::path::Path;

use jsonschema::Validator;
use parlor_protocol::message::{FromClient, FromServer, NewTable, Problem, Reason, SeatKey};
use parlor_protocol::schema;
use parlor_table::Refusal;
use serde_json::{Value, json};

use crate::client::{Client, connect, is_a, pair, reason_in};
use crate::following::Follower;
use crate::host::Host;
use crate::hostile::ask;

/// The table that the docs speak of.
const DOCUMENTED: &str = "q3mX0aVbT9Lk2PzR";

fn docs() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    std::fs::read_to_string(path).expect("the protocol is documented")
}

/// The examples of a kind, a line each.
fn examples(kind: &str) -> Vec<String> {
    let docs = docs();
    let fence = format!("```json {kind}\n");
    let inside = |block: &str| block.split_once("\n```").expect("a block ends").0.to_owned();
    let blocks = docs.split(&fence).skip(1).map(inside);
    blocks.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// What checks text against one of the definitions in the schema.
fn validator(name: &str) -> Validator {
    let mut document = schema::document();
    document["anyOf"] = json!([{ "$ref": format!("#/$defs/{name}") }]);
    jsonschema::validator_for(&document).expect("a JSON Schema")
}

fn assert_valid(validator: &Validator, text: &str) {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    if let Err(error) = validator.validate(&value) {
        panic!("{text}: {error}");
    }
}

/// The types of messages or events that a definition has.
fn types_in(name: &str) -> BTreeSet<String> {
    let document = schema::document();
    let variants = document["$defs"][name]["oneOf"].as_array().expect("a choice").clone();
    let kind = |variant: &Value| variant["properties"]["type"]["const"].as_str().map(str::to_owned);
    variants.iter().map(|variant| kind(variant).expect("a type")).collect()
}

fn types_of(examples: &[String]) -> BTreeSet<String> {
    let kind = |text: &String| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        value["type"].as_str().expect("a type").to_owned()
    };
    examples.iter().map(kind).collect()
}

#[test]
fn every_message_and_event_has_an_example_and_every_example_is_valid() {
    let only_on_one_screen = ["toss", "redo", "marks"].map(str::to_owned);
    let [client, server, events] = ["client", "server", "events"].map(examples);
    let mut shown = types_of(&client);
    shown.extend(only_on_one_screen);
    assert_eq!(shown, types_in("ClientMessage"));
    assert_eq!(types_of(&server), types_in("ServerMessage"));
    assert_eq!(types_of(&events), types_in("Event"));
    for (name, examples) in [
        ("ClientMessage", &client),
        ("ServerMessage", &server),
        ("Event", &events),
        ("NewTable", &examples("new-table")),
        ("SeatKey", &examples("seat-key")),
        ("Problem", &examples("problem")),
    ] {
        assert!(!examples.is_empty(), "{name}");
        let validator = validator(name);
        for text in examples {
            assert_valid(&validator, text);
        }
    }
    for text in &client {
        assert_eq!(text.parse::<FromClient>().expect(text).to_string(), spelled_out(text));
    }
    for text in &server {
        assert_eq!(text.parse::<FromServer>().expect(text).to_string(), *text);
    }
    for text in &events {
        let entry = parlor_protocol::event_log::read_entry(text).expect(text);
        assert_eq!(parlor_protocol::event_log::write_entry(&entry), *text);
    }
}

/// An example as the crate writes it: with what may be left out.
fn spelled_out(text: &str) -> String {
    match text {
        r#"{"type":"leave"}"# => r#"{"type":"leave","data":{}}"#.to_owned(),
        _ if text.starts_with(r#"{"type":"hello""#) && !text.contains("version") => {
            text.replace("}}", r#","version":0}}"#)
        }
        // The key of a seat stands before the key of the command.
        _ if text.starts_with(r#"{"type":"join""#) && text.contains("token") => {
            let (head, rest) = text.split_once(r#""id":"b1","#).expect("a key");
            format!("{head}{}", rest.replace("}}", r#","id":"b1"}}"#))
        }
        _ => text.to_owned(),
    }
}

#[test]
fn what_makes_no_sense_is_not_valid_either() {
    for (name, text) in [
        ("ClientMessage", r#"{"type":"fly"}"#),
        ("ClientMessage", r#"{"type":"move","data":{"choice":2}}"#),
        ("ClientMessage", r#"{"type":"move","data":{"choice":9,"version":1}}"#),
        ("ClientMessage", r#"{"type":"move","data":{"choice":"2","version":1}}"#),
        ("ClientMessage", r#"{"type":"accept","data":{"for":"draw"}}"#),
        ("ClientMessage", r#"{"type":"ask","data":{"for":"mercy"}}"#),
        ("ClientMessage", r#"{"type":"hello"}"#),
        ("ClientMessage", r#"{"type":"hello","data":{"protocol":2,"table":"../a"}}"#),
        ("Event", r#"{"type":"moved"}"#),
        ("Event", r#"{"type":"moved","data":{"choice":2},"by":3}"#),
        ("Event", r#"{"type":"seated","data":{"player":1,"seat":{"occupant":"cat"}}}"#),
        ("NewTable", r#"{"name":"Ada"}"#),
        ("NewTable", r#"{"game":"gems","clock":{"initial":0}}"#),
        ("SeatKey", r#"{"table":"a","seat":3,"token":"b"}"#),
    ] {
        let value: Value = serde_json::from_str(text).expect("JSON");
        assert!(!validator(name).is_valid(&value), "{text}");
    }
    for text in [r#"{"type":"resign"}"#, r#"{"type":"ping","at":"noon"}"#, r#"{"type":"undo"}"#] {
        assert_valid(&validator("ClientMessage"), text);
    }
}

#[test]
fn every_reason_is_documented() {
    let docs = docs();
    for reason in Refusal::ALL.map(Reason::Refused).into_iter().chain(Reason::OWN) {
        let shown = docs.contains(&format!("`{}`", reason.code()));
        // A table is opened by the server alone.
        assert!(shown || reason == Reason::Refused(Refusal::Opening), "{reason:?}");
    }
}

#[tokio::test]
async fn a_server_understands_every_example() {
    let host = Host::start().await;
    for text in examples("new-table") {
        let (status, answer) = host.request("/api/anyone", &[], text.clone().into()).await;
        assert_eq!(status, 200, "{text}: {answer}");
        assert_valid(&validator("SeatKey"), &answer);
        text.parse::<NewTable>().expect("a table");
        answer.trim_end().parse::<SeatKey>().expect("a seat");
    }
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    for text in examples("client") {
        let mut socket = connect(host.address, None).await.expect("a connection");
        let is_hello = text.starts_with(r#"{"type":"hello""#);
        let hello = message!("hello", protocol: 2, table: key.table, token: key.token);
        let text = text.replace(DOCUMENTED, key.table.as_str());
        if !is_hello {
            assert!(is_a("welcome", &ask(&mut socket, &hello).await));
        }
        let mut answer = ask(&mut socket, &text).await;
        while is_a("presence", &answer) {
            answer = ask(&mut socket, &message!("ping")).await;
        }
        if is_a("error", &answer) || is_a("refused", &answer) {
            let reason = reason_in(&answer);
            assert!(!["malformed", "unknown-message"].contains(&&*reason), "{text}: {answer}");
        }
    }
}

#[tokio::test]
async fn everything_that_a_server_says_is_valid() {
    let mut host = Host::start().await;
    let messages = validator("ServerMessage");
    let [mut one, mut two] = pair(&host, json!({"game": "gems", "clock": {"initial": 60}})).await;
    one.play(2).await;
    one.send(&message!("react", kind: "clap")).await;
    one.send(&message!("ping")).await;
    two.send(&message!("move", choice: 0, version: 99)).await;
    two.send(&message!("fly")).await;
    let watcher = Client::visit(&host, &one.table_id).await;
    let mut seen = BTreeSet::from(["welcome", "presence", "events"].map(str::to_owned));
    for _ in 0..3 {
        let message = one.next().await.to_string();
        assert_valid(&messages, &message);
        seen.extend(types_of(&[message]));
    }
    while !seen.contains("error") || !seen.contains("refused") {
        let message = two.next().await.to_string();
        assert_valid(&messages, &message);
        seen.extend(types_of(&[message]));
    }
    // What is sent, as text: a welcome with a whole log, and the end of it all.
    let mut socket = connect(host.address, None).await.expect("a connection");
    let hello = message!("hello", protocol: 2, table: one.table_id);
    let welcome = ask(&mut socket, &hello).await;
    assert_valid(&messages, &welcome);
    assert_eq!(welcome.parse::<FromServer>().expect("a welcome").to_string(), welcome);
    drop((socket, watcher, two));
    let said = async {
        while let Ok(message) = one.receive().await {
            seen.extend(types_of(&[message.to_string()]));
        }
    };
    tokio::join!(host.close(), said);
    assert_eq!(seen, types_in("ServerMessage"));
    let (status, problem) = {
        let other = Host::start().await;
        other.request("/api/tables", &[], b"{}".to_vec()).await
    };
    assert_eq!(status, 400);
    assert_valid(&validator("Problem"), &problem);
    problem.parse::<Problem>().expect("a problem");
}

#[tokio::test]
async fn the_server_describes_itself_without_any_other_host() {
    let host = Host::start().await;
    let (status, text) = host.get("/api/schema.json").await;
    assert_eq!(status, 200);
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), schema::document());

    let (status, text) = host.get("/api/openapi.json").await;
    assert_eq!(status, 200);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    // Every reference leads somewhere.
    let mut references =
        text.split(r#""$ref": ""#).skip(1).map(|rest| &rest[..rest.find('"').expect("an end")]);
    assert!(references.clone().count() > 10);
    assert!(references.all(|reference| {
        let name = reference.strip_prefix("#/components/schemas/").expect("a schema");
        schemas.contains_key(name)
    }));
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    for path in document["paths"].as_object().expect("paths").keys() {
        // The head is enough: what follows a table has no end.
        let path = path.replace("{id}", key.table.as_str());
        let answer = host.fetch("HEAD", &path, &[]).await;
        assert_ne!(answer.status(), 404, "{path}");
    }

    let (status, page) = host.get("/api").await;
    assert_eq!(status, 200);
    assert!(page.contains("POST /api/tables") && page.contains("id=\"ClientMessage\""));
    assert!(!page.contains("<script") && !page.contains("style=") && !page.contains("://"));
    assert_eq!(host.get("/api/style.css").await.0, 200);
}

/// A request in the docs, and what they show as the answer.
struct Shown {
    path: String,
    answer: String,
}

fn plain_requests() -> Vec<Shown> {
    let docs = docs();
    let shown = |block: &str| {
        let (block, _) = block.split_once("\n```").expect("a block ends");
        let (command, answer) = block.split_once('\n').expect("an answer is shown");
        let (_, address) = command.split_once("'http://localhost:7474").expect("an address");
        let path = address.strip_suffix('\'').expect("an address ends").to_owned();
        Shown { path, answer: answer.to_owned() }
    };
    docs.split("```console\n$ curl ").skip(1).map(shown).collect()
}

/// Whether a text begins as is shown, where `…` stands for anything.
fn begins_as_shown(text: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let mut rest = text.strip_prefix(first);
    for part in parts {
        rest = rest.and_then(|rest| rest.find(part).map(|at| &rest[at + part.len()..]));
    }
    rest.is_some()
}

/// The schema that `OpenAPI` names for an answer.
fn schema_of_answer(openapi: &Value, path: &str, status: u16) -> Validator {
    let response = &openapi["paths"][path]["get"]["responses"][status.to_string()];
    let schema = &response["content"]["application/json"]["schema"];
    assert!(schema["$ref"].is_string(), "{path}: {status} is not described");
    let mut document = schema.clone();
    document["components"] = openapi["components"].clone();
    jsonschema::validator_for(&document).expect("a JSON Schema")
}

#[tokio::test]
async fn every_plain_request_is_answered_as_the_docs_and_the_schema_say() {
    let host = Host::start().await;
    let openapi: Value =
        serde_json::from_str(&host.get("/api/openapi.json").await.1).expect("JSON");
    let key = host.set(json!({"game": "tic-tac-toe", "name": "Ada", "seat": 1})).await;
    let mut ada = Client::sit(&host, &key).await;
    let _ben = Client::join(&host, &key.table, "Ben").await;
    ada.reach(2).await;
    ada.send(&message!("move", choice: 4, version: 2, id: "k3")).await;
    ada.reach(3).await;
    let mut asked = BTreeSet::new();
    for Shown { path, answer } in plain_requests() {
        let [path, answer] = [path, answer].map(|it| it.replace(DOCUMENTED, key.table.as_str()));
        let plain = path.split('?').next().unwrap_or_default().replace(key.table.as_str(), "{id}");
        if plain.ends_with("/events") {
            let mut follower = Follower::start(&host, &path, "").await;
            let read = follower.events(3).await;
            assert!(begins_as_shown(&read, &answer), "{path}\n{read}\n{answer}");
            let events = validator("Event");
            let told: Vec<_> =
                read.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
            assert_eq!(told.len(), 3);
            for event in told {
                assert_valid(&events, event);
            }
        } else {
            let (status, text) = host.get(&path).await;
            assert!(begins_as_shown(text.trim_end(), &answer), "{path}\n{text}\n{answer}");
            assert_valid(&schema_of_answer(&openapi, &plain, status), &text);
        }
        asked.insert(plain);
    }
    let reads = |(path, methods): (&String, &Value)| {
        let operation = methods["get"]["operationId"].as_str()?;
        let reads = ["moves", "replay", "analyze", "solve", "table", "follow"];
        reads.contains(&operation).then(|| path.clone())
    };
    let described = openapi["paths"].as_object().expect("paths").iter();
    assert_eq!(asked, described.filter_map(reads).collect(), "each has an example");
    assert_eq!(asked.len(), 6);
}

#[tokio::test]
async fn answers_that_are_not_as_described_are_not_valid() {
    let host = Host::start().await;
    let openapi: Value =
        serde_json::from_str(&host.get("/api/openapi.json").await.1).expect("JSON");
    let key = host.set(json!({"game": "gems", "seat": 1, "clock": {"initial": 60}})).await;
    for (path, plain) in [
        ("/api/moves?rules=gems", "/api/moves"),
        ("/api/replay?game=kalah~S~4s2", "/api/replay"),
        ("/api/analyze?rules=gems&nodes=100", "/api/analyze"),
        ("/api/solve?rules=tic-tac-toe&value-only=true", "/api/solve"),
        (&format!("/api/tables/{}", key.table), "/api/tables/{id}"),
    ] {
        let (_, text) = host.get(path).await;
        let valid = schema_of_answer(&openapi, plain, 200);
        assert_valid(&valid, &text);
        let whole: Value = serde_json::from_str(&text).expect("JSON");
        for member in whole.as_object().expect("an object").keys() {
            let mut without = whole.clone();
            without.as_object_mut().expect("an object").remove(member);
            assert!(!valid.is_valid(&without), "{path} without {member}");
            let mut wrong = whole.clone();
            wrong[member] = json!({ "wrong": true });
            assert!(!valid.is_valid(&wrong), "{path} with a wrong {member}");
        }
    }
}
