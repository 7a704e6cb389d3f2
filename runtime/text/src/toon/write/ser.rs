//! Walks over any `Serialize`.
//!
//! In: the calls of serde. Out: the events of a layout, or a failure with the path to it.

use std::fmt::{Display, Write as _};

use serde_core::ser::{self, Serialize, Serializer};

use super::error::{Failure, WriteErrorKind};
use super::key::KeyText;
use super::layout::Layout;
use super::{MAX_WRAPPERS, WriteOptions};
use crate::number;
use crate::toon::MAX_DEPTH;

pub(super) struct Writer<'o> {
    layout: Layout<'o>,
    /// How many arrays and objects are open.
    depth: usize,
    /// How many options and newtypes are open.
    wrappers: usize,
    /// The key of the next value of a map, where it was given alone; for paths only.
    key: String,
}

impl<'o> Writer<'o> {
    pub fn new(out: &'o mut String, options: &WriteOptions) -> Self {
        Self { layout: Layout::new(out, options), depth: 0, wrappers: 0, key: String::new() }
    }

    #[inline]
    fn deeper(&mut self) -> Result<(), Failure> {
        if self.depth == MAX_DEPTH {
            return Err(Failure::new(WriteErrorKind::TooDeep { limit: MAX_DEPTH }));
        }
        self.depth += 1;
        Ok(())
    }

    #[inline]
    fn wrapped<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        if self.wrappers == MAX_WRAPPERS {
            return Err(Failure::new(WriteErrorKind::TooDeep { limit: MAX_WRAPPERS }));
        }
        self.wrappers += 1;
        value.serialize(&mut *self)?;
        self.wrappers -= 1;
        Ok(())
    }

    #[inline]
    fn object(&mut self, declared: Option<usize>) -> Result<Compound<'_, 'o>, Failure> {
        self.deeper()?;
        self.layout.begin_object(declared);
        Ok(Compound { writer: self, variant: None, index: 0 })
    }

    #[inline]
    fn array(&mut self, declared: Option<usize>) -> Result<Compound<'_, 'o>, Failure> {
        self.deeper()?;
        self.layout.begin_array(declared);
        Ok(Compound { writer: self, variant: None, index: 0 })
    }

    /// An object with the name of a variant as its only key; its value follows.
    fn variant(&mut self, variant: &'static str) -> Result<(), Failure> {
        self.deeper()?;
        self.layout.begin_object(Some(1));
        self.layout.key(variant, Some(variant));
        Ok(())
    }

    fn end_variant(&mut self) {
        self.layout.end_object();
        self.depth -= 1;
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Failure> {
        self.layout.key(key, Some(key));
        value.serialize(&mut *self).map_err(|failure| failure.within(key))
    }
}

macro_rules! numbers {
    ($($method:ident $number:ident $push:ident)*) => {$(
        #[inline]
        fn $method(self, value: $number) -> Result<(), Failure> {
            let lead = self.layout.lead();
            number::$push(self.layout.out, lead, value);
            Ok(())
        }
    )*};
}

impl<'w, 'o> Serializer for &'w mut Writer<'o> {
    type Ok = ();
    type Error = Failure;
    type SerializeSeq = Compound<'w, 'o>;
    type SerializeTuple = Compound<'w, 'o>;
    type SerializeTupleStruct = Compound<'w, 'o>;
    type SerializeTupleVariant = Compound<'w, 'o>;
    type SerializeMap = Compound<'w, 'o>;
    type SerializeStruct = Compound<'w, 'o>;
    type SerializeStructVariant = Compound<'w, 'o>;

    numbers! {
        serialize_i8 i8 push_integer_after serialize_i16 i16 push_integer_after serialize_i32 i32 push_integer_after
        serialize_i64 i64 push_integer_after serialize_i128 i128 push_integer_after
        serialize_u8 u8 push_integer_after serialize_u16 u16 push_integer_after serialize_u32 u32 push_integer_after
        serialize_u64 u64 push_integer_after serialize_u128 u128 push_integer_after
        serialize_f32 f32 push_f32_after serialize_f64 f64 push_f64_after
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), Failure> {
        self.layout.text(if value { "true" } else { "false" });
        Ok(())
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), Failure> {
        self.layout.string(text);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Failure> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        let mut array = self.array(Some(bytes.len()))?;
        for byte in bytes {
            ser::SerializeSeq::serialize_element(&mut array, byte)?;
        }
        ser::SerializeSeq::end(array)
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Failure> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Failure> {
        self.wrapped(value)
    }

    fn serialize_unit(self) -> Result<(), Failure> {
        self.layout.text("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Failure> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Failure> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        self.wrapped(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        self.variant(variant)?;
        value.serialize(&mut *self).map_err(|failure| failure.within(variant))?;
        self.end_variant();
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<Compound<'w, 'o>, Failure> {
        self.array(length)
    }

    fn serialize_tuple(self, length: usize) -> Result<Compound<'w, 'o>, Failure> {
        self.array(Some(length))
    }

    fn serialize_tuple_struct(self, _name: &'static str, length: usize) -> Result<Compound<'w, 'o>, Failure> {
        self.array(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Compound<'w, 'o>, Failure> {
        self.variant(variant)?;
        let array = self.array(Some(length)).map_err(|failure| failure.within(variant))?;
        Ok(Compound { variant: Some(variant), ..array })
    }

    #[inline]
    fn serialize_map(self, length: Option<usize>) -> Result<Compound<'w, 'o>, Failure> {
        self.object(length)
    }

    #[inline]
    fn serialize_struct(self, _name: &'static str, length: usize) -> Result<Compound<'w, 'o>, Failure> {
        self.object(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Compound<'w, 'o>, Failure> {
        self.variant(variant)?;
        let object = self.object(Some(length)).map_err(|failure| failure.within(variant))?;
        Ok(Compound { variant: Some(variant), ..object })
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Failure> {
        let mut text = std::mem::take(&mut self.layout.spare);
        let written = write!(text, "{value}");
        self.layout.string(&text);
        text.clear();
        self.layout.spare = text;
        written.map_err(ser::Error::custom)
    }
}

/// An array or object that is open.
pub(super) struct Compound<'w, 'o> {
    writer: &'w mut Writer<'o>,
    /// The only key of the object around it, if it is the data of a variant.
    variant: Option<&'static str>,
    /// The index of the next value of an array.
    index: usize,
}

impl Compound<'_, '_> {
    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        let result = value.serialize(&mut *self.writer);
        let index = self.index;
        self.index += 1;
        result.map_err(|failure| self.around(failure.within(index)))
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Failure> {
        self.writer.field(key, value).map_err(|failure| self.around(failure))
    }

    /// A failure inside, seen from outside the variant.
    #[cold]
    fn around(&self, failure: Failure) -> Failure {
        match self.variant {
            Some(variant) => failure.within(variant),
            None => failure,
        }
    }

    #[inline]
    fn end_object(self) {
        self.writer.layout.end_object();
        self.writer.depth -= 1;
        if self.variant.is_some() {
            self.writer.end_variant();
        }
    }

    #[inline]
    fn end_array(self) {
        self.writer.layout.end_array();
        self.writer.depth -= 1;
        if self.variant.is_some() {
            self.writer.end_variant();
        }
    }
}

macro_rules! arrays {
    ($($trait:ident $method:ident)*) => {$(
        impl ser::$trait for Compound<'_, '_> {
            type Ok = ();
            type Error = Failure;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<(), Failure> {
                self.end_array();
                Ok(())
            }
        }
    )*};
}
arrays! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! structs {
    ($($trait:ident)*) => {$(
        impl ser::$trait for Compound<'_, '_> {
            type Ok = ();
            type Error = Failure;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Failure> {
                self.field(key, value)
            }

            #[inline]
            fn end(self) -> Result<(), Failure> {
                self.end_object();
                Ok(())
            }
        }
    )*};
}
structs! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Failure;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failure> {
        let Writer { layout, key: kept, .. } = &mut *self.writer;
        key.serialize(KeyText(|text: &str| {
            layout.key(text, None);
            kept.clear();
            kept.push_str(text);
        }))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        // The value may have keys of its own.
        let key = std::mem::take(&mut self.writer.key);
        value.serialize(&mut *self.writer).map_err(|failure| failure.within(key))
    }

    #[inline]
    fn serialize_entry<K, V>(&mut self, key: &K, value: &V) -> Result<(), Failure>
    where
        K: Serialize + ?Sized,
        V: Serialize + ?Sized,
    {
        let layout = &mut self.writer.layout;
        key.serialize(KeyText(|text: &str| layout.key(text, None)))?;
        value.serialize(&mut *self.writer).map_err(|failure| {
            let text = key.serialize(KeyText(|text: &str| text.to_owned()));
            failure.within(text.unwrap_or_default())
        })
    }

    #[inline]
    fn end(self) -> Result<(), Failure> {
        self.end_object();
        Ok(())
    }
}
