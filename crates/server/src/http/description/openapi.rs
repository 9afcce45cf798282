use parlor_protocol::schema;
use serde_json::{Value, json};

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
                            described by the schemas ClientMessage, ServerMessage and Event.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": {
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
        "components": { "schemas": schema::components() },
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
        },
    })
}

fn socket() -> Value {
    json!({
        "operationId": "connect",
        "summary": "Play at a table, or watch",
        "description": "A WebSocket. Each text frame from the client is a ClientMessage, each one from the server a \
                        ServerMessage. The first message is hello.",
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
    let mut response = problem("Too much from one address.");
    response["headers"] = json!({
        "retry-after": { "description": "Seconds to wait.", "schema": { "type": "integer" } },
    });
    response
}
