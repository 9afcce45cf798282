//! Reads what the browser's parser has made of JSON. `serde-wasm-bindgen` does that, too, but describes
//! what was wrong in words, down to the digits of numbers with a fraction, and nobody reads them.

use std::cell::RefCell;
use std::fmt::{self, Display};

use js_sys::{Array, Object};
use serde::de::{self, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
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
            visitor.visit_seq(Items(self.0.unchecked_into(), 0))
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

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if let Some(variant) = self.0.as_string() {
            return visitor.visit_enum(variant.into_deserializer());
        }
        // One member: the name of the variant, and what belongs to it.
        visitor.visit_enum(de::value::MapAccessDeserializer::new(Members::of(self.0)?))
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
        visitor.visit_map(Members::of(self.0)?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct identifier
    }
}

/// Whole numbers are whole to serde; JSON knows only one kind.
#[expect(clippy::cast_possible_truncation, reason = "it is compared with what it was")]
fn visit_number<'de, V: Visitor<'de>>(visitor: V, number: f64) -> Result<V::Value, Error> {
    let whole = number as i64;
    #[expect(clippy::float_cmp, reason = "a whole number is the same again")]
    if whole as f64 == number { visitor.visit_i64(whole) } else { visitor.visit_f64(number) }
}

/// The items of a list, and how many have been read.
struct Items(Array, u32);

impl<'de> de::SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.1 == self.0.length() {
            return Ok(None);
        }
        self.1 += 1;
        seed.deserialize(Reader(self.0.get(self.1 - 1))).map(Some)
    }
}

/// The members of an object, pairs of a name and a value, and how many have been read.
struct Members(Array, u32);

impl Members {
    fn of(value: JsValue) -> Result<Self, Error> {
        if !value.is_object() || Array::is_array(&value) {
            return Err(Error);
        }
        Ok(Self(Object::entries(value.unchecked_ref()), 0))
    }

    fn part(&self, part: u32) -> JsValue {
        self.0.get(self.1).unchecked_into::<Array>().get(part)
    }
}

impl<'de> de::MapAccess<'de> for Members {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        if self.1 == self.0.length() {
            return Ok(None);
        }
        seed.deserialize(Reader(self.part(0))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let value = self.part(1);
        self.1 += 1;
        seed.deserialize(Reader(value))
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not what was expected")
    }
}

impl std::error::Error for Error {}

/// Every kind of error is the same, so that nothing has to be put into words.
impl de::Error for Error {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}
