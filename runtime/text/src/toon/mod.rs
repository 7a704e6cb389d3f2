//! TOON 4.1 both ways.
//!
//! In: any value, or the text or lines of a document. Out: the text of the value, or a tree with the place of everything in it and all errors of the document at once.

mod columns;
mod de;
mod document;
mod error;
mod fields;
mod header;
mod key;
mod line;
mod list;
mod message;
mod object;
mod part;
mod read;
mod reader;
mod scalar;
mod table;
mod token;
mod write;

pub use de::{DecodeError, DecodeErrorKind, from_str, from_str_with};
pub use document::{Array, Column, Document, Entry, Form, KeyedTable, Kind, Node, Object};
pub use error::{HeaderProblem, ReadError, ReadErrorKind, Unit};
pub use line::{Line, lines};
pub use read::{ReadOptions, read, read_lines};
pub use scalar::{Cell, Delimiter, needs_quotes, push_key, push_quoted, push_text, quoted_len};
pub use token::{BadEscape, Unescaped, unescape};
pub use write::{
    MAX_WRAPPERS, WriteError, WriteErrorKind, WriteOptions, to_string, to_string_with, write_into,
    write_value,
};

/// How deep objects and lists may be nested in a document, and groups of columns in a header.
pub const MAX_DEPTH: usize = 128;
