//! What programs ask by plain requests.

use std::time::Duration;

use parlor_report::{MovesReport, ReplayReport};
use parlor_rules::AnyPosition;
use serde_json::{Value, json};
use ureq::http::Response;

use crate::client::{Client, connect, pair};
use crate::host::Host;

async fn get(host: &Host, path: &str) -> (u16, Value) {
    let (status, text) = host.get(path).await;
    (status, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {text}: {error}")))
}

#[tokio::test]
async fn moves_and_games_are_told_as_the_program_tells_them() {
    let host = Host::start().await;
    let opening = AnyPosition::opening("gems".parse().expect("rules"));
    let expected = serde_json::to_string(&MovesReport::of(&opening)).expect("JSON") + "\n";
    assert_eq!(host.get("/api/moves?rules=gems").await, (200, expected));
    let position = "%3C6,0,0,4,4,4,4,4,4,4,4,4,4,4,4%3E+N";
    let (status, report) = get(&host, &format!("/api/moves?rules=kalah&position={position}")).await;
    assert_eq!((status, &report["turn"]), (200, &json!("N")));

    let game = "kalah~S~361".parse().expect("a game");
    let expected = serde_json::to_string(&ReplayReport::of(&game)).expect("JSON") + "\n";
    for path in [
        "/api/replay?game=kalah~S~361",
        "/api/replay?rules=kalah&moves=361",
        "/api/replay?moves=3,6,1&rules=kalah&mood=good",
    ] {
        assert_eq!(host.get(path).await, (200, expected.clone()), "{path}");
    }
}

#[tokio::test]
async fn a_question_that_makes_no_sense_is_answered_with_what_is_wrong() {
    let host = Host::start().await;
    for (path, wrong) in [
        ("/api/moves", "rules"),
        ("/api/moves?rules=chess", "rules: "),
        ("/api/moves?rules=%ff", "rules: "),
        ("/api/moves?rules=gems&rules=gems", "rules"),
        ("/api/moves?rules=gems&position=X", "position: "),
        ("/api/replay?game=gems~S~9", "game: "),
        ("/api/replay?rules=kalah&moves=3,3", "moves: move 2: pit 3 is empty"),
        ("/api/replay?rules=kalah", "either game"),
        ("/api/replay?rules=kalah&moves=3&game=gems~S~3", "either game"),
        ("/api/analyze?rules=gems&time=0ms", "time: "),
        ("/api/analyze?rules=gems&time=2001ms", "time: from 1ms to 2000ms"),
        ("/api/analyze?rules=gems&time=5", "time: '5' is not a time"),
        ("/api/analyze?rules=gems&nodes=0", "nodes"),
        ("/api/solve?rules=gems&nodes=-1", "nodes"),
        ("/api/solve?rules=gems&value-only=perhaps", "value-only"),
        ("/api/solve?rules=", "rules: "),
    ] {
        let (status, problem) = get(&host, path).await;
        assert_eq!((status, &problem["reason"]), (400, &json!("malformed")), "{path}");
        let message = problem["message"].as_str().expect("a sentence");
        assert!(message.contains(wrong), "{path}: {message}");
    }
    let long = "1".repeat(8 * 1024);
    for path in [format!("/api/replay?game=gems~S~{long}"), format!("/api/moves?rules={long}")] {
        let (status, problem) = get(&host, &path).await;
        assert_eq!((status, &problem["reason"]), (413, &json!("too-long")));
    }
    for path in ["/api/moves?rules=gems", "/api/tables/AAAAAAAAAAAAAAAA"] {
        assert_eq!(host.fetch("POST", path, &[]).await.status(), 405, "{path}");
    }
}

#[tokio::test]
async fn the_engine_says_what_moves_are_worth() {
    let host = Host::start().await;
    let (status, report) = get(&host, "/api/analyze?rules=tic-tac-toe").await;
    assert_eq!((status, &report["value"], &report["proved"]), (200, &json!(0), &json!(true)));
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(9));
    let (status, report) = get(&host, "/api/analyze?rules=kalah,pits=9,stones=9&time=1ms").await;
    assert_eq!((status, &report["proved"], &report["threads"]), (200, &json!(false), &json!(1)));
    let position = "XX.OO....+X";
    let solve = format!("/api/solve?rules=tic-tac-toe&position={position}");
    let (status, report) = get(&host, &solve).await;
    assert_eq!(
        (status, &report["value"], &report["moves"][0]["line"]),
        (200, &json!(1), &json!([2]))
    );
    let (status, report) = get(&host, &format!("{solve}&value-only=true")).await;
    assert_eq!((status, &report["value"], &report["moves"]), (200, &json!(1), &json!([])));
    let (status, problem) = get(&host, "/api/solve?rules=kalah,pits=9,stones=9&nodes=9").await;
    assert_eq!((status, &problem["reason"]), (422, &json!("not-proved")));
    let (_, metrics) = host.get("/metrics").await;
    assert!(metrics.contains("parlor_analysis_seconds_total "), "{metrics}");
}

/// Asks the engine from an address until it has to wait.
async fn use_up(host: &Host, place: &str) {
    loop {
        let answer = ask_engine(host, place).await;
        if answer.status() == 200 {
            continue;
        }
        assert_eq!(answer.status(), 429);
        let problem: Value = serde_json::from_str(answer.body()).expect("JSON");
        assert_eq!(problem["reason"], "too-many");
        let seconds = answer.headers()["retry-after"].to_str().expect("text");
        assert!(seconds.parse::<u32>().expect("seconds") > 0, "{seconds}");
        return;
    }
}

async fn ask_engine(host: &Host, place: &str) -> Response<String> {
    let path = "/api/analyze?rules=kalah,pits=9,stones=9&time=5ms";
    host.fetch("GET", path, &[("x-forwarded-for", place)]).await
}

#[tokio::test]
async fn one_address_cannot_use_up_the_engine_for_others_or_for_players() {
    // A question takes longer than such a budget has in a minute.
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.analysis_per_address = Duration::from_millis(5);
        config.analysis = Duration::ZERO;
    })
    .await;
    use_up(&host, "10.0.0.1").await;
    assert_eq!(ask_engine(&host, "10.0.0.2").await.status(), 200);
    let (status, problem) = get(&host, "/api/analyze?rules=gems&time=6ms").await;
    assert_eq!((status, &problem["message"]), (400, &json!("time: from 1ms to 5ms")));
    assert_eq!(get(&host, "/api/moves?rules=gems").await.0, 200, "that needs no engine");
    let [mut one, mut two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    two.reach(one.version()).await;
}

#[tokio::test]
async fn all_addresses_together_have_so_much_of_the_engine() {
    let host = Host::start_with(|config| {
        config.behind_proxy = true;
        config.analysis_per_address = Duration::ZERO;
        config.analysis = Duration::from_millis(5);
    })
    .await;
    use_up(&host, "10.0.0.1").await;
    assert_eq!(ask_engine(&host, "10.0.0.2").await.status(), 429);
}

#[tokio::test]
async fn who_asks_too_often_has_to_wait_and_can_still_play() {
    let host = Host::start_with(|config| {
        config.requests_per_minute = 2;
        config.connections_per_minute = 9;
    })
    .await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let table = format!("/api/tables/{}", key.table);
    assert_eq!(host.get(&table).await.0, 200);
    assert_eq!(host.get("/api/moves?rules=chess").await.0, 400, "it counts all the same");
    for path in [&*table, "/api/moves?rules=gems", "/api/replay", "/api/analyze", "/api/solve"] {
        let answer = host.fetch("GET", path, &[]).await;
        assert_eq!(answer.status(), 429, "{path}");
        assert!(answer.headers().contains_key("retry-after"));
    }
    Client::sit(&host, &key).await;
}

#[tokio::test]
async fn a_table_is_told_as_it_is_stored() {
    let host = Host::start().await;
    let [mut one, two] = pair(&host, json!({"game": "gems", "clock": {"initial": 60}})).await;
    one.play(2).await;
    let path = format!("/api/tables/{}", one.table_id);
    let (status, table) = get(&host, &path).await;
    assert_eq!((status, &table["version"], &table["phase"]), (200, &json!(4), &json!("playing")));
    assert_eq!((&table["game"], &table["next"]), (&json!("gems~S~3"), &json!(1)));
    assert!(table["thinking"].is_u64() && table["players"][0]["clock"].is_u64(), "{table}");
    assert_eq!((&table["players"][1]["name"], &table["watching"]), (&json!("Ben"), &json!(0)));
    assert_eq!(table["players"][0]["presence"], "here");
    let events = table["events"].as_array().expect("the log");
    let types: Vec<_> = events.iter().map(|event| event["type"].as_str()).collect();
    assert_eq!(types, ["opened", "clocked", "seated", "moved"].map(Some));
    assert!(!table.to_string().contains("token"));

    one.send(&message!("resign")).await;
    one.reach(5).await;
    drop(two);
    one.sees([true, false], 0).await;
    let (_, table) = get(&host, &path).await;
    assert_eq!((&table["phase"], &table["ending"]), (&json!("over"), &json!("resigned")));
    assert_eq!((&table["winner"], &table["next"]), (&json!(2), &Value::Null));
    assert_eq!((&table["players"][1]["wins"], &table["ties"]), (&json!(1), &json!(0)));
    assert_eq!(table["players"][1]["presence"], "away");
    for id in ["AAAAAAAAAAAAAAAA", "..%2f..", "%00", "%ff", "a%20b"] {
        let (status, problem) = get(&host, &format!("/api/tables/{id}")).await;
        assert_eq!((status, &problem["reason"]), (404, &json!("no-such-table")), "{id}");
    }
}

#[tokio::test]
async fn a_table_is_found_after_a_restart_without_anyone_there() {
    let mut host = Host::start().await;
    let [mut one, two] = pair(&host, json!({"game": "gems"})).await;
    one.play(2).await;
    let path = format!("/api/tables/{}", one.table_id);
    drop((one, two));
    host.crash().await;
    host.open().await;
    let (status, table) = get(&host, &path).await;
    assert_eq!((status, &table["game"]), (200, &json!("gems~S~3")));
}

/// Where the page of another site says that it comes from.
const ELSEWHERE: [(&str, &str); 1] = [("origin", "https://elsewhere.example")];

#[tokio::test]
async fn pages_of_other_sites_may_read_and_nothing_else() {
    let host = Host::start_with(|config| {
        config.requests_per_minute = 6;
        // A slow machine takes its time to prove what Tic-Tac-Toe is worth.
        config.request_timeout = Duration::from_mins(5);
    })
    .await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    let table = format!("/api/tables/{}", key.table);
    for (path, status) in [
        ("/api/moves?rules=gems", 200),
        ("/api/replay?game=gems~S~3", 200),
        ("/api/analyze?rules=tic-tac-toe", 200),
        ("/api/solve?rules=tic-tac-toe", 200),
        (&table, 200),
        ("/api/moves?rules=chess", 400),
        ("/api/moves?rules=gems", 429),
        ("/api/openapi.json", 200),
        ("/api/schema.json", 200),
    ] {
        let mut answer = host.fetch("GET", path, &ELSEWHERE).await;
        while status == 429 && answer.status() == 200 {
            // A slow machine takes so long that one more is allowed.
            answer = host.fetch("GET", path, &ELSEWHERE).await;
        }
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["access-control-allow-origin"], "*", "{path}");
        assert!(!answer.headers().contains_key("access-control-allow-credentials"));
    }
    let asks = [ELSEWHERE[0], ("access-control-request-method", "GET")];
    for path in [&*format!("{table}/events"), "/api/analyze"] {
        let preflight = host.fetch("OPTIONS", path, &asks).await;
        assert_eq!(preflight.status(), 204, "{path}");
        assert_eq!(preflight.headers()["access-control-allow-methods"], "GET");
        assert_eq!(preflight.headers()["access-control-allow-headers"], "*");
    }

    let body = || json!({"game": "gems"}).to_string().into_bytes();
    for path in ["/api/tables", "/api/anyone"] {
        let (status, problem) = host.request(path, &ELSEWHERE, body()).await;
        assert_eq!((status, problem.contains(r#""reason":"origin""#)), (403, true), "{path}");
        for method in ["OPTIONS", "POST"] {
            let answer = host.fetch(method, path, &ELSEWHERE).await;
            assert!(answer.status().is_client_error(), "{method} {path}");
            let allowed = answer.headers().contains_key("access-control-allow-origin");
            assert!(!allowed, "{method} {path}");
        }
    }
    assert!(connect(host.address, Some(ELSEWHERE[0].1)).await.is_err());
}

#[tokio::test]
async fn what_stays_true_may_be_kept_and_nothing_else() {
    let host = Host::start().await;
    let key = host.set(json!({"game": "gems", "seat": 1})).await;
    for (path, caching) in [
        ("/api/moves?rules=gems", "public, max-age=3600"),
        ("/api/replay?game=gems~S~3", "public, max-age=3600"),
        ("/api/solve?rules=tic-tac-toe", "public, max-age=3600"),
        ("/api/analyze?rules=gems&nodes=100", "no-store"),
        ("/api/moves?rules=chess", "no-store"),
        (&format!("/api/tables/{}", key.table), "no-store"),
        ("/api/tables/AAAAAAAAAAAAAAAA", "no-store"),
    ] {
        let answer = host.fetch("GET", path, &[]).await;
        assert_eq!(answer.headers()["cache-control"], caching, "{path}");
        assert_eq!(answer.headers()["content-type"], "application/json", "{path}");
    }
}
