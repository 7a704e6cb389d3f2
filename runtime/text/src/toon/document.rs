//! What a reader finds in a TOON document: a tree in which everything has its place.
//!
//! In: nothing; these are the data. Out: the tree for a checker, or a [`Value`] without places.

use std::ops::Range;

use super::error::ReadError;
use crate::value::{Number, Value};

/// A TOON document as [`read`](super::read) found it: a tree of all that could be read, and every
/// error.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The value of the document. An empty document is an empty object (TOON 5).
    pub root: Node,
    /// All errors in source order; the tree is complete and right if there are none.
    pub errors: Vec<ReadError>,
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The line where the value starts, from 1.
    pub line: usize,
    /// The bytes of the source it covers. A scalar covers its token, quotes included; a row or an
    /// object in a list its text from the first character that is not a space, the dash included;
    /// a list or table all from its `[` on; an object below its key all from its first key on.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a [`Node`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string, quoted or not, unescaped.
    String(String),
    /// A list or table.
    Array(Array),
    /// An object.
    Object(Object),
    /// A value with an error, which is in [`Document::errors`]; there is nothing more to say of it.
    Invalid,
}

/// A list or table and how it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// How it was written.
    pub form: Form,
    /// The bytes of its header without the key, from `[` to `:`; for `[]`, those two.
    pub header: Range<usize>,
    /// The columns, if it is a table.
    pub columns: Option<Vec<Column>>,
    /// The values, rows or items. One that could not be read is [`Kind::Invalid`]; surplus ones
    /// are here too.
    pub items: Vec<Node>,
    /// Whether every item is here, readable or not: false if fewer were found than the header
    /// declares, or lines that are no items had to be skipped.
    pub complete: bool,
}

/// How an array was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `[]` or `[0]:`.
    Empty,
    /// `[N]: a,b` (TOON 9.1).
    Inline,
    /// `[N]:` with one `- ` line per item (TOON 9.2, 9.4).
    List,
    /// `[N]{a,b}:` with one line of cells per row (TOON 9.3).
    Table,
}

/// A column of a table, or a group of them (TOON 9.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, unescaped.
    pub name: String,
    /// The bytes of its name, quotes included.
    pub span: Range<usize>,
    /// The columns of a group `name{a,b}`; none for a column of cells.
    pub group: Vec<Column>,
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its entries in source order, no key twice.
    pub entries: Vec<Entry>,
    /// The header, if it was written as a keyed table (TOON 9.5).
    pub table: Option<KeyedTable>,
    /// Whether every key is here: false if lines had to be skipped of which the key is not known.
    pub complete: bool,
}

/// The header of a keyed table `[N:]{a,b}:`.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyedTable {
    /// The bytes of the header without the key, from `[` to `:`.
    pub header: Range<usize>,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key, unescaped.
    pub key: String,
    /// The line of the key, from 1; for a cell of a row that of the table's header.
    pub line: usize,
    /// The bytes of the key, quotes included; for a cell of a row those of the column's name.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

impl Document {
    /// The value alone, or all the errors if there are any.
    ///
    /// # Errors
    /// The errors of the document, in source order.
    pub fn into_value(self) -> Result<Value, Vec<ReadError>> {
        if self.errors.is_empty() { Ok(self.root.into_value()) } else { Err(self.errors) }
    }
}

impl Node {
    /// The value without its places. What is [`Kind::Invalid`] becomes null.
    #[must_use]
    pub fn into_value(self) -> Value {
        match self.kind {
            Kind::Null | Kind::Invalid => Value::Null,
            Kind::Bool(value) => Value::Bool(value),
            Kind::Number(value) => Value::Number(value),
            Kind::String(value) => Value::String(value),
            Kind::Array(array) => Value::Array(array.items.into_iter().map(Self::into_value).collect()),
            Kind::Object(object) => Value::Object(
                object.entries.into_iter().map(|entry| (entry.key, entry.value.into_value())).collect(),
            ),
        }
    }
}

impl Object {
    /// An object without entries.
    pub(super) fn empty() -> Self {
        Self { entries: Vec::new(), table: None, complete: true }
    }

    /// The entry of that key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }
}
