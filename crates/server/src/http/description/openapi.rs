use parlor_protocol::schema;
use parlor_report::{InsightReport, MovesReport, ReplayReport};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::http::programs::TableReport;

/// The `OpenAPI` 3.1 document of the requests that the server answers.
pub(super) fn document() -> Value {
    json!({
        "openapi": "3.1.0",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "Parlor",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Mancala and Tic-Tac-Toe, online.",
            "description": "Set a table with a request, then play over a WebSocket. Messages and events are \
                            described by the schemas ClientMessage, ServerMessage and Event. Everything else is \
                            plain requests: what the rules allow, what moves are worth, and what happens at a table.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": {
            "/api/moves": { "get": moves() },
            "/api/replay": { "get": replay() },
            "/api/analyze": { "get": analyze() },
            "/api/solve": { "get": solve() },
            "/api/tables/{id}": { "get": table() },
            "/api/tables/{id}/events": { "get": follow() },
            "/api/tables": { "post": set_table(
                "setTable",
                "Set a table for a friend",
                "The answer is a seat and the token that opens it. The friend opens the link that ends with the \
                 id of the table.",
            ) },
            "/api/anyone": { "post": set_table(
                "seekOpponent",
                "Find an opponent",
                "Sets a table to wait at for anyone who wants the same game with the same clock. Who says hello \
                 there may be brought to the table of another player who waits.",
            ) },
            "/api/socket": { "get": socket() },
            "/api/schema.json": { "get": plain("schema", "The JSON Schema of all messages", "application/schema+json") },
            "/api/openapi.json": { "get": plain("openapi", "This document", "application/json") },
            "/health": { "get": health() },
            "/metrics": { "get": plain("metrics", "What the server has counted", "application/openmetrics-text") },
        },
        "components": { "schemas": schemas() },
    })
}

/// The schemas of messages, and of what only requests are answered with.
fn schemas() -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    generator.subschema_for::<MovesReport>();
    generator.subschema_for::<ReplayReport>();
    generator.subschema_for::<InsightReport>();
    generator.subschema_for::<TableReport<'_>>();
    let mut schemas = generator.take_definitions(true);
    schemas.extend(schema::components());
    schemas
}

fn moves() -> Value {
    json!({
        "operationId": "moves",
        "summary": "The legal moves of a position",
        "parameters": [rules(), position()],
        "responses": read("The moves, and the position that each one leads to.", "MovesReport", &[]),
    })
}

fn replay() -> Value {
    let described = |name, description, example| {
        parameter(name, false, description, &json!({ "type": "string", "examples": [example] }))
    };
    json!({
        "operationId": "replay",
        "summary": "Every turn of a game, step by step",
        "description": "Either game, or rules and moves, says which.",
        "parameters": [
            described("game", "A whole game in one line.", "kalah~S~361"),
            described("rules", "The rules of a game.", "kalah,stones=6"),
            described("position", "Where it begins; without it, at the start.", "X.O.X.... O"),
            described("moves", "The moves from there; s swaps sides.", "3,6,1"),
        ],
        "responses": read("The game.", "ReplayReport", &[
            ("413", problem("The query has more than 8 KiB, or the game more than 1,000 turns.")),
        ]),
    })
}

fn analyze() -> Value {
    json!({
        "operationId": "analyze",
        "summary": "What each move of a position is worth, proved or estimated",
        "description": "The engine thinks until everything is proved, the time is over, or it has looked at so many \
                        boards.",
        "parameters": [rules(), position(), time(), nodes()],
        "responses": read("What was found out.", "InsightReport", &[
            ("503", problem("The engine failed.")),
        ]),
    })
}

fn solve() -> Value {
    let flag = json!({ "type": "boolean", "default": false });
    let value_only =
        parameter("value-only", false, "Prove the value of the position alone.", &flag);
    json!({
        "operationId": "solve",
        "summary": "What a position and each of its moves are worth, proved",
        "parameters": [rules(), position(), time(), nodes(), value_only],
        "responses": read("The proved values.", "InsightReport", &[
            ("422", problem("It could not be proved within the time and the boards.")),
            ("503", problem("The engine failed.")),
        ]),
    })
}

fn table() -> Value {
    json!({
        "operationId": "table",
        "summary": "A table as a spectator finds it: how it stands, and its log",
        "parameters": [table_id()],
        "responses": read("The table.", "TableReport", &[
            ("404", problem("There is no such table, or it has expired.")),
            ("503", problem("The table cannot be read now.")),
        ]),
    })
}

fn follow() -> Value {
    let number = json!({ "type": "integer", "minimum": 0 });
    let version = "How many events you know already; 0 without it.";
    let id = "The id of the last event you were told of, from a client that reconnects.";
    let mut last = parameter("last-event-id", false, id, &json!({ "type": "string" }));
    last["in"] = "header".into();
    json!({
        "operationId": "follow",
        "summary": "What happens at a table, as server-sent events",
        "description": "The data of each is an Event, sent when it is stored for good. Its id begins with how \
                        many events you know with it.",
        "parameters": [table_id(), parameter("version", false, version, &number), last],
        "responses": {
            "200": {
                "description": "The events, until one side ends the connection.",
                "content": { "text/event-stream": { "itemSchema": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "string", "pattern": "^[0-9]+$" },
                        "data": {
                            "type": "string",
                            "contentMediaType": "application/json",
                            "contentSchema": { "$ref": "#/components/schemas/Event" },
                        },
                    },
                } } },
            },
            "400": problem("The version is no number."),
            "404": problem("There is no such table, or it has expired."),
            "429": too_many(),
            "503": problem("The table cannot be read now, or the server is about to restart."),
        },
    })
}

/// The responses to a request that reads something.
fn read(description: &str, schema: &str, others: &[(&str, Value)]) -> Value {
    let mut responses = json!({
        "200": { "description": description, "content": json_content(schema) },
        "400": problem("The query makes no sense: the message says which part, and why."),
        "413": problem("The query has more than 8 KiB."),
        "429": too_many(),
    });
    for (status, response) in others {
        responses[status] = response.clone();
    }
    responses
}

fn rules() -> Value {
    let examples = json!(["kalah", "gems,stones=3", "tic-tac-toe"]);
    parameter(
        "rules",
        true,
        "The rules of the game.",
        &json!({ "type": "string", "examples": examples }),
    )
}

fn position() -> Value {
    let examples = json!(["<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "X.O.X.... O"]);
    let description = "The position in notation; without it, the start of a game.";
    parameter("position", false, description, &json!({ "type": "string", "examples": examples }))
}

fn time() -> Value {
    let schema = json!({ "type": "string", "default": "200ms", "examples": ["500ms", "1.5s"] });
    parameter("time", false, "How long to think: at most 2s.", &schema)
}

fn nodes() -> Value {
    let schema = json!({ "type": "integer", "minimum": 1 });
    parameter(
        "nodes",
        false,
        "How many boards to look at; without it, as many as the time allows.",
        &schema,
    )
}

fn table_id() -> Value {
    let schema = json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$" });
    let mut id = parameter("id", true, "The id of the table: what its link ends with.", &schema);
    id["in"] = "path".into();
    id
}

fn parameter(name: &str, required: bool, description: &str, schema: &Value) -> Value {
    json!({
        "name": name, "in": "query", "required": required, "description": description, "schema": schema,
    })
}

fn set_table(id: &str, summary: &str, description: &str) -> Value {
    json!({
        "operationId": id,
        "summary": summary,
        "description": description,
        "requestBody": { "required": true, "content": json_content("NewTable") },
        "responses": {
            "200": { "description": "A seat at the new table.", "content": json_content("SeatKey") },
            "400": problem("The body is no such JSON."),
            "403": problem("The request comes from another site's page."),
            "408": { "description": "The request did not arrive in time." },
            "413": problem("The body or the game is too long."),
            "429": too_many(),
            "503": problem("Nothing can be stored now."),
            "507": problem("The disk or the database is nearly full."),
        },
    })
}

fn socket() -> Value {
    json!({
        "operationId": "connect",
        "summary": "Play at a table, or watch",
        "description": "A WebSocket. Each text frame from the client is a ClientMessage, each one from the server a \
                        ServerMessage. The first message is hello.",
        "parameters": [parameter(
            "table",
            false,
            "The table, for a load balancer. The server takes it from hello.",
            &json!({ "type": "string" }),
        )],
        "responses": {
            "101": { "description": "The connection is a WebSocket from now on." },
            "403": problem("The request comes from another site's page."),
            "429": too_many(),
        },
    })
}

fn health() -> Value {
    json!({
        "operationId": "health",
        "summary": "Whether the server takes commands and can store them",
        "responses": {
            "200": { "description": "It does.", "content": { "text/plain": {} } },
            "503": { "description": "It does not, and says why.", "content": { "text/plain": {} } },
        },
    })
}

fn plain(id: &str, summary: &str, content_type: &str) -> Value {
    json!({
        "operationId": id,
        "summary": summary,
        "responses": { "200": { "description": summary, "content": { content_type: {} } } },
    })
}

fn json_content(schema: &str) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

fn problem(description: &str) -> Value {
    json!({ "description": description, "content": json_content("Problem") })
}

fn too_many() -> Value {
    let mut response = problem("Too much from one address, or in all.");
    response["headers"] = json!({
        "retry-after": { "description": "Seconds to wait.", "schema": { "type": "integer" } },
    });
    response
}
