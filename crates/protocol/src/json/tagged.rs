use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::text::objects_only;
use super::{Error, Raw};

/// Something that says what it is in `type` and what belongs to it in `data`, read as far as that
/// goes for every type. Members may stand in any order.
#[derive(Deserialize)]
pub(crate) struct Tagged<'a> {
    #[serde(borrow, rename = "type")]
    pub(crate) kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(crate) data: Option<Raw<'a>>,
}

impl<'a> Tagged<'a> {
    /// What belongs to it. To leave it out is to leave out every member of it.
    pub(crate) fn data<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        match &self.data {
            Some(data) => data.read(),
            None => Raw::parse("{}")?.read(),
        }
    }
}

/// A struct that is an object in JSON and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<T>(pub(crate) T);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(objects_only(deserializer)).map(Self)
    }
}
