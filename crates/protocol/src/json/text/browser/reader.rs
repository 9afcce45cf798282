//! Reads what the browser's parser has made of JSON. `serde-wasm-bindgen` does that, too, but describes
//! what was wrong in words, down to the digits of numbers with a fraction, and nobody reads them.

use std::cell::RefCell;
use std::fmt::{self, Display};

use js_sys::{Array, Object};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, IntoDeserializer, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use wasm_bindgen::{JsCast, JsValue};

use super::Error;

/// A value that the browser has parsed.
pub(super) struct Reader(JsValue);

impl Reader {
    pub(super) const fn of(value: JsValue) -> Self {
        Self(value)
    }

    fn is_nothing(&self) -> bool {
        self.0.is_null() || self.0.is_undefined()
    }

    /// The members of an object, each with its name.
    fn members(&self) -> Result<Array, Error> {
        if !self.0.is_object() || Array::is_array(&self.0) {
            return Err(Error);
        }
        Ok(Object::entries(self.0.unchecked_ref()))
    }
}

/// Takes a value as it is.
pub(super) fn unread<'de, D: Deserializer<'de>>(deserializer: D) -> Result<JsValue, D::Error> {
    deserializer.deserialize_newtype_struct(UNREAD, Unread)
}

thread_local! {
    /// A value on its way through serde, which has no word for it.
    static HANDED_OVER: RefCell<Option<JsValue>> = const { RefCell::new(None) };
}

/// The name under which a value is asked for as it is.
const UNREAD: &str = "parlor_protocol::Raw";

struct Unread;

impl Visitor<'_> for Unread {
    type Value = JsValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<JsValue, E> {
        HANDED_OVER.take().ok_or_else(|| E::custom("nothing was handed over"))
    }
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_nothing() {
            visitor.visit_unit()
        } else if let Some(on) = self.0.as_bool() {
            visitor.visit_bool(on)
        } else if let Some(number) = self.0.as_f64() {
            visit_number(visitor, number)
        } else if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if Array::is_array(&self.0) {
            let items: Array = self.0.unchecked_into();
            visitor.visit_seq(SeqDeserializer::new(items.iter().map(Self)))
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_nothing() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == UNREAD {
            HANDED_OVER.set(Some(self.0));
            return visitor.visit_unit();
        }
        visitor.visit_newtype_struct(self)
    }

    /// No variant has more than its name.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.0.as_string().ok_or(Error)?.into_deserializer())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(MapDeserializer::new(self.members()?.iter().map(pair)))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct identifier
    }
}

impl IntoDeserializer<'_, Error> for Reader {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Whole numbers are whole to serde; JSON knows only one kind.
#[expect(clippy::cast_possible_truncation, reason = "it is compared with what it was")]
fn visit_number<'de, V: Visitor<'de>>(visitor: V, number: f64) -> Result<V::Value, Error> {
    let whole = number as i64;
    #[expect(clippy::float_cmp, reason = "a whole number is the same again")]
    if whole as f64 == number { visitor.visit_i64(whole) } else { visitor.visit_f64(number) }
}

/// The name of a member and its value.
fn pair(member: JsValue) -> (Reader, Reader) {
    let member: Array = member.unchecked_into();
    (Reader(member.get(0)), Reader(member.get(1)))
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not what was expected")
    }
}

impl std::error::Error for Error {}

/// Every error is the same, so that nothing has to be put into words.
impl de::Error for Error {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}
