//! Keys of maps into what a map has for keys.
//!
//! In: a key, which is a string. Out: the same, or the number, boolean or character that it spells.

use serde_core::de::{Deserializer, IntoDeserializer, Visitor};

use super::de::Failure;
use crate::value::is_number;

pub(super) struct KeyDeserializer<'de, 'k> {
    pub key: &'k str,
    /// The same in the text, if it stands there without escapes.
    pub borrowed: Option<&'de str>,
}

macro_rules! numbers {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            match self.key.parse() {
                Ok(value) if is_number(self.key) => visitor.$visit(value),
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDeserializer<'de, '_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.borrowed {
            Some(key) => visitor.visit_borrowed_str(key),
            None => visitor.visit_str(self.key),
        }
    }

    numbers! {
        deserialize_i8 visit_i8 deserialize_i16 visit_i16 deserialize_i32 visit_i32 deserialize_i64 visit_i64
        deserialize_i128 visit_i128 deserialize_u8 visit_u8 deserialize_u16 visit_u16 deserialize_u32 visit_u32
        deserialize_u64 visit_u64 deserialize_u128 visit_u128 deserialize_f32 visit_f32
        deserialize_f64 visit_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.key {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_enum(IntoDeserializer::<Failure>::into_deserializer(self.key))
    }

    serde_core::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}
