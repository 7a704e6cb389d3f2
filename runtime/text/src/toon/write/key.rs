//! Keys of maps (TOON 7.3), which may be what JSON allows.
//!
//! In: any `Serialize`. Out: the text of the key, handed to a function.

use std::fmt::{Display, Write as _};

use serde_core::ser::{Impossible, Serialize, Serializer};

use super::error::{Failure, WriteErrorKind};

/// Hands the text of a key to a function.
pub(super) struct KeyText<F>(pub F);

fn refuse<T>(found: &'static str) -> Result<T, Failure> {
    Err(Failure::new(WriteErrorKind::Key { found }))
}

macro_rules! integers {
    ($($method:ident $integer:ident)*) => {$(
        fn $method(self, value: $integer) -> Result<R, Failure> {
            self.serialize_str(itoa::Buffer::new().format(value))
        }
    )*};
}

macro_rules! compounds {
    ($($method:ident($($argument:ident: $type:ty),*) $compound:ident $found:literal;)*) => {$(
        fn $method(self, $($argument: $type),*) -> Result<Self::$compound, Failure> {
            $(let _ = $argument;)*
            refuse($found)
        }
    )*};
}

impl<R, F: FnOnce(&str) -> R> Serializer for KeyText<F> {
    type Ok = R;
    type Error = Failure;
    type SerializeSeq = Impossible<R, Failure>;
    type SerializeTuple = Impossible<R, Failure>;
    type SerializeTupleStruct = Impossible<R, Failure>;
    type SerializeTupleVariant = Impossible<R, Failure>;
    type SerializeMap = Impossible<R, Failure>;
    type SerializeStruct = Impossible<R, Failure>;
    type SerializeStructVariant = Impossible<R, Failure>;

    fn serialize_str(self, text: &str) -> Result<R, Failure> {
        Ok((self.0)(text))
    }

    fn serialize_char(self, value: char) -> Result<R, Failure> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_bool(self, value: bool) -> Result<R, Failure> {
        self.serialize_str(if value { "true" } else { "false" })
    }

    integers! {
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
    }

    fn serialize_f32(self, value: f32) -> Result<R, Failure> {
        if value.is_finite() {
            return self.serialize_str(zmij::Buffer::new().format_finite(value));
        }
        refuse("a number that is not finite")
    }

    fn serialize_f64(self, value: f64) -> Result<R, Failure> {
        if value.is_finite() {
            return self.serialize_str(zmij::Buffer::new().format_finite(value));
        }
        refuse("a number that is not finite")
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<R, Failure> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<R, Failure> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<R, Failure> {
        value.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<R, Failure> {
        let mut text = String::new();
        match write!(text, "{value}") {
            Ok(()) => self.serialize_str(&text),
            Err(error) => Err(serde_core::ser::Error::custom(error)),
        }
    }

    fn serialize_none(self) -> Result<R, Failure> {
        refuse("null")
    }

    fn serialize_unit(self) -> Result<R, Failure> {
        refuse("null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<R, Failure> {
        refuse("null")
    }

    fn serialize_bytes(self, _bytes: &[u8]) -> Result<R, Failure> {
        refuse("an array")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<R, Failure> {
        refuse("an object")
    }

    compounds! {
        serialize_seq(length: Option<usize>) SerializeSeq "an array";
        serialize_tuple(length: usize) SerializeTuple "an array";
        serialize_tuple_struct(name: &'static str, length: usize) SerializeTupleStruct "an array";
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, length: usize)
            SerializeTupleVariant "an object";
        serialize_map(length: Option<usize>) SerializeMap "an object";
        serialize_struct(name: &'static str, length: usize) SerializeStruct "an object";
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, length: usize)
            SerializeStructVariant "an object";
    }
}
