//! What generated code is written against. No part of the public interface: it changes with the code
//! that `agentc-codegen` of the same version emits.

pub use agentc_text::Value;
pub use agentc_text::buf::Buf;
pub use agentc_text::decode::Decoder;
pub use agentc_text::toon::Cell;

pub mod fields;
#[cfg(feature = "json")]
mod json_text;

#[cfg(feature = "json")]
pub use json_text::JsonText;

#[cfg(feature = "json")]
pub use crate::values::{from_json, output_from_json};
#[cfg(feature = "toon")]
pub use crate::values::{from_toon, output_from_toon};

pub use crate::{__if_json as if_json, __if_toon as if_toon, __if_values as if_values};

#[cfg(feature = "macros")]
pub use agentc_macros::import;

#[cfg(feature = "serde")]
pub use serde;

use agentc_text::buf::Piece;

/// The bytes some pieces will take.
#[inline]
pub fn size(pieces: impl Piece) -> usize {
    pieces.size_hint()
}

/// The elements of a list with their indexes, for code in which no trait is in scope.
#[inline]
pub fn enumerate<T>(list: &[T]) -> std::iter::Enumerate<std::slice::Iter<'_, T>> {
    list.iter().enumerate()
}

/// The next value of a prompt file; the empty text if there is none.
#[must_use]
pub fn next_value<'a>(
    values: &mut std::vec::IntoIter<std::borrow::Cow<'a, str>>,
) -> std::borrow::Cow<'a, str> {
    values.next().unwrap_or_default()
}

/// The error of a generated `FromStr`.
#[must_use]
pub fn unknown_variant(found: &str, allowed: &'static [&'static str]) -> crate::UnknownVariant {
    crate::UnknownVariant { found: found.to_owned(), allowed }
}

/// The error of a generated `call_tool`.
#[cfg(feature = "json")]
#[must_use]
pub fn unknown_tool(name: &str, known: &'static [&'static str]) -> crate::ToolError {
    crate::ToolError::Unknown { name: name.to_owned(), known }
}

/// A type that is read from a value.
pub trait Decode: Sized {
    /// The value as this type; none if the decoder was told of a problem.
    fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self>;
}

impl Decode for String {
    fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self> {
        decoder.string(value)
    }
}

impl Decode for f64 {
    fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self> {
        decoder.number(&value)
    }
}

impl Decode for bool {
    fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self> {
        decoder.boolean(&value)
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(decoder: &mut Decoder<'static>, value: Value) -> Option<Self> {
        decoder.list(value, T::decode)
    }
}

/// Keeps items that only make sense where values are read from JSON.
#[cfg(feature = "json")]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_json {
    ($($items:tt)*) => { $($items)* };
}

/// Drops items that only make sense where values are read from JSON.
#[cfg(not(feature = "json"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_json {
    ($($items:tt)*) => {};
}

/// Keeps items that only make sense where values are read from TOON.
#[cfg(feature = "toon")]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_toon {
    ($($items:tt)*) => { $($items)* };
}

/// Drops items that only make sense where values are read from TOON.
#[cfg(not(feature = "toon"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_toon {
    ($($items:tt)*) => {};
}

/// Keeps items that only make sense where values are read.
#[cfg(any(feature = "json", feature = "toon"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_values {
    ($($items:tt)*) => { $($items)* };
}

/// Drops items that only make sense where values are read.
#[cfg(not(any(feature = "json", feature = "toon")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_values {
    ($($items:tt)*) => {};
}
