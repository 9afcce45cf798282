use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// Something that says what it is in `type` and what belongs to it in `data`, read as far as that
/// goes for every type. Members may stand in any order.
#[derive(Deserialize)]
pub(crate) struct Tagged<'a> {
    #[serde(borrow, rename = "type")]
    pub(crate) kind: Cow<'a, str>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

impl<'a> Tagged<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        read_object(text)
    }

    /// What belongs to it. To leave it out is to leave out every member of it.
    pub(crate) fn data<T: Deserialize<'a>>(&self) -> Result<T, serde_json::Error> {
        read_object(self.data.map_or("{}", RawValue::get))
    }
}

/// Reads an object. By themselves the readers that serde derives also take a list of its members.
pub(crate) fn read_object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, serde_json::Error> {
    let value: T = serde_json::from_str(text)?;
    if text.trim_start().starts_with('{') {
        Ok(value)
    } else {
        Err(Error::custom("invalid type: sequence, expected an object"))
    }
}

/// An object inside another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<T>(pub(crate) T);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: &RawValue = Deserialize::deserialize(deserializer)?;
        read_object(text.get()).map(Self).map_err(D::Error::custom)
    }
}

/// What was wrong, in words, without the place: the place is often one in a part of the text.
pub(crate) fn reason_of(error: &serde_json::Error) -> Box<str> {
    const LONGEST: usize = 160;
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    text.chars().take(LONGEST).collect::<String>().into()
}
