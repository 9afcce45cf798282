mod reader;

use std::marker::PhantomData;

use js_sys::JSON;
use serde::{Deserialize, Deserializer, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use reader::Reader;

/// What was wrong, which the page does not tell: to put it into words takes 4 KB of a first visit.
#[derive(Debug)]
pub(crate) struct Error;

/// JSON that has not been read into a value yet.
pub(crate) struct Raw<'a>(JsValue, PhantomData<&'a str>);

impl<'a> Raw<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Self, Error> {
        JSON::parse(text).map(Self::from).map_err(|_| Error)
    }

    /// Reads an object.
    pub(crate) fn read<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        T::deserialize(Reader::of(self.0.clone()))
    }
}

impl From<JsValue> for Raw<'_> {
    fn from(value: JsValue) -> Self {
        Self(value, PhantomData)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        reader::unread(deserializer).map(Self::from)
    }
}

/// JSON for a value that can always be written.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    let value = value.serialize(&Serializer::json_compatible()).expect("nothing in it can fail");
    JSON::stringify(&value).expect("nothing in it refers to itself").into()
}

/// Nothing: what was wrong is not known here.
pub(crate) fn reason_of(_: &Error) -> Box<str> {
    Box::default()
}

/// This deserializer reads a struct from an object and from nothing else.
pub(crate) fn objects_only<'de, D: Deserializer<'de>>(deserializer: D) -> D {
    deserializer
}
