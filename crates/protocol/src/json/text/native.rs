use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};
use serde_json::value::RawValue;

pub(crate) use serde_json::Error;

/// JSON that has not been read into a value yet.
pub(crate) struct Raw<'a>(&'a RawValue);

impl<'a> Raw<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Self, Error> {
        serde_json::from_str(text).map(Self)
    }

    /// Reads an object.
    pub(crate) fn read<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        let mut text = serde_json::Deserializer::from_str(self.0.get());
        T::deserialize(objects_only(&mut text))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(deserializer).map(Self)
    }
}

/// JSON for a value that can always be written.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("its members have names, and nothing else can fail")
}

/// What was wrong, in words, without the place: the place is often one in a part of the text.
pub(crate) fn reason_of(error: &Error) -> Box<str> {
    const LONGEST: usize = 160;
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    text.chars().take(LONGEST).collect::<String>().into()
}

/// By themselves the readers that serde derives for structs also take a list of their members: this
/// answers every question with an object.
pub(crate) fn objects_only<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> impl Deserializer<'de, Error = D::Error> {
    ObjectDeserializer(deserializer)
}

struct ObjectDeserializer<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ObjectDeserializer<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
