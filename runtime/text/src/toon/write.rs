//! Writes values as TOON (TOON 8, 9, 10).
//!
//! In: anything that implements `Serialize`, or a [`Value`]. Out: the text of the document, without a
//! final line feed, in one pass and without a tree: `ser` walks over the value and `layout` writes
//! down what it meets.

mod error;
mod frame;
mod key;
mod layout;
mod line;
mod relay;
mod ser;
mod table;
mod value;

use serde_core::Serialize;

use super::scalar::Delimiter;
use crate::value::Value;
pub use error::{WriteError, WriteErrorKind};
use layout::Layout;
use ser::Writer;

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// What separates the values of a list and the cells of a row; the comma by default.
    pub delimiter: Delimiter,
    /// The spaces of one level of indentation; 2 by default.
    pub indent: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { delimiter: Delimiter::Comma, indent: 2 }
    }
}

impl WriteOptions {
    /// The same with another delimiter.
    #[must_use]
    pub fn with_delimiter(self, delimiter: Delimiter) -> Self {
        Self { delimiter, ..self }
    }

    /// The same with another number of spaces for one level. What is written with 0 cannot be
    /// read again where it nests.
    #[must_use]
    pub fn with_indent(self, indent: usize) -> Self {
        Self { indent, ..self }
    }
}

/// The most options and newtypes that may stand around one another on the way to a value, besides the
/// [`MAX_DEPTH`](super::MAX_DEPTH) arrays and objects.
pub const MAX_WRAPPERS: usize = 512;

/// The text of a value as TOON 4.1, with comma and two spaces, without a final line feed.
///
/// Objects with the same keys are written as a table in the order of the first (TOON 9.3), an object of
/// two or more such objects as a keyed table (TOON 9.5). An object with a key twice fits no table; both
/// entries are written.
///
/// Structs and maps are objects, sequences, tuples and bytes are arrays, unit and `None` are `null`,
/// options and newtypes are what is in them. An enum is the name of its variant or, with data, an
/// object with that name as its only key. Integers are written with all their digits; floats with the
/// shortest digits that read back as the same value of their type, in the layout of ECMAScript; NaN and
/// the infinities as `null` (TOON 2). A character is a string, and so is what is written by `Display`.
/// Keys may be strings, characters, integers, booleans, finite floats and variants without data, as in
/// JSON.
///
/// ```
/// use std::collections::BTreeMap;
/// use agentc_text::toon::to_string;
///
/// let tags = BTreeMap::from([("tags", vec!["a", "b, c"])]);
/// assert_eq!(to_string(&tags).unwrap(), "tags[2]: a,\"b, c\"");
/// ```
///
/// # Errors
/// A key that JSON cannot have, a value whose `Serialize` fails, more than
/// [`MAX_DEPTH`](super::MAX_DEPTH) arrays and objects or [`MAX_WRAPPERS`] options and newtypes in one
/// another, as a cycle of references has; each with its path.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    to_string_with(value, &WriteOptions::default())
}

/// The same as [`to_string`] with another delimiter or indentation.
///
/// # Errors
/// As [`to_string`].
pub fn to_string_with<T: Serialize + ?Sized>(
    value: &T,
    options: &WriteOptions,
) -> Result<String, WriteError> {
    let mut out = String::with_capacity(1024);
    write_into(&mut out, value, options)?;
    Ok(out)
}

/// Appends what [`to_string_with`] returns.
///
/// # Errors
/// As [`to_string`]. Then nothing is appended.
pub fn write_into<T: Serialize + ?Sized>(
    out: &mut String,
    value: &T,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let start = out.len();
    let written = value.serialize(&mut Writer::new(out, options));
    written.map_err(|failure| {
        out.truncate(start);
        failure.into_error()
    })
}

/// Appends the text of a [`Value`], which has nothing that could fail: it may nest as deep as it likes,
/// and its numbers, if they are not finite, are `null`.
pub fn write_value(out: &mut String, value: &Value, options: &WriteOptions) {
    value::walk(value, &mut Layout::new(out, options));
}
