//! Documents into any `Deserialize`.
//!
//! In: a document without errors. Out: a typed value, or an error with the place and the path of the
//! value at fault. There is no conversion: `5` is not a string, `"5"` and `5.0` are not integers.

use std::fmt;

use serde_core::Deserialize;
use serde_core::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

use super::document::{Entry, Kind, Node};
use super::error::ReadErrorKind;
use super::key::KeyDeserializer;
use super::read::{ReadOptions, read};
use crate::place::{Place, Places};
use crate::value::Number;

/// Why a text could not be read into a type, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// Where the value at fault starts, or what is at fault in the text. Of a field that is missing,
    /// where its object starts; of a key that is not expected, where the key does.
    pub place: Place,
    /// The path of the value at fault, such as `rows.1.id`; empty for the value as a whole and for
    /// errors of syntax.
    pub path: String,
    /// What is wrong.
    pub kind: DecodeErrorKind,
}

/// Why a text could not be read into a type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The text is not TOON; the first thing that is wrong with it.
    Syntax(ReadErrorKind),
    /// A value does not fit the type.
    Value {
        /// What its `Deserialize` says.
        message: String,
    },
}

/// `line:col: ` and the message, with the path if there is one.
impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.place.line, self.place.col)?;
        if !self.path.is_empty() {
            write!(f, "`{}`: ", self.path)?;
        }
        match &self.kind {
            DecodeErrorKind::Syntax(kind) => kind.fmt(f),
            DecodeErrorKind::Value { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Reads a TOON document strictly, with two spaces for a level (TOON 14).
///
/// An empty document is an empty object. `null` is `None` and unit; an enum is a string with the name of
/// a variant, or an object with that name as its only key. Keys of maps may be read as numbers,
/// booleans and characters. Strings without escapes can be borrowed from the text. Integers beyond 64 bits
/// are read into `i128` and `u128` with all their digits, into anything else as the nearest double.
///
/// ```
/// use std::collections::BTreeMap;
/// use agentc_text::toon::from_str;
///
/// let tags: BTreeMap<&str, Vec<&str>> = from_str("tags[2]: a,\"b, c\"").unwrap();
/// assert_eq!(tags["tags"], ["a", "b, c"]);
///
/// let error = from_str::<BTreeMap<String, Vec<u8>>>("a[2]: 1,2\nb[2]: 1,x").unwrap_err();
/// assert_eq!(error.to_string(), "2:9: `b.1`: invalid type: string \"x\", expected u8");
/// ```
///
/// # Errors
/// The first error of the text, or the first value that does not fit. Texts that nest deeper than
/// [`MAX_DEPTH`](super::MAX_DEPTH) are errors too.
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, DecodeError> {
    from_str_with(text, &ReadOptions::default())
}

/// The same as [`from_str`] with another indentation, or without the checks of strict mode.
///
/// # Errors
/// As [`from_str`].
pub fn from_str_with<'de, T: Deserialize<'de>>(
    text: &'de str,
    options: &ReadOptions,
) -> Result<T, DecodeError> {
    let document = read(text, options);
    if let Some(error) = document.errors.first() {
        let kind = DecodeErrorKind::Syntax(error.kind.clone());
        return Err(DecodeError { place: error.place_in(text), path: String::new(), kind });
    }
    T::deserialize(Spot { text, node: &document.root }).map_err(|failure| failure.into_error(text))
}

/// A [`DecodeError`] on its way out, while its path is not complete.
#[derive(Debug)]
pub(super) struct Failure(Box<Inside>);

#[derive(Debug)]
struct Inside {
    message: String,
    offset: Option<usize>,
    /// From the innermost to the outermost.
    segments: Vec<String>,
}

impl Failure {
    /// The same failure, placed there unless it has a place of its own.
    pub fn at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    fn within(mut self, segment: impl fmt::Display) -> Self {
        self.0.segments.push(segment.to_string());
        self
    }

    fn into_error(self, text: &str) -> DecodeError {
        let Inside { message, offset, mut segments } = *self.0;
        segments.reverse();
        DecodeError {
            place: Places::new(text).of(offset.unwrap_or_default()),
            path: segments.join("."),
            kind: DecodeErrorKind::Value { message },
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Box::new(Inside { message: message.to_string(), offset: None, segments: Vec::new() }))
    }
}

/// A value and the text it is from.
#[derive(Clone, Copy)]
struct Spot<'de, 'd> {
    text: &'de str,
    node: &'d Node,
}

impl<'de, 'd> Spot<'de, 'd> {
    fn of(self, node: &'d Node) -> Self {
        Self { node, ..self }
    }

    fn token(self) -> &'de str {
        self.text.get(self.node.span.clone()).unwrap_or_default()
    }

    /// The string as it stands in the text, if it stands there without escapes.
    fn borrowed(self, value: &str) -> Option<&'de str> {
        let token = self.token();
        let body = token.strip_prefix('"').and_then(|body| body.strip_suffix('"')).unwrap_or(token);
        (body == value).then_some(body)
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match &self.node.kind {
            Kind::Null | Kind::Invalid => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Number(Number::Unsigned(value)) => visitor.visit_u64(*value),
            Kind::Number(Number::Signed(value)) => visitor.visit_i64(*value),
            Kind::Number(Number::Double(value)) => visitor.visit_f64(*value),
            Kind::String(value) => match self.borrowed(value) {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(value),
            },
            Kind::Array(array) => {
                let mut items = Items { spot: self, items: array.items.iter(), index: 0 };
                let value = visitor.visit_seq(&mut items)?;
                let length = array.items.len();
                match items.items.len() {
                    0 => Ok(value),
                    _ => Err(de::Error::invalid_length(length, &"fewer values in the array")),
                }
            }
            Kind::Object(object) => {
                let mut entries = Entries { spot: self, entries: object.entries.iter(), value: None };
                visitor.visit_map(&mut entries)
            }
        }
    }
}

impl<'de> Deserializer<'de> for Spot<'de, '_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.visit(visitor).map_err(|failure| failure.at(self.node.span.start))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.node.kind {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
        .map_err(|failure: Failure| failure.at(self.node.span.start))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self).map_err(|failure: Failure| failure.at(self.node.span.start))
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match (&self.node.kind, self.token().parse()) {
            (Kind::Number(_), Ok(value)) => visitor.visit_i128(value),
            _ => self.visit(visitor),
        }
        .map_err(|failure: Failure| failure.at(self.node.span.start))
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match (&self.node.kind, self.token().parse()) {
            (Kind::Number(_), Ok(value)) => visitor.visit_u128(value),
            _ => self.visit(visitor),
        }
        .map_err(|failure: Failure| failure.at(self.node.span.start))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let result = match &self.node.kind {
            Kind::String(name) => {
                visitor.visit_enum(IntoDeserializer::<Failure>::into_deserializer(name.as_str()))
            }
            Kind::Object(object) => match object.entries.as_slice() {
                [entry] => visitor.visit_enum(Variant { spot: self, entry }),
                entries => Err(de::Error::invalid_length(entries.len(), &"one key, the name of a variant")),
            },
            _ => self.visit(visitor),
        };
        result.map_err(|failure| failure.at(self.node.span.start))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }

    serde_core::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier
    }
}

struct Items<'de, 'd> {
    spot: Spot<'de, 'd>,
    items: std::slice::Iter<'d, Node>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Failure> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(self.spot.of(node)).map(Some).map_err(|failure| failure.within(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Entries<'de, 'd> {
    spot: Spot<'de, 'd>,
    entries: std::slice::Iter<'d, Entry>,
    value: Option<&'d Entry>,
}

impl<'de> MapAccess<'de> for Entries<'de, '_> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Failure> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        self.value = Some(entry);
        key(self.spot, entry, seed).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failure> {
        let Some(entry) = self.value.take() else {
            return Err(de::Error::custom("a value was asked for before its key"));
        };
        seed.deserialize(self.spot.of(&entry.value)).map_err(|failure| failure.within(&entry.key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Reads a key.
fn key<'de, K: DeserializeSeed<'de>>(
    spot: Spot<'de, '_>,
    entry: &Entry,
    seed: K,
) -> Result<K::Value, Failure> {
    let token = spot.text.get(entry.key_span.clone()).unwrap_or_default();
    let borrowed = Some(token).filter(|token| *token == entry.key);
    let key = KeyDeserializer { key: &entry.key, borrowed };
    seed.deserialize(key).map_err(|failure| failure.at(entry.key_span.start).within(&entry.key))
}

/// A variant with data.
struct Variant<'de, 'd> {
    spot: Spot<'de, 'd>,
    entry: &'d Entry,
}

impl<'de, 'd> EnumAccess<'de> for Variant<'de, 'd> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failure> {
        key(self.spot, self.entry, seed).map(|name| (name, self))
    }
}

impl<'de, 'd> Variant<'de, 'd> {
    fn data(&self) -> Spot<'de, 'd> {
        self.spot.of(&self.entry.value)
    }

    fn placed<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        result.map_err(|failure| failure.at(self.entry.value.span.start).within(&self.entry.key))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de, '_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        self.placed(<()>::deserialize(self.data()))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failure> {
        self.placed(seed.deserialize(self.data()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Failure> {
        let data = self.data();
        self.placed(match data.node.kind {
            Kind::Array(_) => data.visit(visitor),
            _ => Err(unexpected(data.node, "an array")),
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let data = self.data();
        self.placed(match data.node.kind {
            Kind::Object(_) => data.visit(visitor),
            _ => Err(unexpected(data.node, "an object")),
        })
    }
}

fn unexpected(node: &Node, expected: &'static str) -> Failure {
    let found = match &node.kind {
        Kind::Null | Kind::Invalid => de::Unexpected::Unit,
        Kind::Bool(value) => de::Unexpected::Bool(*value),
        Kind::Number(number) => de::Unexpected::Float(number.as_f64()),
        Kind::String(text) => de::Unexpected::Str(text),
        Kind::Array(_) => de::Unexpected::Seq,
        Kind::Object(_) => de::Unexpected::Map,
    };
    de::Error::invalid_type(found, &expected)
}
