//! The JSON Schema of everything that is said and stored, made from the types that read and write it.

use std::borrow::Cow;

use parlor_archive::Date;
use parlor_rules::AnyRecord;
use parlor_table::{CommandKey, Commitment, Nonce};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use crate::file::FileJson;
use crate::json::{
    ClockJson, EntryForm, EntryJson, MarksJson, NameJson, Object, Place, Seconds, Side, Strength,
    Text, Word,
};
use crate::message::{ClientForm, Game, NewTableJson, Problem, Reason, SeatKeyJson, ServerJson};
use crate::{Code, SeatToken, TableId};

/// Stands for an event in the schema of a type that holds events as JSON already.
#[derive(Clone, Copy, Debug)]
pub struct Event;

/// The schemas of all messages by their names, for the `components` of an `OpenAPI` document.
pub fn components() -> Map<String, Value> {
    schemas("#/components/schemas")
}

/// One JSON Schema with all messages in its definitions: `ClientMessage`, `ServerMessage`, `Event`,
/// `NewTable`, `SeatKey` and `Problem`.
pub fn document() -> Value {
    let mut document = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parlor",
        "description": "What a Parlor server and its clients say to each other: see docs/protocol.md.",
        "anyOf": [{ "$ref": "#/$defs/ClientMessage" }, { "$ref": "#/$defs/ServerMessage" }],
    });
    document.insert("$defs".to_owned(), Value::Object(schemas("#/$defs")));
    document.into()
}

/// The JSON Schema of files: see docs/files.md.
pub fn file() -> Value {
    let mut schema =
        SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<FileJson>();
    schema.insert("title".to_owned(), "Parlor file".into());
    schema.into()
}

fn schemas(path: &str) -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = Cow::Owned(path.trim_start_matches('#').to_owned());
    let mut generator = settings.into_generator();
    generator.subschema_for::<ClientForm>();
    generator.subschema_for::<ServerJson>();
    generator.subschema_for::<EntryJson>();
    generator.subschema_for::<NewTableJson>();
    generator.subschema_for::<SeatKeyJson>();
    generator.subschema_for::<Problem>();
    let mut schemas = generator.take_definitions(true);
    if let Some(messages) = schemas.get_mut("ClientMessage") {
        let names = ["move", "swap", "accept"];
        for message in variants(messages) {
            let kind = message.pointer("/properties/type/const").and_then(Value::as_str);
            if kind.is_some_and(|kind| names.contains(&kind)) {
                require(message, "version");
            }
            allow_no_data(message);
        }
    }
    schemas
}

fn variants(schema: &mut Value) -> impl Iterator<Item = &mut Value> {
    schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten()
}

/// A move is chosen at a version, and an answer given to a question.
fn require(message: &mut Value, field: &str) {
    let Some(data) = message.pointer_mut("/properties/data").and_then(Value::as_object_mut) else {
        return;
    };
    let required = data.entry("required").or_insert_with(|| Value::Array(Vec::new()));
    if let Some(required) = required.as_array_mut() {
        required.push(field.into());
    }
}

/// What needs no member of `data` needs no `data`.
fn allow_no_data(message: &mut Value) {
    let data = message.pointer("/properties/data");
    let needs_some = data.is_some_and(|data| {
        data.get("$ref").is_some()
            || data.get("required").and_then(Value::as_array).is_some_and(|list| !list.is_empty())
    });
    if !needs_some && let Some(required) = message.get_mut("required").and_then(Value::as_array_mut)
    {
        required.retain(|name| name != "data");
    }
}

/// The schema of a type that is the same wherever it stands.
macro_rules! schema {
    ($type:ty, $name:literal, $schema:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

schema!(Side, "Player", {
    "description": "A player: 1 is South or X, 2 is North or O.",
    "type": "integer",
    "enum": [1, 2],
});
schema!(Place, "Choice", {
    "description": "The pit, counted from 0 in the order of sowing, or the square.",
    "type": "integer",
    "minimum": 0,
    "maximum": 8,
});
schema!(Strength, "Level", {
    "description": "How strong the computer plays.",
    "type": "integer",
    "minimum": 1,
    "maximum": 8,
});
schema!(NameJson, "Name", {
    "description": "A name. It is cut to 24 characters, and what shows nothing is left out.",
    "type": "string",
});
schema!(MarksJson, "Marks", {
    "description": "The symbols of both players, a visible character each.",
    "type": "array",
    "items": { "type": "string", "minLength": 1 },
    "minItems": 2,
    "maxItems": 2,
});
schema!(TableId, "TableId", {
    "description": "The id of a table: what its link ends with.",
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{1,32}$",
});
schema!(SeatToken, "SeatToken", {
    "description": "The secret that opens a seat.",
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{1,64}$",
});
schema!(Text<CommandKey>, "IdempotencyKey", {
    "description": "An idempotency key.",
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{1,32}$",
});
schema!(Text<Nonce>, "Nonce", {
    "description": "128 random bits.",
    "type": "string",
    "pattern": "^[0-9a-f]{32}$",
});
schema!(Text<Commitment>, "Commitment", {
    "description": "A SHA-256.",
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
});
schema!(Text<AnyRecord>, "Game", {
    "description": "A whole game: its rules, its start and its moves, as in a link.",
    "type": "string",
    "examples": ["gems~S~36", "tic-tac-toe~X~40"],
});
schema!(Text<Game>, "GameOrRules", {
    "description": "The rules of a game, or a whole game to go on with.",
    "type": "string",
    "examples": ["kalah,pits=4,stones=6", "gems~S~36"],
});
schema!(Text<Date>, "Date", {
    "description": "A date and time in UTC (RFC 3339).",
    "type": "string",
    "examples": ["2026-11-18T01:20:55Z"],
});
schema!(Reason, "Reason", {
    "description": "Why something is not done. Others may come.",
    "type": "string",
    "examples": ["stale", "not-your-turn", "too-many"],
});

impl<T: Code> JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        "Word".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = T::EVERY.iter().map(|word| word.code()).collect();
        json_schema!({ "type": "string", "enum": words })
    }
}

/// The schema of a type that is written like another.
macro_rules! written_as {
    ($($type:ty as $other:ty),*) => {
        $(written_as!(impl [] $type as $other);)*
    };
    (impl [$($generic:tt)*] $type:ty as $other:ty) => {
        impl<$($generic)*> JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                <$other>::schema_name()
            }

            fn inline_schema() -> bool {
                <$other>::inline_schema()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$other>::json_schema(generator)
            }
        }
    };
}

written_as!(ClockJson as Seconds, EntryJson as EntryForm, Event as EntryForm);
written_as!(impl [T: JsonSchema] Object<T> as T);
